"""How days are named when something is told: a grammar for each language, and the arithmetic that they share."""
