"""Labelled messages for practice: what rules and weights were made by."""
