"""What is not known about a row: missing cells, rules that they leave open, unseen categories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.data.table import Table
from conjunct.model.condition import body_unknown
from conjunct.model.notation import chance_text, name_text, rate_text
from conjunct.model.reason import cell_of
from conjunct.types import Floats

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is not known about a row.

    Parameters
    ----------
    missing : tuple of str
        Attributes of the card whose cells are missing.
    n_attributes : int
        Number of attributes of the card.
    unseen : tuple of (str, str)
        Attributes and their categories that did not occur in training.
    rules : tuple of int
        Numbers of the rules that could not be checked: a cell is missing, and all conditions on
        known cells hold. They give no points.
    on_average : tuple of float
        Probabilities by class if those rules give their average points: the points of each rule
        times the share of training rows that it covers.
    usual : tuple of float
        Class shares in training.
    """

    missing: tuple[str, ...]
    n_attributes: int
    unseen: tuple[tuple[str, str], ...]
    rules: tuple[int, ...]
    on_average: tuple[float, ...]
    usual: tuple[float, ...]

    @property
    def is_most(self) -> bool:
        """Whether more than half of the attributes are missing."""
        return 2 * len(self.missing) > self.n_attributes

    def sentences(self, place: int, label: str) -> list[str]:
        """Return sentences on missing cells and their effect on the probability of a class."""
        said = []
        if self.is_most:
            share = rate_text(self.usual[place])
            said.append(f"So this says little about the row; of all rows {share} are {label}.")
        if self.missing:
            names, many = ", ".join(map(name_text, self.missing)), len(self.missing)
            said.append(f"Missing: {names} ({many} of {self.n_attributes} attributes).")
        if self.rules:
            noun, whose = ("rule", "its") if len(self.rules) == 1 else ("rules", "their")
            average = chance_text(self.on_average[place])
            said.append(
                f"Could not be checked, no points: {noun} {', '.join(map(str, self.rules))}. With "
                f"{whose} average points {label} would have {average}."
            )
        if self.unseen:
            pairs = (f"{name_text(name)} = {name_text(value)}" for name, value in self.unseen)
            said.append(f"Never seen in training, meets only ≠: {', '.join(pairs)}.")
        return said

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "missing": list(self.missing),
            "n_attributes": self.n_attributes,
            "unseen": [list(pair) for pair in self.unseen],
            "rules": list(self.rules),
            "probabilities_on_average": list(self.on_average),
        }


def unknown_of(card: ScoreCard, table: Table, sums: Floats, row: int) -> Unknown:
    """Return what is not known about a row.

    Parameters
    ----------
    card : ScoreCard
    table : Table
    sums : ndarray of float64, shape (n_classes,)
        Sums of the row's points, by class.
    row : int
        Position of the row, from 0.
    """
    cells = {name: cell_of(table.column(name), row) for name in card.attributes}
    missing = tuple(name for name, cell in cells.items() if cell is None)
    if card.missing == "value":
        missing = ()
    alone = _alone(table, cells, row) if missing else table
    rules = [
        number
        for number, rule in enumerate(card.rules, start=1)
        if missing and body_unknown(rule.conditions, alone, card.missing)[0]
    ]
    n_rows = max(sum(card.class_counts), 1)
    average = np.array(sums)
    for number in rules:
        rule = card.rules[number - 1]
        average += np.array(rule.points) * (rule.covered / n_rows)
    with np.errstate(over="ignore", under="ignore"):
        weights = np.exp((average - average.max()) / card.unit)
    return Unknown(
        missing=missing,
        n_attributes=len(cells),
        unseen=tuple(
            (name, cell)
            for name, cell in cells.items()
            if isinstance(cell, str) and name in card.seen and cell not in card.seen[name]
        ),
        rules=tuple(rules),
        on_average=tuple((weights / weights.sum()).tolist()),
        usual=tuple(count / n_rows for count in card.class_counts),
    )


def _alone(table: Table, names: Sequence[str] | dict[str, Any], row: int) -> Table:
    columns = tuple(table.column(name).take(np.array([row])) for name in names)
    return Table(columns, name=table.name, n_rows=1)
