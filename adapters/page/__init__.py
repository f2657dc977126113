"""A page to look at, on this machine alone: what commands tell, in a browser."""
