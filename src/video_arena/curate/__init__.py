"""Which cases a corpus holds: chosen from a pool, replaced when contaminated, never used twice."""
