"""Tools that reach other services: a module each, in the catalogue; off until an owner gives what they need."""
