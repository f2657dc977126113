"""What a clumsy operator and a hostile world give the fleet: each gets one clear line, and nothing is lost."""
