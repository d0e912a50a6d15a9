"""Facts about the training that a model keeps: a few counts and settings, but no rows."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date as Date
from typing import TYPE_CHECKING, Any, TypeVar

from conjunct.errors import ModelError
from conjunct.model.decided import DecidedCounts, read_decided
from conjunct.model.distribution import Distribution, read_distribution
from conjunct.model.json_fields import Fields
from conjunct.types import Count

if TYPE_CHECKING:
    from conjunct.model.rules import Rules

AnyModel = TypeVar("AnyModel", bound="Rules")
_SLACK = 1e-9
"""Relative rounding error allowed in sums of weights."""


@dataclass(frozen=True, slots=True)
class TrainingFacts:
    """When, how and from what a model was learned, and the distributions of the training rows.

    Parameters
    ----------
    source : str
        Name of the table.
    rows : int or float
        Number of training rows, counted with their sample weights but without class weights.
    learner : str
        Name of the estimator class.
    settings : dict
        Its parameters as plain data, without those that cannot change the model.
    changed : tuple of str
        Names of the settings that differ from their defaults.
    version : str
        Version of the package.
    attributes : dict of str to Distribution
        The columns learned from. Those that the rules use have all counts, the others only their
        kind and missing cells.
    decided : DecidedCounts or None
        Counts of the model's decisions about the training rows.
    date : str or None
        The day on which ``conjunct learn`` saved the model, such as ``2026-11-17``. Comparisons
        ignore it: the same rows give the same model on any day.

    Examples
    --------
    >>> age = Distribution("numeric", 1, (3, 6), (30.0,))
    >>> TrainingFacts("loans.csv", 10, "KnopfClassifier", {}, (), "0.1.0", {"age": age}).rows
    10
    >>> TrainingFacts("loans.csv", 9, "KnopfClassifier", {}, (), "0.1.0", {"age": age})
    Traceback (most recent call last):
    ...
    conjunct.errors.ModelError: training counts 10 rows of 'age', but there are 9
    """

    source: str
    rows: Count
    learner: str
    settings: dict[str, Any]
    changed: tuple[str, ...]
    version: str
    attributes: dict[str, Distribution]
    decided: DecidedCounts | None = None
    date: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for name, spread in self.attributes.items():
            self._check(spread.missing + spread.known, repr(name))
        if self.decided is not None:
            for count in self.decided.covered:
                self._check(count, "a rule")
            self._check(sum(self.decided.predicted), "the predicted classes")
            self._check(sum(self.decided.first), "the deciding rules")
            if self.decided.score is not None:
                self._check(self.decided.score.known, "the score")
        if self.date is not None:
            try:
                Date.fromisoformat(self.date)
            except ValueError:
                raise ModelError(f"training.date is not a date: {self.date!r:.60}") from None

    def _check(self, counted: Count, what: str) -> None:
        if counted > self.rows * (1 + _SLACK):
            raise ModelError(
                f"training counts {counted:,} rows of {what}, but there are {self.rows:,}"
            )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        found = {name: getattr(self, name) for name in self.__slots__}
        found["changed"] = list(self.changed)
        found["attributes"] = {name: one.to_dict() for name, one in self.attributes.items()}
        found["decided"] = self.decided and self.decided.to_dict()
        return found


def with_training(rules: AnyModel, facts: TrainingFacts) -> AnyModel:
    """Return rules with the facts about their training; the rules themselves are not checked again.

    But cut points of columns of dates are written anew: only the facts know of times of day.

    Parameters
    ----------
    rules : Rules
    facts : TrainingFacts
    """
    if rules.forms:
        return replace(rules, training=facts)
    trained = copy(rules)
    object.__setattr__(trained, "training", facts)
    return trained


def read_training(read: Fields) -> TrainingFacts | None:
    """Read what `TrainingFacts.to_dict` returned, or None."""
    if read.value is None:
        return None
    read.only(TrainingFacts.__slots__)
    columns = read.object("attributes").only((), optional=read.value["attributes"] or ())
    settings = read.object("settings").only((), optional=read.value["settings"] or ()).value
    changed = read.texts("changed")
    if strange := [name for name in changed if name not in settings]:
        raise ModelError(f"{read.path('changed')} names {strange[0]!r:.60}, which is not a setting")
    return TrainingFacts(
        source=read.text("source"),
        rows=read.count("rows"),
        learner=read.text("learner"),
        settings=settings,
        changed=changed,
        version=read.text("version"),
        attributes={name: read_distribution(columns.object(name)) for name in columns.value},
        decided=read_decided(read.object("decided")),
        date=None if read.value["date"] is None else read.text("date"),
    )
