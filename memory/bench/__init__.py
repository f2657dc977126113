"""Measures of recall that need nothing but an engine: figures, generated conversations, drivers."""
