"""Admin commands, one file a command."""
