"""Rules as values: they predict, print, explain themselves, and are saved. No learning here."""

from __future__ import annotations

from conjunct.model.condition import Condition
from conjunct.model.explanation import Explanation, Explanations
from conjunct.model.record import Round, SearchRecord
from conjunct.model.rule import Rule
from conjunct.model.rule_list import RuleList
from conjunct.model.saved import load_model

__all__ = [
    "Condition",
    "Explanation",
    "Explanations",
    "Round",
    "Rule",
    "RuleList",
    "SearchRecord",
    "load_model",
]
