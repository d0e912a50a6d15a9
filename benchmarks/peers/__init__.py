"""The field, measured: rule learners and trees of other packages beside ours, on the same folds."""
