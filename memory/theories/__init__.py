"""Pure arithmetic of memory, one idea a file."""
