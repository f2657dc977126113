"""Animas at work: messages, delivery, turns, tools, commands."""
