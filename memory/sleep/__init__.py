"""What sleep makes of what was lived through: steps that plan, and the night that carries them out."""
