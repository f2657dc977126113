"""A home at work: the fleet in the foreground with its server, or a talk in the terminal."""
