"""Doudizhu for Video-Arena."""
