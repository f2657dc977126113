"""Boards as real channels: what is said on one side appears on the others."""
