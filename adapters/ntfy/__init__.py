"""ntfy: calls as notifications on one topic, and the buttons under them."""
