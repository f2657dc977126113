"""Procedures: ways of doing things, as far as they have worked: how they are found, tried, counted and revised."""
