"""The Discord adapter, driven by the real library against the loopback server."""
