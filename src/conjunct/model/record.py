"""What a search tried before it chose one rule."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from conjunct.errors import ModelError
from conjunct.model.json_fields import Fields
from conjunct.model.notation import count_text


@dataclass(frozen=True, slots=True)
class Round:
    """One level of one beam width.

    Parameters
    ----------
    width : int
        Beam width of the round.
    level : int
        Number of conditions in the bodies that were scored.
    scored : int
        Candidates looked at.
    pruned : int
        Candidates set aside because they could not become the best.
    mean_covered : float
        Mean number of rows that the scored candidates cover.
    """

    width: int
    level: int
    scored: int
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
    scored, pruned : int
        Candidates looked at, and those set aside unseen, over all rounds.
    combinations : int
        Distinct sets of attributes among the candidates.
    covered, errors : int
        Rows as the search saw them: those of the rule's class that no earlier rule covers,
        and all rows of the other classes.
    rounds : tuple of Round
        One entry for each width and level.

    Examples
    --------
    >>> print(SearchRecord("beam", 5, 48, 2, 7, 34, 1, (Round(5, 1, 20, 0, 61.5),)))
    beam search, width 5: 48 candidates scored, 2 pruned, 7 combinations; covers 34, wrong 1
      width  level  scored  pruned  mean covered
          5      1      20       0          61.5
    """

    search: str
    width: int
    scored: int
    pruned: int
    combinations: int
    covered: int
    errors: int
    rounds: tuple[Round, ...] = ()

    def __str__(self) -> str:
        heading = (
            f"{self.search} search, width {self.width:,}: "
            f"{count_text(self.scored, 'candidate')} scored, {self.pruned:,} pruned, "
            f"{count_text(self.combinations, 'combination')}; "
            f"covers {self.covered:,}, wrong {self.errors:,}"
        )
        return "\n".join([heading, *_round_lines(self.rounds)])

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {**asdict(self), "rounds": [asdict(one) for one in self.rounds]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], where: str = "search record") -> SearchRecord:
        """Build a record from plain data; refuse what `to_dict` would not have written.

        Parameters
        ----------
        data : mapping
            As `to_dict` returns it.
        where : str
            How to call the record when something is wrong with it.

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
        read = Fields(data, where).only(field.name for field in fields(cls))
        return cls(
            search=read.text("search"),
            width=read.integer("width"),
            scored=read.integer("scored"),
            pruned=read.integer("pruned"),
            combinations=read.integer("combinations"),
            covered=read.integer("covered"),
            errors=read.integer("errors"),
            rounds=tuple(_read_round(one) for one in read.objects("rounds")),
        )


def _read_round(read: Fields) -> Round:
    read.only(field.name for field in fields(Round))
    return Round(
        width=read.integer("width"),
        level=read.integer("level"),
        scored=read.integer("scored"),
        pruned=read.integer("pruned"),
        mean_covered=read.number("mean_covered"),
    )


def _round_lines(rounds: tuple[Round, ...]) -> list[str]:
    """Write the rounds as lines of right-aligned columns, below their headings."""
    if not rounds:
        return []
    cells = [("width", "level", "scored", "pruned", "mean covered")] + [
        (f"{r.width:,}", f"{r.level:,}", f"{r.scored:,}", f"{r.pruned:,}", f"{r.mean_covered:,.1f}")
        for r in rounds
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  " + "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in cells
    ]
