from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from conjunct.model import ScoreCard

from .conftest import scored

TWO = """\
row 1: bad, 66.4 %, by the sum of 3 rules
    rule 1: if history = 'no credits' then +1.4 points for bad
        history = 'no credits'   here 'no credits'
        40 training rows, 15 wrong
    rule 2: if duration > 22.5 and savings = '<100' and history ≠ 'critical account' then +0.8 points for bad
        duration > 22.5                here 24
        savings = '<100'               here '<100'
        history ≠ 'critical account'   here 'no credits'
        210 training rows, 90 wrong
    rule 3: if checking = none then −1.12 points for bad
        checking = none   here none
        394 training rows, 46 wrong
    points for      bad
    every row     −0.40
    rule 1        +1.40
    rule 2        +0.80
    rule 3        −1.12
    sum           +0.68
    probability  66.4 %
row 2: bad, 59.9 %, by one rule
    rule 2: if duration > 22.5 and savings = '<100' and history ≠ 'critical account' then +0.8 points for bad
        duration > 22.5                here 36
        savings = '<100'               here '<100'
        history ≠ 'critical account'   here paid
        210 training rows, 90 wrong
    points for      bad
    every row      −0.4
    rule 2         +0.8
    sum            +0.4
    probability  59.9 %
row 3: good, 59.9 %, since no rule holds
    points for      bad
    every row      −0.4
    sum            −0.4
    probability  40.1 %"""  # noqa: E501

FOUR = """\
row 1: alternaria, 59.5 %, by the sum of 3 rules
    rule 2: if stem = normal then −3.1 points for stem-canker
        stem = normal   here normal
        63 training rows, 2 wrong
    rule 3: if leaves = abnormal and month > 6.5 then +2.4 points for brown-spot, +1.2 for alternaria, −0.8 for 'frog eye'
        leaves = abnormal   here abnormal
        month > 6.5         here 9
        52 training rows, 12 wrong
    rule 4: if spots = brown then +2 points for alternaria
        spots = brown   here brown
        39 training rows, 6 wrong
    points for   alternaria  brown-spot  'frog eye'  stem-canker
    every row          0.00       +0.40       −0.75        −1.00
    rule 2                                                 −3.10
    rule 3            +1.20       +2.40       −0.80
    rule 4            +2.00
    sum               +3.20       +2.80       −1.55        −4.10
    probability      59.5 %      39.9 %       0.5 %       <0.1 %
row 2: brown-spot, 44.8 %, since no rule holds
    points for   brown-spot  alternaria  'frog eye'  stem-canker
    every row         +0.40        0.00       −0.75        −1.00
    sum               +0.40        0.00       −0.75        −1.00
    probability      44.8 %      30.0 %      14.2 %       11.0 %"""  # noqa: E501


def test_explanations_print_the_addition(credit: ScoreCard, clients: dict[str, Any]) -> None:
    assert str(credit.explain(clients)) == TWO


def test_explanations_of_many_classes_have_a_column_for_each(
    leaves: ScoreCard, plants: dict[str, Any]
) -> None:
    assert str(leaves.explain(plants)) == FOUR


def test_a_sum_of_0_is_pointed_out(credit: ScoreCard, clients: dict[str, Any]) -> None:
    tied = replace(credit, base=(0, -0.8)).explain(clients)[1]
    assert (tied.predicted, tied.sums) == ("good", (0.0, 0.0))
    assert str(tied).splitlines()[-3:] == [
        "    sum             0.0",
        "    probability  50.0 %",
        "    a sum of 0 goes to the class with more training rows",
    ]


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
    (heading,) = [line for line in text.splitlines() if line.startswith("    points for")]
    assert heading.split()[2:] == shown
    assert text.splitlines()[-1].startswith(f"    {rest}")


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
        "probabilities": [pytest.approx(1 - 0.663739), probability],
        "rules": None,
    }
    assert [rule["rule"] for rule in dicts[0]["rules"]] == [1, 2, 3]
    assert dicts[0]["rules"][2]["points"] == [0.0, -1.12]
    assert dicts[0]["rules"][2]["wrong"] == 46
    assert dicts[2]["rules"] == []


def test_one_row_alone_is_explained_as_among_the_others(credit: ScoreCard, clients: Any) -> None:
    table = credit.table_of(clients)
    assert [credit.explain_row(table, row) for row in range(3)] == list(credit.explain(clients))
