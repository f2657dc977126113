"""What differs between languages, as data: words, names, dates, feelings, and the one analyser of text."""
