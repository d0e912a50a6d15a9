"""Heuristics learned from rules: record how rules do on unseen rows, and learn to predict it."""
