"""From what is said to what is remembered: facts, with what they replace."""
