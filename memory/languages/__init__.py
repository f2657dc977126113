"""What differs between languages, as data: word lists and patterns, and the one analyser of text."""
