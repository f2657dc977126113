"""Text: the fleet's own words, words of others inside a prompt, and Markdown."""
