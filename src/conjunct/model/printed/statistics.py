"""How rules do on new rows, as a table of plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from conjunct.model.notation import amount_text, label_text, rate_text
from conjunct.model.points import points_text
from conjunct.model.printed.card_sheet import (
    promised_cells,
    promised_headings,
    rate_heading,
)
from conjunct.model.printed.card_words import rate_decimals
from conjunct.model.printed.cells import NOTHING, head_text, number_cells, number_headings
from conjunct.model.printed.entries import Entry, columns, entry_lines
from conjunct.model.printed.footer import broken, whole_percent
from conjunct.model.printed.rules import body_parts
from conjunct.model.score_card import ScoreCard
from conjunct.model.statistics import confidence_of

if TYPE_CHECKING:
    from conjunct.model.rule import Rule
    from conjunct.model.rules import Rules
    from conjunct.model.statistics import RuleStatistics

_ALL_KEPT = {1: "The promise is kept.", 2: "Both promises are kept."}
_PROMISE = {True: "kept", False: "broken", None: NOTHING}


def statistics_text(
    rules: Rules,
    told: Sequence[RuleStatistics],
    default: RuleStatistics | None = None,
    width: int = 100,
) -> str:
    """Return what each rule promises, and beside it how it does on new rows.

    The columns are those of the printed model: a score card shows the rate of a class, every other
    model the share of wrong rows.

    Parameters
    ----------
    rules : Rules
    told : sequence of RuleStatistics
        Statistics of each rule.
    default : RuleStatistics or None
        Statistics of the rows that no rule covers.
    width : int, default=100
        Characters in a line.
    """
    if not len(rules):
        return "No rules, so there are no promises."
    writer = _OfCard(rules) if isinstance(rules, ScoreCard) else _OfRules(rules)
    cells = [writer.cells(rule, one) for rule, one in zip(rules, told, strict=True)]
    last = []
    if default is not None and isinstance(writer, _OfRules):
        last = [writer.otherwise(default)]
    heading, *beside = columns([writer.headings, *cells, *last], left=writer.left)
    hidden = set(rules.unprinted)
    entries = [
        Entry(str(position + 1), body_parts(rule), right)
        for position, (rule, right) in enumerate(zip(rules, beside, strict=False))
        if position not in hidden
    ]
    if last:
        entries.append(Entry("", ["otherwise"], beside[-1]))
    lines = entry_lines([Entry("#", ["rule"], heading), *entries], width)
    said = [line for text in _sentences(rules, told) for line in broken(text, width)]
    return "\n".join([*lines, "", *said])


class _OfRules:
    """Writes the cells of lists, sets and trees: the share of wrong rows."""

    left = 1

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.promised = [one for one in number_headings(rules) if one in ("expected", "at most")]
        self.bounded = "at most" in self.promised
        new = ("rows", "wrong", "share", "interval", *["promise"] * self.bounded)
        self.headings = ("class", *self.promised, *new)

    def cells(self, rule: Rule, told: RuleStatistics) -> tuple[str, ...]:
        promised = number_cells(rule, self.promised)
        kept = [_PROMISE[told.kept]] * self.bounded
        return (head_text(self.rules, rule), *promised, *_wrong_cells(told), *kept)

    def otherwise(self, told: RuleStatistics) -> tuple[str, ...]:
        label = label_text(self.rules.classes[self.rules.default])
        blank = ["" for _ in self.promised]
        return (label, *blank, *_wrong_cells(told), *[""] * self.bounded)


class _OfCard:
    """Writes the cells of a score card: the rate of a class among the rows of a rule."""

    def __init__(self, card: ScoreCard) -> None:
        self.card, self.places = card, rate_decimals(card)
        self.two = len(card.classes) == 2
        self.left = 0 if self.two else 1
        self.promised = promised_headings(card)
        self.bounded = "guaranteed" in self.promised
        new = ("rows", rate_heading(card), "interval", *["promise"] * self.bounded)
        self.headings = (*["class"] * self.left, "points", *self.promised, *new)

    def cells(self, rule: Any, told: RuleStatistics) -> tuple[str, ...]:
        one = self.card.scored[0] if self.two else rule.head
        promised = promised_cells(self.card, rule, one, self.places)
        return (
            *[head_text(self.card, rule)] * self.left,
            points_text(rule.points[one], self.card.n_decimals),
            *(promised[heading] for heading in self.promised),
            *self._rates(told, gains=(rule.head == one) != rule.against),
            *[_PROMISE[told.kept]] * self.bounded,
        )

    def _rates(self, told: RuleStatistics, gains: bool) -> tuple[str, str, str]:
        """Write the rows, and the class rate: the share of right rows if `gains`, else of wrong."""
        if told.share is None or told.low is None or told.high is None:
            return amount_text(told.rows), NOTHING, NOTHING
        rate, low, high = told.share, told.low, told.high
        if gains:
            rate, low, high = 1 - rate, 1 - high, 1 - low
        interval = interval_text(low, high, self.places)
        return amount_text(told.rows), rate_text(rate, self.places), interval


def interval_text(low: float, high: float, decimals: int = 1) -> str:
    """Write two limits in percent.

    Examples
    --------
    >>> interval_text(0.0866, 0.491), interval_text(0.0866, 0.491, decimals=0)
    ('8.7–49.1 %', '9–49 %')
    """
    return f"{100 * low:.{decimals}f}–{100 * high:.{decimals}f} %"


def _wrong_cells(told: RuleStatistics) -> tuple[str, str, str, str]:
    rows, wrong = amount_text(told.rows), amount_text(told.wrong)
    if told.share is None or told.low is None or told.high is None:
        return rows, wrong, NOTHING, NOTHING
    return rows, wrong, rate_text(told.share, 1), interval_text(told.low, told.high)


def _sentences(rules: Rules, told: Sequence[RuleStatistics]) -> list[str]:
    sure = whole_percent(confidence_of(rules))
    interval = f"Interval: with {sure} confidence, for each rule by itself."
    judged = [one.kept for one in told if one.kept is not None]
    if not judged:
        return [interval]
    promise = (
        "A promise is broken where even the lowest error that the new rows allow, with "
        f"{sure} confidence for all rules at once, is above the bound."
    )
    numbers = [str(number) for number, one in enumerate(told, start=1) if one.kept is False]
    return [f"{interval} {promise}", _verdict(numbers, len(judged))]


def _verdict(broken_by: list[str], n_judged: int) -> str:
    if not broken_by:
        return _ALL_KEPT.get(n_judged, f"All {n_judged} promises are kept.")
    if len(broken_by) == 1:
        return f"Rule {broken_by[0]} broke its promise."
    return f"Rules {', '.join(broken_by[:-1])} and {broken_by[-1]} broke their promises."
