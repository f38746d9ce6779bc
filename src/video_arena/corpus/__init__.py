"""The release tree: what lies where, what is in it, and whether it holds."""
