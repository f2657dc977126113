"""Templates of roles: one Markdown file each, with the parts that the role has of its own."""
