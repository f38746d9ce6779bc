"""Gomoku for Video-Arena."""
