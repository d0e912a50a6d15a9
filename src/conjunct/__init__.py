"""Short, readable if-then rules from tables, each corrected for the search that found it."""

__version__ = "0.1.0"
