"""The command line: its words, its verbs, and how a command reaches the fleet that carries it out."""
