"""Who speaks, and who can read a place."""
