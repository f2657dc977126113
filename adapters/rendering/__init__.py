"""Markdown, rendered and split for each platform."""
