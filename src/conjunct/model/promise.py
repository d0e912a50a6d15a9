"""What a rule promises about new rows, and how the promises of a theory were made."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from typing import Any

from conjunct.errors import ModelError
from conjunct.model.json_fields import Fields


@dataclass(frozen=True, slots=True)
class Promise:
    """What a rule promises about new rows; a field is None if nothing is promised.

    Parameters
    ----------
    expected : float or None
        Expected share of wrong rows among the new rows that the rule covers.
    at_most : float or None
        Bound on that share, which holds for all rules of the theory at once.
    p_value : float or None
        Probability of a rule at least as good as this one if the attributes say nothing about the
        class, adjusted for all rules that could have been formed.

    Examples
    --------
    >>> Promise(expected=0.08, at_most=0.21)
    Promise(expected=0.08, at_most=0.21, p_value=None)
    >>> Promise(expected=1.2)
    Traceback (most recent call last):
    ...
    conjunct.errors.ModelError: expected must be between 0 and 1, not 1.2
    """

    expected: float | None = None
    at_most: float | None = None
    p_value: float | None = None

    def __post_init__(self) -> None:
        for name in self.__slots__:
            share = getattr(self, name)
            if share is not None and not 0 <= share <= 1:
                raise ModelError(f"{name} must be between 0 and 1, not {share}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return asdict(self)


NO_PROMISE = Promise()
"""The promise of a rule that promises nothing."""


NO_BELIEF = 1e6
"""Rows of the usual kind that leave nothing of what a rule did on the training rows."""


@dataclass(frozen=True, slots=True)
class Promises:
    """How the promises of a theory were made.

    Parameters
    ----------
    believed : float or None
        Number of typical rows that are mixed into the counts of every rule to get its expected
        error; None if there are no expected errors.
    n_folds : int
        Number of folds on which the search was repeated.
    confidence : float
        Confidence with which the bounds of all rules hold at once.
    held_out : int
        Number of rows that were held out for the bounds.

    Examples
    --------
    >>> Promises(believed=8.0, n_folds=5)
    Promises(believed=8.0, n_folds=5, confidence=0.95, held_out=0)
    """

    believed: float | None = None
    n_folds: int = 0
    confidence: float = 0.95
    held_out: int = 0

    def __post_init__(self) -> None:
        if self.believed is not None and not 0 <= self.believed < math.inf:
            raise ModelError(f"believed must be a finite number from 0 up, not {self.believed}")
        if not 0 < self.confidence < 1:
            raise ModelError(f"confidence must be between 0 and 1, not {self.confidence}")
        if self.n_folds < 0 or self.held_out < 0:
            raise ModelError("n_folds and held_out must not be below 0")

    @property
    def are_usual(self) -> bool:
        """Whether every rule is expected to do as all rows do."""
        return self.believed is not None and self.believed >= NO_BELIEF

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return asdict(self)


def read_promise(read: Fields) -> Promise:
    """Read what `Promise.to_dict` returned."""
    names = [field.name for field in fields(Promise)]
    read.only(names)
    return Promise(*map(read.number_or_none, names))


def read_promises(read: Fields) -> Promises | None:
    """Read what `Promises.to_dict` returned, or None."""
    if read.value is None:
        return None
    read.only(field.name for field in fields(Promises))
    return Promises(
        believed=read.number_or_none("believed"),
        n_folds=read.integer("n_folds"),
        confidence=read.number("confidence"),
        held_out=read.integer("held_out"),
    )
