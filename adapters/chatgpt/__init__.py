"""ChatGPT, of which there are exports only."""
