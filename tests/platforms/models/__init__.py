"""A loopback server that speaks the two wire protocols of chat models."""
