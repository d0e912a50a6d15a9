"""What a search tried before it chose one rule."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from conjunct.errors import ModelError
from conjunct.model.json_fields import Fields
from conjunct.model.notation import amount_text, count_text


@dataclass(frozen=True, slots=True)
class Round:
    """One level of one beam width.

    Parameters
    ----------
    width : int
        Beam width of the round.
    level : int
        Number of conditions in the bodies that were tried.
    tried : int
        Number of candidates tried, counted as in Domingos (1998): every refinement of every body
        of the beam that removes a row from the body and still covers as many rows as a rule must.
        The classes of the rows do not matter: a candidate without a row of the rule's class counts
        too. A candidate that refines two bodies counts twice.
    pruned : int
        Number of candidates with a row of the rule's class that were pruned because they could not
        become the best.
    mean_covered : float
        Mean number of rows that the tried candidates cover.

    Examples
    --------
    >>> Round(width=5, level=1, tried=20, pruned=0, mean_covered=61.5).tried
    20
    """

    width: int
    level: int
    tried: int
    pruned: int
    mean_covered: float

    def __post_init__(self) -> None:
        if not math.isfinite(self.mean_covered):
            raise ModelError(f"a search round has {self.mean_covered} as its mean coverage")


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """How hard a rule was searched for.

    Parameters
    ----------
    search : str
        Name of the search, such as "layered".
    width : int
        Beam width at which the rule was found.
    tried, pruned : int
        Candidates tried and pruned over all rounds, see `Round`. A candidate that several widths
        try counts once in `tried`.
    combinations : int
        Number of distinct sets of attributes among the candidates.
    covered, errors : int
        Covered rows and errors as the search saw them: rows of the rule's class that no earlier
        rule covers, and all rows of other classes.
    possible : int
        Number of rules with the same number of conditions that the language can form; 0 if it is
        not known.
    rounds : tuple of Round
        One entry for each width and level.
    chance_ratio : float or None
        Mean likelihood ratio of the best rules that the same search finds on permuted classes;
        None if it was not computed.

    Examples
    --------
    >>> print(SearchRecord("beam", 5, 48, 2, 7, 34, 1, 3160, (Round(5, 1, 20, 0, 61.5),)))
    beam search, width 5: 48 tried of 3,160 possible, 2 pruned, 7 combinations; 34 rows, 1 wrong
      width  level  tried  pruned  mean rows
          5      1     20       0       61.5
    """

    search: str
    width: int
    tried: int
    pruned: int
    combinations: int
    covered: int
    errors: int
    possible: int = 0
    rounds: tuple[Round, ...] = ()
    chance_ratio: float | None = None

    def __str__(self) -> str:
        if self.search == BY_HAND.search:
            return "written by hand, not searched for"
        possible = f" of {self.possible:,} possible" if self.possible else ""
        heading = (
            f"{self.search} search, width {self.width:,}: "
            f"{self.tried:,} tried{possible}, {self.pruned:,} pruned, "
            f"{count_text(self.combinations, 'combination')}; "
            f"{count_text(self.covered, 'row')}, {amount_text(self.errors)} wrong"
        )
        return "\n".join([heading, *_round_lines(self.rounds)])

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        data = {**asdict(self), "rounds": [asdict(one) for one in self.rounds]}
        return {name: value for name, value in data.items() if value is not None}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], where: str = "search record") -> SearchRecord:
        """Build a record from plain data; refuse what `to_dict` would not have written.

        Parameters
        ----------
        data : mapping
            As `to_dict` returns it.
        where : str
            Name of the record in error messages.

        Examples
        --------
        >>> record = SearchRecord("beam", 5, 48, 2, 7, 34, 1)
        >>> SearchRecord.from_dict(record.to_dict()) == record
        True
        >>> SearchRecord.from_dict({**record.to_dict(), "width": -1})
        Traceback (most recent call last):
        ...
        conjunct.errors.ModelError: search record.width must be a whole number from 0 up, not -1
        """
        names = [field.name for field in fields(cls) if field.default is not None]
        read = Fields(data, where).only(names, ["chance_ratio"])
        return cls(
            search=read.text("search"),
            width=read.integer("width"),
            tried=read.integer("tried"),
            pruned=read.integer("pruned"),
            combinations=read.integer("combinations"),
            covered=read.count("covered"),
            errors=read.count("errors"),
            possible=read.any_integer("possible"),
            rounds=tuple(_read_round(one) for one in read.objects("rounds")),
            chance_ratio=read.number("chance_ratio") if "chance_ratio" in data else None,
        )


BY_HAND = SearchRecord("by hand", 0, 0, 0, 0, 0, 0)
"""The search record of a rule that a person wrote."""


def _read_round(read: Fields) -> Round:
    read.only(field.name for field in fields(Round))
    return Round(
        width=read.integer("width"),
        level=read.integer("level"),
        tried=read.integer("tried"),
        pruned=read.integer("pruned"),
        mean_covered=read.number("mean_covered"),
    )


def _round_lines(rounds: tuple[Round, ...]) -> list[str]:
    """Write the rounds as right-aligned columns with headings."""
    if not rounds:
        return []
    cells = [("width", "level", "tried", "pruned", "mean rows")] + [
        (f"{r.width:,}", f"{r.level:,}", f"{r.tried:,}", f"{r.pruned:,}", f"{r.mean_covered:,.1f}")
        for r in rounds
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  " + "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in cells
    ]
