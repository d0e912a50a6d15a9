from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from conjunct.data.table import Table
from conjunct.errors import ModelError
from conjunct.model import Rule, ScoreCard

from .conftest import scored

ONE_ROW = Table((), n_rows=1)


def always(*points: tuple[float, ...]) -> list[Any]:
    """Return rules that hold for every row, each about the class that it gives or takes most."""
    return [scored((), one.index(max(one, key=abs)), (1,) * len(one), one) for one in points]


def test_points_of_all_rules_that_hold_are_added_up(credit: ScoreCard, clients: Any) -> None:
    table = credit.table_of(clients)
    assert credit.sums(table).tolist() == [[0, 0.68], [0, 0.4], [0, -0.4]]
    assert credit.deciding(table) == [(0, 1, 2), (1,), ()]
    assert credit.predict(clients).tolist() == ["bad", "bad", "good"]
    odds = np.exp([0.68, 0.4, -0.4])
    assert credit.predict_proba(clients)[:, 1] == pytest.approx(odds / (1 + odds))


def test_a_rule_may_give_points_to_several_classes(leaves: ScoreCard, plants: Any) -> None:
    assert leaves.sums(leaves.table_of(plants)).tolist() == [
        [-4.1, 2.8, 3.2, -1.55],
        [-1.0, 0.4, 0.0, -0.75],
    ]
    assert leaves.predict(plants).tolist() == ["alternaria", "brown-spot"]
    weights = np.exp([-4.1, 2.8, 3.2, -1.55])
    assert leaves.predict_proba(plants)[0] == pytest.approx(weights / weights.sum())


@pytest.mark.parametrize(
    ("class_counts", "label"),
    [((1, 5, 9), "c"), ((9, 5, 1), "b"), ((1, 5, 5), "b"), ((0, 0, 0), "b")],
)
def test_equal_sums_go_to_the_more_frequent_class_and_then_to_the_first(
    class_counts: Any, label: str
) -> None:
    rules = always((0.1, 0, 0), (0, 0.1, 0), (0, 0.2, 0), (0, 0, 0.3))
    card = ScoreCard.of(rules, ("a", "b", "c"), class_counts, {}, base=(0, 0, 0))
    assert 0.1 + 0.2 != 0.3
    assert card.sums(ONE_ROW).tolist() == [[0.1, 0.3, 0.3]]
    assert card.predict(ONE_ROW).tolist() == [label]
    shares = card.predict_proba(ONE_ROW)[0]
    assert card.classes[shares.argmax()] == label
    assert np.sort(shares) == pytest.approx([0.290460, 0.354770, 0.354770], abs=1e-6)


def test_a_difference_too_small_for_a_probability_still_decides() -> None:
    card = ScoreCard.of(always((1e-30, 0)), ("a", "b"), (1, 9), {}, base=(0, 0))
    assert card.predict(ONE_ROW).tolist() == ["a"]
    assert card.predict_proba(ONE_ROW)[0].argmax() == 0
    assert card.sums(ONE_ROW).tolist() == [[1e-30, 0]]


@pytest.mark.parametrize("unit", [1e-300, 1.0, 1e300])
def test_extreme_points_give_probabilities_without_warnings(unit: float) -> None:
    rules = always((1e299, -1e299, 5e-324), (-3.0, 0.5, 0.25))
    card = ScoreCard.of(rules, ("a", "b", "c"), (1, 1, 1), {}, base=(0, 0, 1e17), unit=unit)
    shares = card.predict_proba(ONE_ROW)[0]
    assert card.predict(ONE_ROW).tolist() == ["a"]
    assert shares.argmax() == 0
    assert shares.sum() == pytest.approx(1)
    assert str(card)


def test_no_rules_and_no_rows_are_fine(credit: ScoreCard, clients: Any) -> None:
    empty = replace(credit, rules=())
    assert empty.predict(clients).tolist() == ["good"] * 3
    assert empty.scored == (1,)
    assert ScoreCard.of((), ("a", "b"), (1, 1), {}, base=(0, 0)).scored == (1,)
    assert ScoreCard.of((), ("a", "b"), (1, 1), {}, base=(1, 0)).scored == (0,)
    nothing = credit.table_of(clients).take(np.array([], dtype=np.int64))
    for card in (credit, replace(credit, base=(0, -1e-30))):
        assert card.predict(nothing).shape == (0,)
        assert card.predict_proba(nothing).shape == (0, 2)
        assert str(card.explain(nothing)) == ""


def test_one_class_alone_is_certain() -> None:
    card = ScoreCard.of(always((2,)), ("a",), (3,), {}, base=(1,))
    assert card.predict_proba(ONE_ROW).tolist() == [[1.0]]
    assert str(card).startswith("Score for class: 3 rows, 1 class.\n")
    assert "a starts with" in str(card)


def test_a_score_card_is_a_sequence_of_rules_and_a_value(
    credit: ScoreCard, leaves: ScoreCard
) -> None:
    assert (len(credit), credit.n_conditions, credit.n_points, credit.n_decimals) == (3, 5, 3, 2)
    assert (len(leaves), leaves.n_points, leaves.scored) == (5, 8, (0, 1, 2, 3))
    assert list(credit) == list(credit.rules)
    assert copy.deepcopy(credit) == credit
    assert pickle.loads(pickle.dumps(credit)) == credit
    assert replace(credit, unit=2.0) != credit


