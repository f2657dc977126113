"""Chatwork: calls into one room, and the replies to them."""
