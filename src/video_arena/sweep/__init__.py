"""How stable labels are: the cases of a built corpus relabelled under other search budgets."""
