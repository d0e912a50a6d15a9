"""Measure the field: rule learners and trees of other packages and ours, on the same folds."""
