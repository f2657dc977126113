"""Boards and colleagues."""