def test_rules_are_put_in_the_order_of_print(credit: ScoreCard, leaves: ScoreCard) -> None:
    assert [rule.points[1] for rule in credit.rules] == [1.4, 0.8, -1.12]
    assert [(rule.head, rule.points[rule.head]) for rule in leaves.rules] == [
        (0, 3.25),
        (0, -3.1),
        (1, 2.4),
        (2, 2),
        (2, -1.5),
    ]
    with pytest.raises(ModelError, match=r"order of print; make a card by ScoreCard\.of"):
        replace(leaves, rules=leaves.rules[::-1])


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"base": (0,)}, "base has 1 points for 2 classes"),
        ({"base": ()}, "base has 0 points for 2 classes"),
        ({"base": (1, -0.4)}, "of two classes only one can have points, and here both have some"),
        ({"base": (0, float("nan"))}, "base must hold finite numbers, not (0.0, nan)"),
        ({"base": (0, float("inf"))}, "base must hold finite numbers, not (0.0, inf)"),
        ({"base": (0, -1e301)}, "the points are too large to be added up"),
        ({"base": (0, 0.4)}, "default is 0, but class 1 has the largest base points"),
        ({"default": 1}, "default is 1, but class 0 has the largest base points"),
        ({"default": 2}, "default is 2, which is not one of 2 classes"),
        ({"unit": 0}, "unit must be above 0 and at most 1e+300, not 0"),
        ({"unit": -1.0}, "unit must be above 0 and at most 1e+300, not -1"),
        ({"unit": float("inf")}, "unit must be above 0 and at most 1e+300, not inf"),
        ({"unit": float("nan")}, "unit must be above 0 and at most 1e+300, not nan"),
        ({"kinds": {}}, "rule 1 uses 'history', which is not in kinds"),
    ],
)
def test_parts_that_do_not_fit_together_are_refused(
    credit: ScoreCard, changes: Any, complaint: str
) -> None:
    with pytest.raises(ModelError) as refused:
        replace(credit, **changes)
    assert str(refused.value) == complaint


def test_rules_without_points_are_refused(credit: ScoreCard) -> None:
    first = credit.rules[0]
    plain: Any = Rule(*(getattr(first, name) for name in Rule.__slots__))
    with pytest.raises(ModelError, match=r"^rule 1 has no points; a score card needs a ScoredRule"):
        replace(credit, rules=(plain,))


def test_rounding_leaves_out_rules_without_points(credit: ScoreCard, clients: Any) -> None:
    ten = credit.rounded(10)
    assert (ten.base, ten.unit) == ((0.0, -4.0), 10.0)
    assert [rule.points for rule in ten.rules] == [(0, 14), (0, 8), (0, -11)]
    assert ten.predict(clients).tolist() == credit.predict(clients).tolist()
    one = credit.rounded(0.5)
    assert [rule.points for rule in one.rules] == [(0, 1), (0, -1)]
    assert one.kinds == {"checking": "nominal", "history": "nominal"}
    assert (one.target, one.n_rows, one.class_counts) == ("credit", 1000, (700, 300))
    assert one.default == 0
    assert ten.rounded(1).unit == 1.0


def test_rounding_may_change_the_default(credit: ScoreCard) -> None:
    assert replace(credit, class_counts=(300, 700)).rounded(1).default == 1


@pytest.mark.parametrize(
    ("points", "rounded"),
    [
        ((3.4, 3.1, 0), (4, 3, 0)),
        ((-3.4, -3.1, 0), (-4, -3, 0)),
        ((0.4, 0.1, -0.6), (1, 0, -1)),
        ((3.6, 3.4, 0), (4, 3, 0)),
    ],
)
def test_rounding_keeps_what_a_rule_says(points: Any, rounded: Any) -> None:
    rule = scored((), 0, (1, 1, 1), points)
    card = ScoreCard.of([rule], ("a", "b", "c"), (1, 1, 1), {}, base=(0, 0, 0))
    assert card.rounded(1).rules[0].points == rounded


def test_a_unit_that_no_points_fit_is_refused(credit: ScoreCard) -> None:
    with pytest.raises(ModelError, match="unit must be above 0 and at most"):
        credit.rounded(0)
    with pytest.raises(ModelError, match="the points are too large for this unit"):
        replace(credit, unit=1e-300).rounded(1e300)


def test_a_table_without_a_used_column_is_refused(credit: ScoreCard) -> None:
    with pytest.raises(ValueError, match="'history'"):
        credit.predict({"checking": ["none"]})


def test_a_frame_has_a_column_of_points(credit: ScoreCard, leaves: ScoreCard) -> None:
    pytest.importorskip("pandas")
    frame = credit.to_frame()
    assert frame["points"].tolist() == [1.4, 0.8, -1.12]
    assert frame["class"].tolist() == ["bad", "bad", "good"]
    assert frame["wrong"].tolist() == [15, 90, 46]
    assert leaves.to_frame()["points"].tolist() == [list(rule.points) for rule in leaves.rules]
