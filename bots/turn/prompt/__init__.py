"""What a model is given for a turn."""
