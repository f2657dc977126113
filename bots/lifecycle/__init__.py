"""An anima's own hours."""
