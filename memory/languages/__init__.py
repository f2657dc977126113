"""Word lists and patterns as data, one file a language."""
