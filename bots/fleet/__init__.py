"""The running fleet."""
