"""One rule: a body of conditions, a head, and what the training rows say about it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from conjunct.errors import ModelError
from conjunct.model.condition import Condition
from conjunct.model.record import SearchRecord


@dataclass(frozen=True, slots=True)
class Rule:
    """If all conditions hold, then the class.

    Parameters
    ----------
    conditions : tuple of Condition
        The body; a body without conditions holds for every row.
    head : int
        Position of the class among the classes of the theory.
    counts : tuple of int
        Training rows that the body covers, by class.
    error : float
        Laplace error of the counts.
    corrected_error : float
        The error once the search that found the rule is taken into account.
    search : SearchRecord
        What was tried before the rule was chosen.

    Examples
    --------
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 34, 1)
    >>> rule = Rule((Condition("island", "=", "Dream"),), 1, (56, 68, 0), 0.45, 0.5, record)
    >>> rule.body, rule.covered, rule.errors
    ('island = Dream', 124, 56)
    """

    conditions: tuple[Condition, ...]
    head: int
    counts: tuple[int, ...]
    error: float
    corrected_error: float
    search: SearchRecord

    def __post_init__(self) -> None:
        if not 0 <= self.head < len(self.counts):
            raise ModelError(
                f"rule {self.body!r}: head {self.head} is not one of {len(self.counts)} classes"
            )
        if not math.isfinite(self.error) or not math.isfinite(self.corrected_error):
            raise ModelError(f"rule {self.body!r}: an error is not a finite number")

    @property
    def body(self) -> str:
        """The conditions in words; "always" where there are none."""
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
    def against(self) -> bool:
        """Whether the rule speaks against its head; only a rule with points can."""
        return False

    @property
    def n_conditions(self) -> int:
        """Size of the body."""
        return len(self.conditions)

    @property
    def attributes(self) -> tuple[str, ...]:
        """Names of the attributes tested, each once, in order."""
        return tuple(dict.fromkeys(condition.attribute for condition in self.conditions))
