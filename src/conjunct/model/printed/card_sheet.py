"""The content of a printed score card, cell by cell and sentence by sentence, for text and HTML."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from conjunct.model.bands import MOST_BANDS, Band, score_bands
from conjunct.model.notation import amount_text, count_text, label_text, limit_text, rate_text
from conjunct.model.points import n_decimals, points_text, whole, whole_text
from conjunct.model.printed.card_words import rate_decimals, sentences
from conjunct.model.printed.cells import NOTHING, number_cells, number_headings

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard
    from conjunct.model.scored_rule import ScoredRule

_LONGEST = 12
"""Longest class name as a heading, in characters."""


class Line(NamedTuple):
    """A line of the card: a rule, or a class and the points that it starts with.

    Parameters
    ----------
    number : str
        Number of the rule; empty for a class.
    body : tuple of str
        The conditions, or the class.
    cells : tuple of str
        One cell for each heading.
    """

    number: str
    body: tuple[str, ...]
    cells: tuple[str, ...]


class Sheet(NamedTuple):
    """The content of a printed card.

    Parameters
    ----------
    title : str
        The class that the points are for, and the number of rows.
    headings : tuple of str
        Headings of the cells.
    groups : tuple of tuple of Line
        The rules of all classes in one group, or one group for each class.
    scores : tuple of tuple of str
        A table of scores, each line with its name first; empty for more than two classes.
    said : tuple of str
        Sentences on how to decide, how well that works, and what the numbers mean.
    search : tuple of tuple of str
        A table of the search for each rule, with its headings; empty without details.
    """

    title: str
    headings: tuple[str, ...]
    groups: tuple[tuple[Line, ...], ...]
    scores: tuple[tuple[str, ...], ...]
    said: tuple[str, ...]
    search: tuple[tuple[str, ...], ...]

    @property
    def lines(self) -> Iterator[Line]:
        """Yield the lines of all groups."""
        return (line for group in self.groups for line in group)


def card_sheet(card: ScoreCard, details: bool = False, most_bands: int = MOST_BANDS) -> Sheet:
    """Return the content of a printed card.

    Parameters
    ----------
    card : ScoreCard
    details : bool, default=False
        Whether to include the search and the formula of the probabilities.
    most_bands : int, default=8
        The largest number of columns in the table of scores.
    """
    writer = _Writer(card)
    return Sheet(
        title=_title(card),
        headings=writer.headings,
        groups=tuple(writer.groups()),
        scores=_score_table(card, most_bands) if len(card) and len(card.classes) == 2 else (),
        said=tuple(sentences(card, writer.promised, details)),
        search=_search_table(card) if details and len(card) else (),
    )


def how_to_add_up(card: ScoreCard) -> str:
    """Return a sentence on how the points of a card decide."""
    return sentences(card, ())[0]


def given_text(card: ScoreCard, rule: ScoredRule) -> str:
    """Return all points of a rule in words, such as "+3 points for Adelie, −0.8 for Gentoo"."""
    first = card.scored[0] if len(card.classes) == 2 else rule.head
    others = [one for one, points in enumerate(rule.points) if points and one != first]
    others.sort(key=lambda one: -abs(rule.points[one]))
    noun = " point" if abs(rule.points[first]) == 1 else " points"
    given = []
    for one in (first, *others):
        points = points_text(rule.points[one], n_decimals([rule.points[one]]))
        given.append(f"{points}{noun} for {label_text(card.classes[one])}")
        noun = ""
    return ", ".join(given)


def rate_heading(card: ScoreCard) -> str:
    """Return the heading of rates: with two classes, the class with points if its name is short."""
    ours = label_text(card.classes[card.scored[0]])
    return ours if len(card.classes) == 2 and len(ours) <= _LONGEST else "rate"


class _Writer:
    """Writes the lines of a card.

    With two classes, there is one column of points. With more, each class has its rules below it;
    a rule that gives points to several classes is listed below each of them, with the same number.
    """

    def __init__(self, card: ScoreCard) -> None:
        self.card = card
        self.labels = tuple(label_text(label) for label in card.classes)
        self.decimals, self.places = card.score_decimals, rate_decimals(card)
        self.promised = promised_headings(card)
        self.headings = ("points", "rows", rate_heading(card), *self.promised)

    def groups(self) -> Iterator[tuple[Line, ...]]:
        numbered = list(enumerate(self.card.rules, start=1))
        if len(self.card.classes) == 2:
            (ours,) = self.card.scored
            lines = [self._rule(number, rule, ours) for number, rule in numbered]
            yield (*self._start_of_score(), *lines)
            return
        for one in range(len(self.card.classes)):
            mine = [
                self._rule(number, rule, one)
                for number, rule in numbered
                if rule.head == one or rule.points[one]
            ]
            yield (self._start(one), *mine)

    def _start_of_score(self) -> list[Line]:
        """Write what every score starts with; only cards with a scale have this line."""
        if self.card.scale is None:
            return []
        start = points_text(self.card.start, self.decimals)
        return [Line("", ("every row starts with",), (start, *[""] * (len(self.headings) - 1)))]

    def _start(self, one: int) -> Line:
        """Write the line of a class: its rows, its rate, and the points that it starts with."""
        counts = self.card.class_counts
        rate = rate_text(counts[one] / max(sum(counts), 1), self.places)
        start = points_text(self.card.base[one], self.decimals)
        cells = (start, amount_text(counts[one]), rate, *("" for _ in self.promised))
        return Line("", (f"{self.labels[one]} starts with",), cells)

    def _rule(self, number: int, rule: ScoredRule, one: int) -> Line:
        points = points_text(rule.points[one], self.decimals)
        rate = rate_text(rule.counts[one] / rule.covered, self.places) if rule.covered else NOTHING
        promised = promised_cells(self.card, rule, one, self.places)
        kept = [promised[heading] for heading in self.promised]
        cells = (points, amount_text(rule.covered), rate, *kept)
        return Line(str(number), tuple(map(str, rule.conditions)) or ("always",), cells)


def promised_headings(card: ScoreCard) -> tuple[str, ...]:
    """Return the headings of the promises that at least one rule makes."""
    known = {
        "expected": any(rule.expected is not None for rule in card.rules),
        "guaranteed": any(rule.at_most is not None for rule in card.rules),
    }
    return tuple(heading for heading, there in known.items() if there)


def promised_cells(card: ScoreCard, rule: ScoredRule, one: int, places: int) -> dict[str, str]:
    """Return what a rule promises about the rate of a class; empty for classes but its head.

    A rule promises how often it is wrong. If it supports the class, the rate is one minus the
    error, so a bound on the error is a lower bound of the rate. If it opposes the class, its
    errors are the rows of the class, and a bound on the error is an upper bound of the rate.
    """
    gains = (rule.head == one) != rule.against
    stands = len(card.classes) == 2 or rule.head == one
    expected, guaranteed = NOTHING, NOTHING
    if rule.expected is not None:
        rate = 1 - rule.expected if gains else rule.expected
        expected = rate_text(rate, places)
    if rule.at_most is not None:
        rate = 1 - rule.at_most if gains else rule.at_most
        guaranteed = limit_text(rate, gains, places)
    if not stands:
        expected, guaranteed = "", ""
    return {"expected": expected, "guaranteed": guaranteed}


def _title(card: ScoreCard) -> str:
    rows = sum(card.class_counts)
    target = label_text(card.target)
    if len(card.classes) != 2:
        many = "1 class" if len(card.classes) == 1 else f"{len(card.classes):,} classes"
        return f"Score for {target}: {count_text(rows, 'row')}, {many}."
    (ours,) = card.scored
    share = rate_text(card.class_counts[ours] / max(rows, 1), rate_decimals(card))
    label, count = label_text(card.classes[ours]), amount_text(card.class_counts[ours])
    return f"Score for {target} = {label}: {count} of {amount_text(rows)} rows ({share})."


def _score_table(card: ScoreCard, most: int) -> tuple[tuple[str, ...], ...]:
    places, decimals = rate_decimals(card), card.score_decimals
    bands = score_bands(card, most)
    table = [
        ("score", *(_band_text(band, decimals) for band in bands)),
        ("predicted", *(rate_text(band.predicted, places) for band in bands)),
    ]
    if card.scores:
        observed = [band.observed for band in bands]
        shares = (NOTHING if one is None else rate_text(one, places) for one in observed)
        table.append(("observed", *shares))
        table.append(("rows", *(amount_text(band.rows) for band in bands)))
    return tuple(table)


def _band_text(band: Band, decimals: int) -> str:
    low, high = (
        whole_text(whole(one, decimals), decimals) if math.isfinite(one) else ""
        for one in (band.low, band.high)
    )
    if not low:
        return f"≤ {high}"
    if not high:
        return f"≥ {low}"
    joint = " to " if band.low < 0 else "–"
    return low if low == high else f"{low}{joint}{high}"


def _search_table(card: ScoreCard) -> tuple[tuple[str, ...], ...]:
    searched = [one for one in number_headings(card, details=True) if one in _SEARCHED]
    table = [("rule", *searched)]
    for number, rule in enumerate(card.rules, start=1):
        table.append((str(number), *number_cells(rule, searched)))
    return tuple(table)


_SEARCHED = ("tried", "possible", "p-value")
