"""The sections of the prompt, one a file."""
