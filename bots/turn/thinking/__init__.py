"""How a model is asked: the loop of tools, one shot, limits, and money."""
