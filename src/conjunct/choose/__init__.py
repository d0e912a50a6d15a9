"""Criteria over a search record: which rule to trust, and when to stop."""

from conjunct.choose.complete_code import complete_cost, labels_bits, length_bits
from conjunct.choose.criteria import (
    CRITERIA,
    Criterion,
    GumbelCriterion,
    LayeredCriterion,
    LengthCriterion,
    ProcessOrientedCriterion,
    Searched,
)
from conjunct.choose.description_length import (
    Exceptions,
    condition_bits,
    exception_bits,
    subset_bits,
)
from conjunct.choose.error_bound import adjusted_p_value, held_out_bound, occam_bound
from conjunct.choose.estimates import ESTIMATES, Chosen, Estimate
from conjunct.choose.expected_error import FoldRules, believed_rows, expected_error
from conjunct.choose.gumbel import gumbel_error, rule_ratio
from conjunct.choose.layered_error import laplace_error, layered_error, length_error
from conjunct.choose.mdl import body_bits, quinlan_cost, rule_set_cost, tree_cost
from conjunct.choose.poe import poe_error, poe_error_mean
from conjunct.choose.poe_expansion import poe_chance, poe_error_first_term, poe_terms
from conjunct.choose.poe_product import poe_error_dependent, poe_error_product
from conjunct.choose.rule_prior import RulePrior
from conjunct.choose.score_threshold import safe_threshold, threshold_grid
from conjunct.choose.stopping import (
    ENDINGS,
    Ending,
    NoGain,
    ProcessOriented,
    Significance,
    Stage,
)
from conjunct.choose.theories import (
    CheapestTheory,
    CompleteCode,
    Decided,
    PayingRules,
    Pfahringer,
    Quinlan,
    TheoryCost,
)
from conjunct.choose.ucf import ucf_error

__all__ = [
    "CRITERIA",
    "ENDINGS",
    "ESTIMATES",
    "CheapestTheory",
    "Chosen",
    "CompleteCode",
    "Criterion",
    "Decided",
    "Ending",
    "Estimate",
    "Exceptions",
    "FoldRules",
    "GumbelCriterion",
    "LayeredCriterion",
    "LengthCriterion",
    "NoGain",
    "PayingRules",
    "Pfahringer",
    "ProcessOriented",
    "ProcessOrientedCriterion",
    "Quinlan",
    "RulePrior",
    "Searched",
    "Significance",
    "Stage",
    "TheoryCost",
    "adjusted_p_value",
    "believed_rows",
    "body_bits",
    "complete_cost",
    "condition_bits",
    "exception_bits",
    "expected_error",
    "gumbel_error",
    "held_out_bound",
    "labels_bits",
    "laplace_error",
    "layered_error",
    "length_bits",
    "length_error",
    "occam_bound",
    "poe_chance",
    "poe_error",
    "poe_error_dependent",
    "poe_error_first_term",
    "poe_error_mean",
    "poe_error_product",
    "poe_terms",
    "quinlan_cost",
    "rule_ratio",
    "rule_set_cost",
    "safe_threshold",
    "subset_bits",
    "threshold_grid",
    "tree_cost",
    "ucf_error",
]
