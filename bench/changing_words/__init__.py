"""Word lists of things that change: three languages, alike in structure and size."""
