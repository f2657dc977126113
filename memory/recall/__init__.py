"""What comes to mind for a cue: candidates, signals, a recipe of weights, reasons."""
