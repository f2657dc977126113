"""Automatic recall before each turn, one file a channel."""
