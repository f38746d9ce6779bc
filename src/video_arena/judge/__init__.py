"""Scoring: one judge for all games, and what makes a game's own judge.py of it."""
