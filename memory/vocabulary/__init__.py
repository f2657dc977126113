"""The values that memory speaks in: events, cues, recollections, addresses, errors."""
