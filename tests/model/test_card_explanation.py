from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from conjunct.model import Condition, ScoreCard

from .conftest import scored

TWO = """\
row 1: bad, 66.4 %: score 1.08, and 0.41 or more predicts bad
    #  rule                                  points  here
    1  history = 'no credits'                 +1.40  'no credits'
    2  duration > 22.5 and savings = '<100'   +0.80  24, '<100', 'no credits'
         and history ≠ 'critical account'
    3  checking = none                        −1.12  none
    Points lost for good: R1 (1.4), R2 (0.8).
row 2: bad, 59.9 %: score 0.80, and 0.41 or more predicts bad
    #  rule                                  points  here
    2  duration > 22.5 and savings = '<100'   +0.80  36, '<100', paid
         and history ≠ 'critical account'
    Points lost for good: R3 not: checking = none (1.12), R2 (0.8).
row 3: good, 59.9 %, since no rule holds: score 0.00, and 0.41 or more predicts bad
    Points lost for good: R3 not: checking = none (1.12)."""

FOUR = """\
row 1: alternaria, 59.5 %
    #  rule                               alternaria  brown-spot  'frog eye'  stem-canker  here
       start                                    0.00       +0.40       −0.75        −1.00
    2  stem = normal                                                                −3.10  normal
    3  leaves = abnormal and month > 6.5       +1.20       +2.40       −0.80               abnormal, 9
    4  spots = brown                           +2.00                                       brown
       sum                                     +3.20       +2.80       −1.55        −4.10
       probability                            59.5 %      39.9 %       0.5 %       <0.1 %
row 2: brown-spot, 44.8 %, since no rule holds
    #  rule         brown-spot  alternaria  'frog eye'  stem-canker  here
       start             +0.40        0.00       −0.75        −1.00
       sum               +0.40        0.00       −0.75        −1.00
       probability      44.8 %      30.0 %      14.2 %       11.0 %"""  # noqa: E501

UNKNOWN = """\
row 1: good, 59.9 %, but 4 of 4 attributes are missing: score 0.00, and 0.41 or more predicts bad
    So this says little about the row; of all rows 30 % are bad.
    Missing: history, duration, savings, checking (4 of 4 attributes).
    Could not be checked, no points: rules 1, 2, 3. With their average points bad would have 35.0 %.
    Points lost for good: R3 not: checking = none (1.12).
row 2: good, 82.1 %: score −1.12, and 0.41 or more predicts bad
    #  rule             points  here
    3  checking = none   −1.12  none
    Missing: savings (1 of 4 attributes).
    Could not be checked, no points: rule 2. With its average points bad would have 20.6 %.
    Never seen in training, meets only ≠: history = 'it is new'."""


def test_explanations_print_the_addition(credit: ScoreCard, clients: dict[str, Any]) -> None:
    assert str(credit.explain(clients)) == TWO


def test_explanations_of_many_classes_have_a_column_for_each(
    leaves: ScoreCard, plants: dict[str, Any]
) -> None:
    assert str(leaves.explain(plants)) == FOUR


def test_what_is_not_known_of_a_row_is_told(credit: ScoreCard) -> None:
    card = replace(credit, seen={"history": ("no credits", "paid", "critical account")})
    rows = {
        "checking": [None, "none"],
        "duration": [None, 30],
        "savings": [None, None],
        "history": [None, "it is new"],
    }
    assert str(card.explain(card.table_of(rows))) == UNKNOWN


def test_a_rule_that_a_known_cell_refutes_was_checked(credit: ScoreCard) -> None:
    rows = {"checking": ["low"], "duration": [10], "savings": [None], "history": ["paid"]}
    unknown = credit.explain(credit.table_of(rows))[0].unknown
    assert (unknown.missing, unknown.rules) == (("savings",), ())
    assert unknown.on_average == pytest.approx(credit.predict_proba(credit.table_of(rows))[0])


def test_where_missing_is_a_value_nothing_is_unknown(credit: ScoreCard) -> None:
    card = replace(credit, missing="value")
    rows = {name: [None] for name in card.attributes}
    unknown = card.explain(card.table_of(rows))[0].unknown
    assert (unknown.missing, unknown.rules) == ((), ())


def test_average_points_are_those_of_the_training_rows(hearts: ScoreCard) -> None:
    row = {name: [None] for name in hearts.attributes}
    (one,) = hearts.explain(hearts.table_of(row))
    points = [4 * 123, 3 * 143, 3 * 117, 2 * 99, -2 * 96]
    score = sum(points) / 303
    assert one.unknown.rules == (1, 2, 3, 4, 5)
    assert one.unknown.on_average[1] == pytest.approx(hearts.chance(score))
    assert one.unknown.usual == (165 / 303, 138 / 303)


