"""What an anima remembers: records of what happened, and what comes to mind."""
