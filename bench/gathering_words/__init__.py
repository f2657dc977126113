"""Word lists of the generated gathering: three languages, for tuning and held out, alike in structure and size."""
