"""How sure a figure is, how stable a label, and where an answer went wrong."""
