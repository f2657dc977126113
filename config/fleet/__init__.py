"""From a config to a fleet: its animas, their models, the platforms, and all that stands around them."""
