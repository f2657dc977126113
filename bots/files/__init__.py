"""Files that come with messages."""
