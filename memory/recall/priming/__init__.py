"""What comes to mind by itself before a turn: channels in parallel, each within its budget."""
