"""A printed score card is the model: what it says, JSON and `predict` agree on every row."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from tests.printed_card import read_card
from tests.printed_rules import Cell

from conjunct.data.table import Table
from conjunct.model import ScoreCard, ScoredRule, load_model
from conjunct.model.printed.card_sheet import card_sheet

from .random_cards import score_cards
from .random_rules import cell_of, tables, text_labels


def raw_rows(table: Table) -> list[dict[str, Cell]]:
    return [
        {column.name: cell_of(column, row) for column in table.columns}
        for row in range(table.n_rows)
    ]


@given(score_cards(text_labels), tables())
@settings(max_examples=60, deadline=None)
def test_printed_points_predict_as_the_model_does(card: ScoreCard, table: Table) -> None:
    assume(len(card))
    printed = read_card(card.to_text(width=10**6, details=True))
    rows = raw_rows(table)
    by_hand = [printed.decide(row, card.missing) for row in rows]
    assert card.predict(table).tolist() == by_hand
    assert load_model(card.to_json()).predict(table).tolist() == by_hand
    for row, shares in zip(rows, card.predict_proba(table), strict=True):
        chances = printed.chances(row, card.missing)
        assert [chances[str(label)] for label in card.classes] == pytest.approx(shares, abs=2e-9)


@given(score_cards(text_labels))
@settings(max_examples=60, deadline=None)
def test_printed_points_read_back_exactly(card: ScoreCard) -> None:
    assume(len(card))
    printed = read_card(card.to_text(width=10**6, details=True))
    assert printed.unit == card.unit
    assert {card.classes[one] for one in card.scored} == set(printed.base)
    for label, points in printed.base.items():
        given = card.shift if card.scale else card.base[card.classes.index(label)]
        assert points == Fraction(repr(given))
    assert printed.start == (Fraction(repr(card.start)) if card.scale else 0)
    for one, rule in zip(printed.rules, card.rules, strict=True):
        given = dict(zip(card.classes, rule.points, strict=True))
        assert {str(label): points for label, points in given.items() if points} == {
            label: float(points) for label, points in one.points.items() if points
        }


@given(score_cards(text_labels))
@settings(max_examples=60, deadline=None)
def test_printed_rates_and_promises_are_those_of_the_model(card: ScoreCard) -> None:
    assume(len(card))
    lines = [line for line in card_sheet(card).lines if line.number]
    assert {line.number for line in lines} == {str(n + 1) for n in range(len(card))}
    text = card.to_text(width=10**6)
    for line in lines:
        assert "  ".join(cell for cell in line.cells if cell).split() == [
            token for cell in line.cells for token in cell.split()
        ]
        rule = card.rules[int(line.number) - 1]
        cells = dict(zip(card_sheet(card).headings, line.cells, strict=True))
        assert cells["rows"] == f"{rule.covered:,}"
        assert " and ".join(line.body) in text
        if len(card.classes) == 2:
            check_two(card, rule, line.cells[2], cells)


def check_two(card: ScoreCard, rule: ScoredRule, rate: str, cells: dict[str, str]) -> None:
    """Compare the cells of a rule with what can be worked out from its counts and promise."""
    (ours,) = card.scored
    adds = rule.points[ours] > 0
    if rule.covered:
        close(rate, rule.counts[ours] / rule.covered)
    if rule.expected is not None:
        close(cells["expected"], 1 - rule.expected if adds else rule.expected)
    if rule.at_most is not None:
        sign, bound = cells["guaranteed"].removesuffix(" %").split()
        kept = 1 - rule.at_most if adds else rule.at_most
        assert sign == ("≥" if adds else "≤")
        assert (float(bound) <= 100 * kept + 1e-6) if adds else float(bound) >= 100 * kept - 1e-6
        assert abs(float(bound) - 100 * kept) <= 1


def close(text: str, share: float) -> None:
    """Check that a printed percentage is the share, rounded, and never 0 or 100 by rounding."""
    number = float(text.removesuffix(" %").lstrip("<>"))
    assert abs(number - 100 * share) <= 1
    assert (number == 0) == (share == 0) or text.startswith(("<", ">"))
    assert (number == 100) == (share == 1)
