"""Whether a later statement takes an earlier one's place: a learned judge of pairs."""
