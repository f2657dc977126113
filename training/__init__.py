"""What fits the judges of the product to their examples: run from a checkout, no part of an installed copy."""
