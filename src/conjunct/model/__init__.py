"""Models as values: they predict, print, explain themselves and are saved. No learning here."""

from __future__ import annotations

from conjunct.model.card_explanation import CardExplanation, ScoredReason
from conjunct.model.condition import Condition
from conjunct.model.decided import DecidedCounts
from conjunct.model.distribution import Distribution
from conjunct.model.drift import Drift
from conjunct.model.edit import Edit
from conjunct.model.edits_file import apply_edits
from conjunct.model.explanation import Explanation, Explanations
from conjunct.model.node import Node
from conjunct.model.path import PathStep, RefinementPath
from conjunct.model.promise import NO_PROMISE, Promise, Promises
from conjunct.model.reason import Reason
from conjunct.model.reasons import ReasonCode
from conjunct.model.record import Round, SearchRecord
from conjunct.model.rule import Rule
from conjunct.model.rule_list import RuleList
from conjunct.model.rule_set import RuleSet
from conjunct.model.rules import Rules
from conjunct.model.saved import load_model
from conjunct.model.scale import Scale
from conjunct.model.score_card import ScoreCard
from conjunct.model.scored_rule import ScoredRule
from conjunct.model.scores import CrossValidated, Score
from conjunct.model.separation import RiskBand, Separation
from conjunct.model.set_explanation import SetExplanation
from conjunct.model.shift import Shift
from conjunct.model.training import TrainingFacts
from conjunct.model.tree import Tree
from conjunct.model.tree_explanation import TreeExplanation
from conjunct.model.written_rule import WrittenRule, parse_rule

__all__ = [
    "NO_PROMISE",
    "CardExplanation",
    "Condition",
    "CrossValidated",
    "DecidedCounts",
    "Distribution",
    "Drift",
    "Edit",
    "Explanation",
    "Explanations",
    "Node",
    "PathStep",
    "Promise",
    "Promises",
    "Reason",
    "ReasonCode",
    "RefinementPath",
    "RiskBand",
    "Round",
    "Rule",
    "RuleList",
    "RuleSet",
    "Rules",
    "Scale",
    "Score",
    "ScoreCard",
    "ScoredReason",
    "ScoredRule",
    "SearchRecord",
    "Separation",
    "SetExplanation",
    "Shift",
    "TrainingFacts",
    "Tree",
    "TreeExplanation",
    "WrittenRule",
    "apply_edits",
    "load_model",
    "parse_rule",
]
