"""Bases of the classifiers that cover the rows by one rule after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from conjunct.choose.theories import A_RULE_LIMIT, RuleLimit
from conjunct.count import OPERATORS, CountingEngine
from conjunct.estimators.base import RuleClassifier
from conjunct.estimators.card_checks import Seen
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.estimators.promising import with_promises, within_budget
from conjunct.model import Promise, Promises
from conjunct.params import Number, Some, Whole
from conjunct.search.language import Language
from conjunct.search.limits import Limits


@with_parameters
class CoveringClassifier(RuleClassifier):
    """Base of the classifiers whose rules stand each for itself, so that one can be left out.

    Parameters
    ----------
    max_error : float or None, default=None
        Keep only rules that are wrong about at most this share of the rows, with the chance
        that `confidence` gives.
    """

    max_error: float | None = parameter(default=None, allowed=Number(0.0, 1.0, optional=True))

    def _with_promises(
        self,
        learned: Any,
        promises: Sequence[Promise],
        possible: Sequence[int],
        how: Promises,
        seen: Seen,
    ) -> Any:
        rules = within_budget(with_promises(learned, promises, possible, how), self.max_error)
        return replace(rules, notes=(*rules.notes, *self._time_notes))


@with_parameters
class LimitedCoveringClassifier(CoveringClassifier):
    """Base of the classifiers whose rules can be limited in number, length, coverage and form.

    Parameters
    ----------
    max_rules : int, {"pfahringer", "quinlan", "complete"}, PayingRules or None, default=None
        The largest number of rules. A description length instead of a number keeps rules only
        while they shorten the description of the classes, see `conjunct.choose.PayingRules`.
    max_conditions : int or None, default=None
        The largest number of conditions in a rule.
    min_coverage : int, default=1
        The smallest number of rows that a rule must cover when it is found.
    conditions : tuple of {"=", "!=", "<=", ">"}, default=("=", "<=", ">")
        Forms of conditions that may be used.
    """

    max_rules: RuleLimit = parameter(default=None, allowed=A_RULE_LIMIT)
    max_conditions: int | None = parameter(default=None, allowed=Whole(1, optional=True))
    min_coverage: int = parameter(default=1, allowed=Whole(1))
    conditions: tuple[str, ...] = parameter(default=("=", "<=", ">"), allowed=Some(OPERATORS))

    @property
    def _limits(self) -> Limits:
        return Limits(tuple(self.conditions), self.max_conditions, self.min_coverage)

    def _language(self, engine: CountingEngine) -> Language:
        return Language(engine.columns, Limits(tuple(self.conditions)))
