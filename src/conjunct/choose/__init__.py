"""Criteria over a search record: which rule to believe, and when to stop."""

from conjunct.choose.widths import laplace_error, layered_error

__all__ = ["laplace_error", "layered_error"]
