"""Other languages in the space of an English model: a student that learned from sentences beside their English."""
