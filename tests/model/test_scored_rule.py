from __future__ import annotations

import math
import pickle
from typing import Any

import pytest

from conjunct.errors import ModelError
from conjunct.model import Rule, ScoredRule, SearchRecord

COUNTS = (5, 30, 2)


def a_rule(record: SearchRecord, head: int, points: Any) -> ScoredRule:
    return ScoredRule((), head, COUNTS, record, points=points)


@pytest.mark.parametrize(
    ("head", "points", "against", "errors"),
    [
        (1, (0, 3, 0), False, 7),
        (1, (0, -3, 0), True, 30),
        (2, (1, 2, 3), False, 35),
        (0, (1, 2, 3), True, 5),
        (2, (-1, -2, 0), False, 35),
    ],
)
def test_a_rule_speaks_for_the_class_with_most_points_or_against_the_one_with_fewest(
    record: SearchRecord, head: int, points: Any, against: bool, errors: int
) -> None:
    rule = a_rule(record, head, points)
    assert (rule.against, rule.errors, rule.covered) == (against, errors, 37)


def test_of_two_classes_against_one_is_for_the_other(record: SearchRecord) -> None:
    against = ScoredRule((), 1, (8, 2), record, points=(0, -1))
    for_other = ScoredRule((), 0, (8, 2), record, points=(0, -1))
    assert (against.against, for_other.against) == (True, False)
    assert against.errors == for_other.errors == 2


def test_other_rules_speak_for_their_head(record: SearchRecord) -> None:
    assert not Rule((), 1, COUNTS, record).against


@pytest.mark.parametrize(
    ("head", "points", "complaint"),
    [
        (1, (0, 0, 0), "its head 1 must have the most points of all classes"),
        (1, (0, 1, 2), "or the fewest, not (0.0, 1.0, 2.0)"),
        (1, (0, 1), "has 2 points for 3 classes"),
        (1, (0, math.inf, 0), "its points are not all finite numbers"),
        (1, (0, math.nan, 0), "its points are not all finite numbers"),
        (3, (0, 1, 0), "head 3 is not one of 3 classes"),
    ],
)
def test_points_that_do_not_fit_are_refused(
    record: SearchRecord, head: int, points: Any, complaint: str
) -> None:
    with pytest.raises(ModelError) as refused:
        a_rule(record, head, points)
    assert str(refused.value).startswith("rule 'always'")
    assert complaint in str(refused.value)


def test_a_rule_with_points_is_a_value(record: SearchRecord) -> None:
    rule = a_rule(record, 1, (-0.0, 3, 0))
    assert [math.copysign(1, one) for one in rule.points] == [1, 1, 1]
    assert pickle.loads(pickle.dumps(rule)) == rule
    assert rule == a_rule(record, 1, (0, 3, 0)) != a_rule(record, 1, (0, 4, 0))
    assert rule != Rule((), 1, COUNTS, record)
