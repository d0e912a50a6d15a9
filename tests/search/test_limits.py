from __future__ import annotations

import pytest

from conjunct.encode import CodedColumn
from conjunct.search.language import Limits

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
