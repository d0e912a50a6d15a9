"""One rule: a body of conditions, a head, and what the training rows say about it."""

from __future__ import annotations

from dataclasses import dataclass

from conjunct.errors import ModelError
from conjunct.model.condition import Condition
from conjunct.model.printed.rules import rule_html
from conjunct.model.promise import NO_PROMISE, Promise
from conjunct.model.record import SearchRecord


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: if all conditions hold, then the class.

    Parameters
    ----------
    conditions : tuple of Condition
        The body; a body without conditions holds for every row.
    head : int
        Position of the class among the classes of the theory.
    counts : tuple of int
        Training rows that the body covers, by class.
    search : SearchRecord
        What was tried before the rule was chosen.
    promise : Promise
        What the rule promises about new rows.
    locked : bool
        Whether its class or points are fixed by hand, so that `Rules.refit` keeps them.
    sign_locked : bool
        Whether the sign of its points is fixed by hand; only for rules with points.

    Examples
    --------
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 34, 1)
    >>> rule = Rule((Condition("island", "=", "Dream"),), 1, (56, 68, 0), record)
    >>> rule.body, rule.covered, rule.errors
    ('island = Dream', 124, 56)
    """

    conditions: tuple[Condition, ...]
    head: int
    counts: tuple[int, ...]
    search: SearchRecord
    promise: Promise = NO_PROMISE
    locked: bool = False
    sign_locked: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.head < len(self.counts):
            raise ModelError(
                f"rule {self.body!r}: head {self.head} is not one of {len(self.counts)} classes"
            )

    @property
    def body(self) -> str:
        """The conditions as text; "always" if there are none."""
        return " and ".join(str(condition) for condition in self.conditions) or "always"

    @property
    def covered(self) -> int:
        """Training rows that the body holds for."""
        return sum(self.counts)

    @property
    def errors(self) -> int:
        """Covered training rows of another class than the head."""
        return self.covered - self.counts[self.head]

    @property
    def laplace_error(self) -> float:
        """Laplace estimate of its error from its counts alone, regardless of the search."""
        n_classes = len(self.counts)
        return (self.errors + n_classes - 1) / (self.covered + n_classes)

    @property
    def expected(self) -> float | None:
        """Expected share of new rows that the rule gets wrong; None if nothing is promised."""
        return self.promise.expected

    @property
    def at_most(self) -> float | None:
        """Bound on the share of new rows that it gets wrong; None if nothing is promised."""
        return self.promise.at_most

    @property
    def p_value(self) -> float | None:
        """Probability of a rule this good if the attributes say nothing; None if not known."""
        return self.promise.p_value

    @property
    def against(self) -> bool:
        """Whether the rule opposes its head; only a rule with points can."""
        return False

    def __str__(self) -> str:
        return f"if {self.body}"

    def _repr_html_(self) -> str:
        return rule_html(self, f"class {self.head}")

    @property
    def n_conditions(self) -> int:
        """Number of conditions in the body."""
        return len(self.conditions)

    @property
    def attributes(self) -> tuple[str, ...]:
        """Names of the attributes tested, each once, in order."""
        return tuple(dict.fromkeys(condition.attribute for condition in self.conditions))
