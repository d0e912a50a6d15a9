from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest

from conjunct.data.table import Column
from conjunct.errors import ModelError
from conjunct.model import Condition
from conjunct.model.condition import Missing

SEX = Column("sex", "nominal", np.array([0, 1, 2, -1], dtype=np.int32), ("female", "male", "new"))
BILL = Column("bill", "numeric", np.array([40.0, 44.65, 45.0, np.nan]))


@pytest.mark.parametrize(
    ("condition", "fails", "value"),
    [
        (Condition("sex", "=", "male"), "0100", "0100"),
        (Condition("sex", "!=", "male"), "1010", "1011"),
        (Condition("sex", "=", "never seen"), "0000", "0000"),
        (Condition("sex", "!=", "never seen"), "1110", "1111"),
        (Condition("sex", "=", None), "0000", "0001"),
        (Condition("sex", "!=", None), "1110", "1110"),
        (Condition("bill", "<=", 44.65), "1100", "1100"),
        (Condition("bill", ">", 44.65), "0010", "0010"),
        (Condition("bill", "=", None), "0000", "0001"),
        (Condition("bill", "!=", None), "1110", "1110"),
    ],
    ids=str,
)
def test_a_condition_holds_for_the_right_rows(condition: Condition, fails: str, value: str) -> None:
    column = SEX if condition.attribute == "sex" else BILL
    missing: Missing
    for missing, expected in (("fails", fails), ("value", value)):
        flags = condition.holds(column, missing)
        assert flags.dtype == np.bool_
        assert "".join("01"[int(flag)] for flag in flags) == expected


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (Condition("bill_length_mm", "<=", 44.65), "bill_length_mm ≤ 44.65"),
        (Condition("bill_length_mm", ">", 44), "bill_length_mm > 44"),
        (Condition("bill", "<=", np.float64(1e5)), "bill ≤ 100000"),
        (Condition("bill", ">", -0.0), "bill > 0"),
        (Condition("sex", "=", "female"), "sex = female"),
        (Condition("sex", "!=", "male"), "sex ≠ male"),
        (Condition("sex", "=", None), "sex is missing"),
        (Condition("sex", "!=", None), "sex is known"),
        (Condition("sex", "=", "missing"), "sex = 'missing'"),
        (Condition("sex is missing", "=", ""), "'sex is missing' = ''"),
    ],
    ids=str,
)
def test_a_condition_prints_as_one_reads_it(condition: Condition, text: str) -> None:
    assert str(condition) == text


@pytest.mark.parametrize(
    ("op", "value", "complaint"),
    [
        ("==", "x", "unknown operator '=='"),
        ("=", 3.0, "needs a text, not 3.0"),
        ("<=", "3", "needs a finite number, not '3'"),
        ("<=", None, "needs a finite number, not None"),
        (">", True, "needs a finite number, not True"),
        (">", math.nan, "needs a finite number, not nan"),
        (">", math.inf, "needs a finite number, not inf"),
    ],
)
def test_a_condition_that_makes_no_sense_is_refused(op: Any, value: Any, complaint: str) -> None:
    with pytest.raises(ModelError, match=r"^condition on 'age'") as refused:
        Condition("age", op, value)
    assert complaint in str(refused.value)


def test_a_column_of_the_wrong_kind_is_refused() -> None:
    with pytest.raises(ModelError, match="column 'sex' to be numeric, but here it is nominal"):
        Condition("sex", "<=", 3.0).holds(SEX)


def test_conditions_are_values() -> None:
    condition = Condition("sex", "=", "male")
    assert condition == Condition("sex", "=", "male")
    assert len({condition, Condition("sex", "=", "male"), Condition("sex", "!=", "male")}) == 2
    assert pickle.loads(pickle.dumps(condition)) == condition
