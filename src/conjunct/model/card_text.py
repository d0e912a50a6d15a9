"""A score card as plain text: rules with points, what sums of points mean, and how to add up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conjunct.data.table import Table
from conjunct.model.card_cells import base_parts, grouped, other_points
from conjunct.model.card_scale import MOST, scale_rows
from conjunct.model.cells import default_cells, number_cells, number_headings
from conjunct.model.entries import Entry, columns, entry_lines
from conjunct.model.footer import footer_lines, size_text
from conjunct.model.notation import chance_text, label_text, number_text
from conjunct.model.points import points_text
from conjunct.model.text import body_parts, listed

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard


def card_text(card: ScoreCard, width: int = 100, footer: bool = True, details: bool = False) -> str:
    """Return the card as a table of numbered rules, and one to look probabilities up in.

    Each class that points are for has a line with the points that every row starts with, and its
    rules below. Points are written with all their decimals: what is printed is what is added up.
    How long bodies are broken is told at `conjunct.model.entries.entry_lines`.

    Parameters
    ----------
    card : ScoreCard
    width : int, default=100
        Characters in a line. Nothing is cut: where names are longer than that, so are lines.
    footer : bool, default=True
        Whether to say below how to add up, and what the numbers mean.
    details : bool, default=False
        Whether to print also how hard each rule was searched for.

    Returns
    -------
    text : str
        Without a newline at the end. No rules give the default alone.
    """
    if not len(card):
        label, ours, of_all = default_cells(card)
        lines = [f"otherwise {label}   ({ours} {of_all})"]
    else:
        lines = [*_rule_lines(card, width, details), "", *_scale_lines(card, width)]
    if footer:
        lines += ["", *footer_lines(card, _about(card), width, details)]
    return "\n".join(lines)


def combination_text(card: ScoreCard) -> str:
    """Say how to add up points, which class the sums predict, and with which probability."""
    return _two_classes(card) if len(card.classes) == 2 else _many_classes(card)


def _rule_lines(card: ScoreCard, width: int, details: bool) -> list[str]:
    decimals = card.n_decimals
    numbers = number_headings(card, details)
    cells: list[tuple[str, ...]] = [("points", *numbers)]
    entries = [Entry("#", ["rule"], "")]
    for group, rules in grouped(card):
        cells.append((points_text(card.base[group], decimals),))
        entries.append(Entry("", base_parts(card, group), ""))
        for number, rule in rules:
            others = listed(other_points(card, rule, group, decimals))
            points = points_text(rule.points[group], decimals)
            cells.append((points, *number_cells(rule, numbers)))
            entries.append(Entry(str(number), body_parts(rule), "", "   also: ", others))
    beside = columns(cells)
    filled = [entry._replace(beside=one) for entry, one in zip(entries, beside, strict=True)]
    return entry_lines(filled, width)


def _scale_lines(card: ScoreCard, width: int) -> list[str]:
    """Write as many columns of the scale as a line holds, at least three."""
    for steps in range(MOST, 2, -2):
        lines = columns(scale_rows(card, steps), left=1)
        if len(lines[0]) <= width:
            return lines
    return columns(scale_rows(card, 2), left=1)


def _two_classes(card: ScoreCard) -> str:
    (scored,) = card.scored
    ours, other = label_text(card.classes[scored]), label_text(card.classes[1 - scored])
    above = "from 0 up" if card.by_frequency[0] == scored else "above 0"
    base = points_text(card.base[scored], card.n_decimals)
    predicts = f"A sum {above} predicts {ours}, any other {other};"
    if card.threshold is not None:
        predicts = card.threshold.sentence(ours)
    return (
        f"Start with {base} and add the points of every rule that holds. {predicts} "
        f"P({ours}) = 1/(1 + exp(−{_in_units(card, 'sum')}))."
    )


def _many_classes(card: ScoreCard) -> str:
    order = ", ".join(label_text(card.classes[one]) for one in card.by_frequency)
    several = any(sum(map(bool, rule.points)) > 1 for rule in card.rules)
    also = ', also after "also"' if several else ""
    return (
        "Start each class with its points for every row and add those of every rule that "
        f"holds{also}. The largest sum is predicted; of equal sums the first of {order}. "
        "Probability of a class: its weight, "
        f"100 · exp(−{_in_units(card, 'points behind')}), as a share of all weights."
    )


def _in_units(card: ScoreCard, what: str) -> str:
    return what if card.unit == 1 else f"{what}/{number_text(card.unit)}"


def _about(card: ScoreCard) -> str:
    if not len(card):
        return f"No rules: every row gets this class, with probability {_base_chance(card)}."
    return f"{size_text(card)} {card.combination} {_wrong_text(card)}"


def _base_chance(card: ScoreCard) -> str:
    nothing = Table((), n_rows=1)
    return chance_text(float(card.predict_proba(nothing).max()))


def _wrong_text(card: ScoreCard) -> str:
    if len(card.classes) != 2:
        return "Wrong: rows of other classes, or of its own where a rule speaks against it."
    (scored,) = card.scored
    ours, other = label_text(card.classes[scored]), label_text(card.classes[1 - scored])
    return f"Wrong: {other} where points are added, {ours} where they are taken away."
