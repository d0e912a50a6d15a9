"""A printed score card is the model: what it says, JSON and `predict` agree on every row."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from tests.printed_card import read_card
from tests.printed_rules import Cell

from conjunct.data.table import Table
from conjunct.model import ScoreCard, load_model

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
    printed = read_card(card.to_text(width=10**6))
    rows = raw_rows(table)
    by_hand = [printed.decide(row, card.missing) for row in rows]
    assert card.predict(table).tolist() == by_hand
    assert load_model(card.to_json()).predict(table).tolist() == by_hand
    for row, shares in zip(rows, card.predict_proba(table), strict=True):
        chances = printed.chances(row, card.missing)
        assert [chances[str(label)] for label in card.classes] == pytest.approx(shares, abs=2e-9)


@given(score_cards(text_labels))
@settings(max_examples=40, deadline=None)
def test_printed_points_read_back_exactly(card: ScoreCard) -> None:
    assume(len(card))
    printed = read_card(card.to_text(width=10**6))
    assert printed.unit == card.unit
    for label, points in printed.base.items():
        assert points == Fraction(repr(card.base[card.classes.index(label)]))
    assert {card.classes[one] for one in card.scored} == set(printed.base)
    for one, rule in zip(printed.rules, card.rules, strict=True):
        given = dict(zip(card.classes, rule.points, strict=True))
        assert {str(label): points for label, points in given.items() if points} == {
            label: float(points) for label, points in one.points.items() if points
        }
