"""What config.json may say, what is wrong with one, and what follows from it for an anima."""
