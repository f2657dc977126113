"""Measures of the product with their data: `run_bots.py bench NAME` in a checkout, no part of an installed copy."""
