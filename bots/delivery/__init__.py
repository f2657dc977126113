"""From “the platform handed it to us” to “answered once”."""
