"""Classifiers that keep a few rows of the training table and let the nearest one decide."""
