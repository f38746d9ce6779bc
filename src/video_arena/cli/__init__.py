"""The commands `va` and `va-build`: thin, lazy, and the only part that prints."""
