"""Criteria over a search record: which rule to believe, and when to stop."""

from conjunct.choose.estimates import ESTIMATES, Chosen, Estimate
from conjunct.choose.ucf import ucf_error
from conjunct.choose.widths import laplace_error, layered_error

__all__ = ["ESTIMATES", "Chosen", "Estimate", "laplace_error", "layered_error", "ucf_error"]
