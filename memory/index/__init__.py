"""What is derived from the archive to find things fast; it may be deleted at any time."""
