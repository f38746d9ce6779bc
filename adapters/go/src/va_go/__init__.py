"""Go: SGF and OGS records to matches, rows, values and pictures."""
