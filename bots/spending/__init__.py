"""What model calls cost: counted, capped, told."""
