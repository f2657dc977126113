"""The tools that a model may use, each a typed function."""
