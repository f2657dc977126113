"""What may fade: rules, and what protects from them."""
