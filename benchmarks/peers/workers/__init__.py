"""One module an environment: it learns and predicts there, and needs NumPy and that peer only."""
