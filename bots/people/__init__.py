"""People: who is addressed, how far each is trusted, where they are reached and called."""
