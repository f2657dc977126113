"""One anima: what the fleet runs, and the files that people write for it."""
