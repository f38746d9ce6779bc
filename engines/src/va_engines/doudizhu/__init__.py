"""Doudizhu: rules for thousands of tables at once, policies, and the hidden-hand PIMC evaluator."""
