"""Exports: files that people took out of a platform, read as messages."""
