"""Criteria over a search record: which rule to believe, and when to stop."""

from conjunct.choose.description_length import (
    Exceptions,
    condition_bits,
    exception_bits,
    subset_bits,
)
from conjunct.choose.estimates import ESTIMATES, Chosen, Estimate
from conjunct.choose.layered_error import laplace_error, layered_error
from conjunct.choose.mdl import body_bits, quinlan_cost, rule_set_cost, tree_cost
from conjunct.choose.poe import poe_error, poe_error_mean
from conjunct.choose.poe_product import poe_error_dependent, poe_error_product
from conjunct.choose.stopping import Ending, NoGain, ProcessOriented, Significance, Stage
from conjunct.choose.theories import CheapestTheory, Decided, Pfahringer, Quinlan, TheoryCost
from conjunct.choose.ucf import ucf_error

__all__ = [
    "ESTIMATES",
    "CheapestTheory",
    "Chosen",
    "Decided",
    "Ending",
    "Estimate",
    "Exceptions",
    "NoGain",
    "Pfahringer",
    "ProcessOriented",
    "Quinlan",
    "Significance",
    "Stage",
    "TheoryCost",
    "body_bits",
    "condition_bits",
    "exception_bits",
    "laplace_error",
    "layered_error",
    "poe_error",
    "poe_error_dependent",
    "poe_error_mean",
    "poe_error_product",
    "quinlan_cost",
    "rule_set_cost",
    "subset_bits",
    "tree_cost",
    "ucf_error",
]
