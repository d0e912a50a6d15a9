"""Criteria over a search record: which rule to believe, and when to stop."""

from conjunct.choose.endings import Ending, NoGain, ProcessOriented, Significance, Stage
from conjunct.choose.estimates import ESTIMATES, Chosen, Estimate
from conjunct.choose.poe import poe_error, poe_error_mean
from conjunct.choose.poe_product import poe_error_dependent, poe_error_product
from conjunct.choose.ucf import ucf_error
from conjunct.choose.widths import laplace_error, layered_error

__all__ = [
    "ESTIMATES",
    "Chosen",
    "Ending",
    "Estimate",
    "NoGain",
    "ProcessOriented",
    "Significance",
    "Stage",
    "laplace_error",
    "layered_error",
    "poe_error",
    "poe_error_dependent",
    "poe_error_mean",
    "poe_error_product",
    "ucf_error",
]
