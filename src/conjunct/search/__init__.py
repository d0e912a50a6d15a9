"""Searches for one rule, each with a record of what it tried."""
