"""What must hold for any rule list and any table, on random ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.data.table import Column, Kind, Table
from conjunct.model import Condition, Round, Rule, RuleList, SearchRecord, load_model

KINDS: dict[str, Kind] = {"age": "numeric", "a b": "numeric", "sex": "nominal", "=": "nominal"}
LEVELS = ("f", "m", "", "a\nb", "'", "missing")

counts = st.integers(0, 10**6)
finite = st.floats(allow_nan=False, allow_infinity=False)
small = st.sampled_from([-1.5, 0.0, 0.1, 2.0, 7.25])
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
shares = st.floats(0, 1)


def any_conditions(names: st.SearchStrategy[str]) -> st.SearchStrategy[Condition]:
    """Draw conditions of any form, on any name."""
    nominal: Any = st.sampled_from(["=", "!="])
    numeric: Any = st.sampled_from(["<=", ">"])
    return st.one_of(
        st.builds(Condition, names, nominal, st.one_of(st.none(), texts)),
        st.builds(Condition, names, numeric, finite),
    )


def fitting_conditions() -> st.SearchStrategy[Condition]:
    """Draw conditions that suit the tables below, some on categories that are never there."""
    nominal: Any = st.sampled_from(["=", "!="])
    numeric: Any = st.sampled_from(["<=", ">"])
    return st.one_of(
        st.builds(
            Condition,
            st.sampled_from(["sex", "="]),
            nominal,
            st.sampled_from([*LEVELS, "unseen", None]),
        ),
        st.builds(Condition, st.sampled_from(["age", "a b"]), numeric, small),
        st.builds(Condition, st.sampled_from(sorted(KINDS)), nominal, st.none()),
    )


records = st.builds(
    SearchRecord,
    texts,
    counts,
    counts,
    counts,
    counts,
    counts,
    counts,
    st.lists(st.builds(Round, counts, counts, counts, counts, finite), max_size=2).map(tuple),
)


@st.composite
def rule_lists(draw: st.DrawFn) -> RuleList:
    labels: Any = st.one_of(
        st.lists(texts, min_size=1, max_size=4, unique=True),
        st.lists(st.integers(-5, 5), min_size=1, max_size=4, unique=True),
        st.lists(finite, min_size=1, max_size=4, unique=True),
    )
    classes = tuple(draw(labels))
    head = st.integers(0, len(classes) - 1)
    by_class = st.tuples(*[counts] * len(classes))
    body = st.lists(fitting_conditions(), max_size=3).map(tuple)
    rules = st.lists(st.builds(Rule, body, head, by_class, shares, shares, records), max_size=4)
    return RuleList(
        rules=tuple(draw(rules)),
        classes=classes,
        default=draw(head),
        class_counts=draw(by_class),
        kinds=KINDS,
        missing=draw(st.sampled_from(["fails", "value"])),
        target=draw(texts),
        n_rows=draw(counts),
        notes=tuple(draw(st.lists(texts, max_size=2))),
    )


@st.composite
def tables(draw: st.DrawFn) -> Table:
    n_rows = draw(st.integers(0, 12))
    columns = []
    for name, kind in KINDS.items():
        if kind == "numeric":
            cells: Any = st.one_of(small, st.just(np.nan))
            values = np.array(draw(st.lists(cells, min_size=n_rows, max_size=n_rows)), dtype=float)
            columns.append(Column(name, kind, values))
        else:
            levels = tuple(draw(st.permutations([*LEVELS, "new"])))[:5]
            codes = st.integers(-1, len(levels) - 1)
            drawn = draw(st.lists(codes, min_size=n_rows, max_size=n_rows))
            columns.append(Column(name, kind, np.array(drawn, dtype=np.int32), levels))
    return Table(tuple(columns), n_rows=n_rows)


@given(any_conditions(texts), any_conditions(texts))
def test_different_conditions_never_print_alike(one: Condition, other: Condition) -> None:
    assert (str(one) == str(other)) == (one == other)


@given(st.lists(any_conditions(texts), max_size=3), st.lists(any_conditions(texts), max_size=3))
def test_different_bodies_never_print_alike(one: list[Condition], other: list[Condition]) -> None:
    record = SearchRecord("beam", 1, 1, 0, 1, 1, 0)
    bodies = [Rule(tuple(body), 0, (1,), 0.5, 0.5, record).body for body in (one, other)]
    assert (bodies[0] == bodies[1]) == (one == other)


@given(any_conditions(texts))
def test_a_condition_prints_on_one_line_of_visible_characters(condition: Condition) -> None:
    assert str(condition).isprintable()


@given(rule_lists())
@settings(max_examples=60, deadline=None)
def test_a_model_reads_back_equal_from_json(rules: RuleList) -> None:
    text = rules.to_json()
    loaded = load_model(text)
    assert loaded == rules
    assert loaded.to_json() == text


@given(rule_lists(), tables())
@settings(max_examples=60, deadline=None)
def test_a_loaded_model_predicts_and_explains_alike(rules: RuleList, table: Table) -> None:
    loaded = load_model(rules.to_json())
    assert loaded.predict(table).tolist() == rules.predict(table).tolist()
    assert loaded.predict_proba(table).tolist() == rules.predict_proba(table).tolist()
    assert loaded.explain(table).to_dicts() == rules.explain(table).to_dicts()


@given(rule_lists(), tables())
@settings(max_examples=60, deadline=None)
def test_the_most_probable_class_is_the_predicted_one(rules: RuleList, table: Table) -> None:
    proba = rules.predict_proba(table)
    assert proba.sum(axis=1) == pytest.approx(np.ones(table.n_rows), abs=1e-12)
    labels = [rules.classes[best] for best in proba.argmax(axis=1)]
    assert labels == rules.predict(table).tolist()


def _holds(condition: Condition, cell: str | float | None, missing: str) -> bool:
    """Decide one condition for one readable cell, as the words of the contract say it."""
    if cell is None and missing == "fails":
        return False
    if condition.op == "=":
        return cell == condition.value
    if condition.op == "!=":
        return cell != condition.value
    if cell is None:
        return False
    assert isinstance(cell, float)
    assert isinstance(condition.value, float)
    return cell <= condition.value if condition.op == "<=" else cell > condition.value


def _cell(column: Column, row: int) -> str | float | None:
    value = column.values[row]
    if column.kind == "numeric":
        return None if np.isnan(value) else float(value)
    return None if value < 0 else column.levels[value]


@given(rule_lists(), tables())
@settings(max_examples=60, deadline=None)
def test_matching_agrees_with_a_row_by_row_reading(rules: RuleList, table: Table) -> None:
    for row, found in enumerate(rules.first_match(table)):
        holding = [
            number
            for number, rule in enumerate(rules)
            if all(
                _holds(test, _cell(table.column(test.attribute), row), rules.missing)
                for test in rule.conditions
            )
        ]
        assert found == (holding[0] if holding else -1)
