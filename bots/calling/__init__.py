"""Calling people: whom, when, by which channel, and what they answer."""
