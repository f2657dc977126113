"""Non-interference of the whole fleet: what those present may not read changes no byte of what they are told."""
