"""The steps of sleep, a file each."""
