"""The steps of a turn, one file each; `bots.turn` goes through them."""
