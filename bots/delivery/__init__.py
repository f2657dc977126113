"""From “the platform handed it to us” to “answered once”."""

DATABASE = "delivery.sqlite3"
"""The database of a home's inbox and outbox, by its name below the home."""
