"""Traces of a corpus in text dumps: its canaries, and long runs of its matches' moves."""
