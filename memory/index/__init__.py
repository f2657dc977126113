"""Derived indexes; each may be deleted and is made again from the archive."""
