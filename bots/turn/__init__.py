"""One turn: from a message heard to an answer."""
