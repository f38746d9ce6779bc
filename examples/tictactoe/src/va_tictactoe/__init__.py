"""Tic-tac-toe for Video-Arena."""
