"""A shift: one distribution in training and in new rows, and how far it moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from conjunct.model.stability import (
    Verdict,
    chance_index,
    chance_limit,
    stability_index,
    stability_parts,
    verdict_of,
)
from conjunct.types import Count

About = Literal["score", "class", "deciding rule", "rule", "values", "missing"]


@dataclass(frozen=True, slots=True)
class Shift:
    """One distribution, counted in training and in new rows.

    Parameters
    ----------
    about : {"score", "class", "deciding rule", "rule", "values", "missing"}
        What was counted: rows by score, by predicted class or by deciding rule; the rows that a
        rule covers; rows by value or bin of an attribute; missing cells of an attribute.
    name : str
        Name of the attribute, or number of the rule; otherwise empty.
    cells : tuple of str
        Label of each count.
    before, after : tuple of int or float
        Training rows and new rows in each cell.
    unseen : tuple of str
        Values of an attribute that did not occur in training.

    Examples
    --------
    >>> shift = Shift("missing", "age", ("missing", "known"), (10, 90), (40, 60))
    >>> round(shift.index, 3), shift.verdict, shift.most
    (0.538, 'moved', 0)
    """

    about: About
    name: str
    cells: tuple[str, ...]
    before: tuple[Count, ...]
    after: tuple[Count, ...]
    unseen: tuple[str, ...] = ()

    @property
    def index(self) -> float:
        """The population stability index."""
        return stability_index(self.before, self.after)

    @property
    def by_chance(self) -> float:
        """The expected index if nothing changed."""
        return chance_index(self.before, self.after)

    @property
    def limit(self) -> float:
        """The index that chance alone stays below in 95 of 100 cases."""
        return chance_limit(self.before, self.after)

    @property
    def verdict(self) -> Verdict:
        """The verdict in words."""
        return verdict_of(self.index, self.limit)

    @property
    def most(self) -> int:
        """Position of the cell that adds most to the index."""
        return int(stability_parts(self.before, self.after).argmax())

    def share(self, cell: int) -> tuple[float, float]:
        """Return the share of rows in a cell, in training and now."""
        return self.before[cell] / sum(self.before), self.after[cell] / sum(self.after)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "about": self.about,
            "name": self.name,
            "psi": self.index,
            "by_chance": self.by_chance,
            "limit": self.limit,
            "verdict": self.verdict,
            "cells": list(self.cells),
            "before": list(self.before),
            "after": list(self.after),
            "unseen": list(self.unseen),
        }


class PeriodShifts(NamedTuple):
    """The shifts of one period.

    Parameters
    ----------
    period : str
        Name of the period; empty for all rows.
    rows : int or float
        Number of new rows, or their total weight.
    shifts : tuple of Shift
    """

    period: str
    rows: Count
    shifts: tuple[Shift, ...]
