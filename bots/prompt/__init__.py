"""The system prompt, section by section."""
