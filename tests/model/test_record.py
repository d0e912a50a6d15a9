from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest

from conjunct.errors import ModelError
from conjunct.model import Round, SearchRecord


def test_a_record_prints_as_an_aligned_table(record: SearchRecord) -> None:
    assert str(record) == (
        "layered search, width 2: 1,204 tried, 52 pruned, 87 combinations; 34 rows, 0 wrong\n"
        "  width  level  tried  pruned  mean rows\n"
        "      1      1     96       0      114.7\n"
        "      1      2     88      12       31.2\n"
        "      2      2  1,020      40        9.0"
    )


def test_a_record_without_rounds_is_one_line() -> None:
    assert str(SearchRecord("greedy", 1, 1, 0, 1, 2, 0)) == (
        "greedy search, width 1: 1 tried, 0 pruned, 1 combination; 2 rows, 0 wrong"
    )


def test_a_record_says_what_was_possible_where_it_knows(record: SearchRecord) -> None:
    text = str(replace(record, possible=76_800))
    assert text.startswith("layered search, width 2: 1,204 tried of 76,800 possible, 52 pruned, ")


def test_a_record_survives_json(record: SearchRecord) -> None:
    assert SearchRecord.from_dict(json.loads(json.dumps(record.to_dict()))) == record


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("search", 3, "search record.search must be a text, not 3"),
        ("tried", 1.5, "search record.tried must be a whole number from 0 up, not 1.5"),
        ("possible", True, "search record.possible must be a whole number from 0 up, not True"),
        ("rounds", {}, "search record.rounds must be a list, not {}"),
        ("rounds", [3], "search record.rounds[0] must be an object, not 3"),
        ("rounds", [{"width": 1}], "search record.rounds[0].level is missing"),
        ("extra", 1, "search record.extra is not a field of this format"),
    ],
)
def test_a_broken_record_is_refused(
    record: SearchRecord, field: str, value: Any, complaint: str
) -> None:
    with pytest.raises(ModelError) as refused:
        SearchRecord.from_dict({**record.to_dict(), field: value})
    assert str(refused.value) == complaint


def test_a_round_needs_a_finite_mean() -> None:
    with pytest.raises(ModelError, match="mean coverage"):
        Round(1, 1, 0, 0, math.nan)
