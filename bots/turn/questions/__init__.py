"""Questions to people, one file a kind, and what their answers decide."""
