"""Admin commands, each declared once."""
