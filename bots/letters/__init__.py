"""Letters from one anima to another."""
