"""Rules as rows of texts, for the formats that people read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conjunct.model import Rules, ScoreCard, ScoredRule
from conjunct.model.notation import amount_text, label_text, number_text, rate_text
from conjunct.model.points import points_text
from conjunct.model.printed.card_sheet import (
    promised_cells,
    promised_headings,
    rate_heading,
)
from conjunct.model.printed.card_words import formula, meaning, rate_decimals, sentences
from conjunct.model.printed.cells import (
    NOTHING,
    default_cells,
    head_text,
    number_cells,
    number_headings,
)


class TextTable(NamedTuple):
    """A table of text: columns of words on the left, columns of numbers on the right.

    Parameters
    ----------
    heading : tuple of str
    rows : list of tuple of str
    n_words : int
        Number of left-aligned columns; numbers are right-aligned.
    below : str
        A sentence on how the rules decide together.
    """

    heading: tuple[str, ...]
    rows: list[tuple[str, ...]]
    n_words: int
    below: str


def text_table(rules: Rules) -> TextTable:
    """Return the rules of a model as a table, with their classes or points and their counts.

    A card has a column of points for each class with points; its first row holds the points that
    every row starts with. Other models have the class of each rule; their last row holds the class
    of rows that no rule covers.

    Examples
    --------
    >>> from conjunct.model import ScoreCard
    >>> card = ScoreCard.of((), ("no", "yes"), (7, 3), {}, base=(0, -0.85))
    >>> text_table(card).rows
    [('', 'every row', '−0.85', '', '')]
    """
    return _card_table(rules) if isinstance(rules, ScoreCard) else _rules_table(rules)


def _card_table(card: ScoreCard) -> TextTable:
    """Return a card with the rates that its printed form has.

    With more than two classes, a column names the class that the rate of each rule is about.
    """
    places, decimals, promised = rate_decimals(card), card.score_decimals, promised_headings(card)
    many = len(card.classes) != 2
    points = tuple(f"points for {label_text(card.classes[at])}" for at in card.scored)

    def cells(rule: ScoredRule) -> Iterator[str]:
        one = rule.head if many else card.scored[0]
        if many:
            yield head_text(card, rule)
        for at in card.scored:
            yield points_text(rule.points[at], decimals) if rule.points[at] else ""
        yield amount_text(rule.covered)
        yield rate_text(rule.counts[one] / rule.covered, places) if rule.covered else NOTHING
        promises = promised_cells(card, rule, one, places)
        yield from (promises[heading] for heading in promised)

    begin = card.base if card.scale is None else (card.start, card.start)
    start = tuple(points_text(begin[at], decimals) for at in card.scored)
    rows = [("", "every row", *[""] * many, *start, *[""] * (2 + len(promised)))]
    rows += [
        (str(number), f"if {rule.body}", *cells(rule))
        for number, rule in enumerate(card.rules, start=1)
    ]
    heading = ("#", "rule", *["class"] * many, *points, "rows", rate_heading(card), *promised)
    below = " ".join([_how_to_add_up(card), *meaning(card, promised)])
    return TextTable(heading, rows, 2 + many, below)


def _how_to_add_up(card: ScoreCard) -> str:
    """Return sentences on how points are added up, and on the class and its probability."""
    order = ", ".join(label_text(card.classes[at]) for at in card.by_frequency)
    unit = "" if card.unit == 1 else f" / {number_text(card.unit)}"
    start = "Add the points of every rule that holds to those of every row."
    if len(card.classes) != 2:
        return (
            f"{start} The largest sum is predicted; of equal sums the first of {order}. The "
            f"probability of a class is its share of exp(sum{unit}) over all classes."
        )
    (at,) = card.scored
    if card.scale is not None:
        scale = card.scale.sentence(label_text(card.classes[at]))
        return " ".join([start, sentences(card, ())[0], scale, formula(card)])
    ours, other = label_text(card.classes[at]), label_text(card.classes[1 - at])
    above = "from 0 up" if card.by_frequency[0] == at else "above 0"
    predicts = f"A sum {above} predicts {ours}, any other {other}."
    if card.threshold is not None:
        points = number_text(card.threshold.points)
        predicts = f"A sum of {points} or more predicts {ours}; {card.threshold.kept(ours)}."
    return f"{start} {predicts} P({ours}) = 1 / (1 + exp(−sum{unit}))."


def _rules_table(rules: Rules) -> TextTable:
    numbers = number_headings(rules)
    rows = [
        (str(number), f"if {rule.body}", head_text(rules, rule), *number_cells(rule, numbers))
        for number, rule in enumerate(rules, start=1)
    ]
    label, ours, of_all = default_cells(rules)
    empty = [""] * (len(numbers) - 1)
    rows.append(("", "otherwise", label, f"{ours} {of_all}", *empty))
    return TextTable(("#", "rule", "class", *numbers), rows, 3, rules.combination)
