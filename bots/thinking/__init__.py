"""Ways to think over one chat model."""
