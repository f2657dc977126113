"""Erasure: the one true deletion. Everything else archives; this removes a person's data from every store of a home."""