def test_a_score_at_the_cut_is_enough(credit: ScoreCard, clients: dict[str, Any]) -> None:
    at_the_cut = replace(credit, base=(0, -0.79)).explain(clients)[1]
    assert (at_the_cut.predicted, at_the_cut.score, at_the_cut.cut) == ("bad", 0.8, 0.8)
    below = replace(credit, base=(0, -0.8)).explain(clients)[1]
    assert (below.predicted, below.score, below.cut) == ("good", 0.8, 0.81)


def test_equal_sums_are_pointed_out(leaves: ScoreCard, plants: dict[str, Any]) -> None:
    tied = replace(leaves, base=(-1, 0.4, 0.4, -1)).explain(plants)[1]
    assert tied.predicted == "brown-spot"
    assert str(tied).endswith("the largest are equal: the class with more training rows is taken")


@pytest.mark.parametrize(
    ("n_classes", "rest"),
    [(6, "1 class with smaller sums: probability "), (8, "3 classes with smaller sums: ")],
)
def test_of_very_many_classes_the_rest_is_summed_up(n_classes: int, rest: str) -> None:
    points = tuple(float(one) for one in range(n_classes))
    card = ScoreCard.of(
        [scored((), n_classes - 1, (1,) * n_classes, points)],
        [f"c{one}" for one in range(n_classes)],
        (1,) * n_classes,
        {},
        base=(0,) * n_classes,
    )
    text = str(card.explain({"any": [1]})[0])
    shown = [f"c{one}" for one in range(n_classes - 1, n_classes - 6, -1)]
    heading = text.splitlines()[1]
    assert heading.split() == ["#", "rule", *shown, "here"]
    assert text.splitlines()[-1].startswith(f"    {rest}")


def test_rules_for_none_of_the_classes_shown_are_counted() -> None:
    one_each = [tuple(float(one == place) for one in range(7)) for place in range(7)]
    rules = [scored((), one, (1,) * 7, points) for one, points in enumerate(one_each)]
    base = tuple(float(one) for one in range(7))
    card = ScoreCard.of(rules, [f"c{one}" for one in range(7)], (1,) * 7, {}, base=base)
    said = card.explain({"any": [1]})[0]
    lines = [line.split() for line in str(said).splitlines()]
    assert [line[0] for line in lines if "always" in line] == ["3", "4", "5", "6", "7"]
    assert str(said).endswith("\n    2 more rules hold, without points for the classes above")
    assert len(said.to_dict()["rules"]) == 7


def test_explanations_are_plain_data_on_request(credit: ScoreCard, clients: Any) -> None:
    dicts = credit.explain(clients).to_dicts()
    assert json.loads(json.dumps(dicts)) == dicts
    probability = pytest.approx(0.663739)
    assert {**dicts[0], "rules": None} == {
        "row": 1,
        "predicted": "bad",
        "probability": probability,
        "classes": ["good", "bad"],
        "base": [0.0, -0.4],
        "sums": [0.0, 0.68],
        "score": 1.08,
        "cut": 0.41,
        "probabilities": [pytest.approx(1 - 0.663739), probability],
        "rules": None,
        "reasons": [
            {
                "code": "R1",
                "rule": 1,
                "text": "history = 'no credits'",
                "holds": True,
                "points": 1.4,
            },
            {
                "code": "R2",
                "rule": 2,
                "text": "duration > 22.5 and savings = '<100' and history ≠ 'critical account'",
                "holds": True,
                "points": 0.8,
            },
        ],
        "unknown": {
            "missing": [],
            "n_attributes": 4,
            "unseen": [],
            "rules": [],
            "probabilities_on_average": [pytest.approx(1 - 0.663739), probability],
        },
    }
    assert [rule["rule"] for rule in dicts[0]["rules"]] == [1, 2, 3]
    assert dicts[0]["rules"][2]["points"] == [0.0, -1.12]
    assert dicts[0]["rules"][2]["wrong"] == 46
    assert dicts[2]["rules"] == []


def test_one_row_alone_is_explained_as_among_the_others(credit: ScoreCard, clients: Any) -> None:
    table = credit.table_of(clients)
    assert [credit.explain_row(table, row) for row in range(3)] == list(credit.explain(clients))


def test_long_sentences_are_wrapped() -> None:
    names = [f"a rather long name of an attribute, number {number}" for number in range(4)]
    rules = [
        scored((Condition(name, "=", "yes"),), 0, (30, 9), (0, place - 4.0))
        for place, name in enumerate(names)
    ]
    kinds = dict.fromkeys(names, "nominal")
    card = ScoreCard.of(rules, ("no", "yes"), (50, 50), kinds, base=(0, -4))
    text = str(card.explain({name: ["no"] for name in names})[0])
    assert max(map(len, text.split("\n"))) <= 100
