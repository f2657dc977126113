"""The truth: append-only logs and Markdown; the only package that writes it."""
