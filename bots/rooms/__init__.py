"""Rooms: what is said there is received, heard, carried between the sides of a board, and sent."""
