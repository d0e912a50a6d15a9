"""None"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from conjunct.encode import CodedColumn
from conjunct.search.language import Language, Limits, words_of

from .small_tables import Rows, small_rows


def every_test(columns: tuple[CodedColumn, ...]) -> np.ndarray:
    return np.array(
        [
            (number, op, code)
            for number, column in enumerate(columns)
            for op in ((2, 3) if column.kind == "numeric" else (0, 1))
            for code in range(column.n_codes)
        ],
        np.int64,
    ).reshape(-1, 3)


@given(small_rows())
def test_different_tests_have_different_words(rows: Rows) -> None:
    columns = rows.coded().columns
    keys = words_of(Language(columns, Limits()).columns, every_test(columns)).tolist()
    assert len(set(keys)) == len(keys)
    assert 0 not in keys


def test_the_same_table_has_the_same_words_in_every_run() -> None:
    columns = (CodedColumn("a", 0, "nominal", 3), CodedColumn("b", 1, "numeric", 4))
    first, second = (
        words_of(Language(columns, Limits()).columns, every_test(columns)) for _ in "ab"
    )
    assert (first == second).all()


def test_only_attributes_that_a_condition_can_use_count_as_combinations() -> None:
    columns = (
        CodedColumn("constant number", 0, "numeric", 1),
        CodedColumn("number", 1, "numeric", 2),
        CodedColumn("one category, else missing", 2, "nominal", 1),
        CodedColumn("never known", 3, "nominal", 0),
        CodedColumn("categories", 4, "nominal", 3),
    )
    usable = Language(columns, Limits()).attribute_keys > 0
    assert usable.tolist() == [False, True, True, False, True]
    only_categories = Language(columns, Limits(("=",))).attribute_keys > 0
    assert only_categories.tolist() == [False, False, True, False, True]


def test_a_number_and_its_presence_are_one_attribute() -> None:
    columns = (
        CodedColumn("age", 0, "numeric", 4),
        CodedColumn("age", 0, "nominal", 2, presence=True),
    )
    assert len(Language(columns, Limits()).attribute_keys) == 1


def test_a_table_without_columns_has_no_words() -> None:
    assert len(Language((), Limits()).attribute_keys) == 0


NUMBER = CodedColumn("number", 0, "numeric", 5)
TWO = CodedColumn("two", 1, "nominal", 2)
THREE = CodedColumn("three", 2, "nominal", 3)


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        (("=", "!=", "<=", ">"), ["<= >", "=", "= !="]),
        (("=",), ["", "=", "="]),
        (("!=",), ["", "!=", "!="]),
        (("<=",), ["<=", "", ""]),
        (("!=", ">"), [">", "!=", "!="]),
    ],
)
def test_forms_are_allowed_where_they_fit_and_say_something_new(
    conditions: tuple[str, ...], expected: list[str]
) -> None:
    allowed = Limits(conditions).allowed((NUMBER, TWO, THREE))
    operators = ("=", "!=", "<=", ">")
    found = [" ".join(op for op, may in zip(operators, row, strict=True) if may) for row in allowed]
    assert found == expected


def test_no_columns_are_no_trouble() -> None:
    assert Limits().allowed(()).shape == (0, 4)
