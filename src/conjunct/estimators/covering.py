"""Base classes of the classifiers that cover the rows with one rule after the other."""

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
from conjunct.search.language import Language, Limits


@with_parameters
class CoveringClassifier(RuleClassifier):
    """Base of the classifiers whose rules are independent, so that single rules can be left out.

    Parameters
    ----------
    max_error : float or None, default=None
        Largest error that a rule may have: rules are dropped if the bound on their error, which
        holds with the probability `confidence`, is higher. None keeps all rules.
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
        if not self._time_notes:
            return rules
        return replace(rules, notes=(*rules.notes, *self._time_notes))


@with_parameters
class LimitedCoveringClassifier(CoveringClassifier):
    """Base of the classifiers with limits on the number, length, coverage and form of rules.

    Parameters
    ----------
    max_rules : int, {"pfahringer", "quinlan", "complete"}, PayingRules or None, default=None
        Largest number of rules; None for no limit. The name of a description length keeps rules
        only while they shorten the description of the classes, see `conjunct.choose.PayingRules`.
    max_conditions : int or None, default=None
        Largest number of conditions in a rule; None for no limit.
    min_coverage : int, default=1
        Smallest number of rows that a rule must cover when it is found.
    conditions : tuple of {"=", "!=", "<=", ">"}, default=("=", "<=", ">")
        Operators that conditions may use.
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
