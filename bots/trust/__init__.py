"""What may be done, what may be said, and where it leads."""
