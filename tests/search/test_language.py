"""None"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import OPERATORS
from conjunct.encode import CodedColumn
from conjunct.search.language import Language, Limits, random_words, words_of

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
    first = words_of(Language(columns, Limits()).columns, every_test(columns))
    random_words.cache_clear()
    second = words_of(Language(columns, Limits()).columns, every_test(columns))
    assert (first == second).all()


@given(small_rows(), st.sets(st.sampled_from(OPERATORS)))
def test_which_operators_are_allowed_depends_on_the_kind_and_the_values(
    rows: Rows, conditions: set[str]
) -> None:
    columns = rows.coded().columns
    allowed = Limits(tuple(conditions)).allowed(columns)
    assert allowed.shape == (len(columns), 4)
    for column, own in zip(columns, allowed.tolist(), strict=True):
        possible = {"<=", ">"} if column.kind == "numeric" else {"=", "!="}
        if column.n_codes <= 2 and "=" in conditions:
            possible -= {"!="}
        assert {op for op, is_own in zip(OPERATORS, own, strict=True) if is_own} == (
            possible & conditions
        )


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
