"""How days and times are named when something is told: a grammar for each language, and shared arithmetic."""
