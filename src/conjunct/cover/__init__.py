"""Separate-and-conquer learners: covering loops that find one rule at a time."""
