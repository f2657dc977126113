"""Ways to reach a person outside of chat."""
