"""First-hour messages as data: what was said before them, and what a right reply is."""
