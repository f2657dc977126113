"""Configuration and wiring: the only package that knows all the others."""
