"""Random theories and tables for the tests of what must hold for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from hypothesis import strategies as st
from tests.drawn_bytes import chosen, numbers_below

from conjunct.data.table import Column, Kind, Table
from conjunct.model import (
    Condition,
    Edit,
    Promise,
    Promises,
    Round,
    Rule,
    RuleList,
    Rules,
    SearchRecord,
)
from conjunct.model.edit import EDITS

Theory = TypeVar("Theory", bound=Rules)

KINDS: dict[str, Kind] = {"age": "numeric", "a b": "numeric", "sex": "nominal", "=": "nominal"}
LEVELS = ("f", "m", "", "a\nb", "'", "missing")
SMALL = (-1.5, 0.0, 0.1, 2.0, 7.25)

counts = st.integers(0, 10**6)
finite = st.floats(allow_nan=False, allow_infinity=False)
small = st.sampled_from(SMALL)
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


@cache
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
    counts,
    st.lists(st.builds(Round, counts, counts, counts, counts, finite), max_size=2).map(tuple),
)


promises_of_a_rule = st.builds(Promise, *[st.none() | shares] * 3)
all_promises = st.none() | st.builds(
    Promises, st.none() | st.floats(0, 1e9), counts, st.floats(0.01, 0.99), counts
)

edits = st.lists(st.builds(Edit, st.sampled_from(EDITS), texts, texts, texts), max_size=2).map(
    tuple
)


text_labels = st.lists(texts, min_size=1, max_size=4, unique=True)
any_labels: st.SearchStrategy[list[Any]] = st.one_of(
    text_labels,
    st.lists(st.integers(-5, 5), min_size=1, max_size=4, unique=True),
    st.lists(finite, min_size=1, max_size=4, unique=True),
)


def enough_for(class_counts: tuple[int, ...], rules: Sequence[Rule]) -> tuple[int, ...]:
    """Return as many rows of every class as the rules count, if not more."""
    return tuple(map(max, zip(class_counts, *(rule.counts for rule in rules), strict=True)))


missing_cells: Any = st.sampled_from(["fails", "value"])
notes = st.lists(texts, max_size=2).map(tuple)
flags = st.booleans()


class Drawn(NamedTuple):
    """What is drawn for a number of classes, kept so that it is checked only once."""

    head: st.SearchStrategy[int]
    by_class: st.SearchStrategy[tuple[int, ...]]
    rules: st.SearchStrategy[list[Rule]]


@cache
def drawn_for(n_classes: int) -> Drawn:
    head = st.integers(0, n_classes - 1)
    by_class = st.tuples(*[st.integers(0, 2) | counts] * n_classes)
    body = st.lists(fitting_conditions(), max_size=3).map(tuple)
    rule = st.builds(Rule, body, head, by_class, records, promises_of_a_rule, flags)
    return Drawn(head, by_class, st.lists(rule, max_size=4))


@st.composite
def theories(
    draw: st.DrawFn,
    forms: Sequence[type[Theory]],
    labels: st.SearchStrategy[list[Any]] = any_labels,
) -> Theory:
    """Draw rules of one of the forms; small counts are frequent, and with them equal sums."""
    classes = tuple(draw(labels))
    head, by_class, rules = drawn_for(len(classes))
    form = draw(st.sampled_from(forms))
    drawn = tuple(draw(rules))
    class_counts = enough_for(draw(by_class), drawn)
    return form(
        rules=drawn,
        classes=classes,
        default=draw(head),
        class_counts=class_counts,
        kinds=KINDS,
        missing=draw(missing_cells),
        target=draw(texts),
        n_rows=sum(class_counts) if draw(flags) else 0,
        notes=draw(notes),
        promises=draw(all_promises),
        edits=draw(edits),
        **({"reached": draw(flags)} if form is RuleList else {}),
    )


orders_of_levels = st.permutations([*LEVELS, "new"])


@st.composite
def tables(draw: st.DrawFn) -> Table:
    n_rows = draw(st.integers(0, 12))
    columns = []
    for name, kind in KINDS.items():
        if kind == "numeric":
            columns.append(Column(name, kind, chosen(draw, [*SMALL, np.nan], n_rows)))
        else:
            levels = tuple(draw(orders_of_levels))[:5]
            codes = (numbers_below(draw, len(levels) + 1, n_rows) - 1).astype(np.int32)
            columns.append(Column(name, kind, codes, levels))
    return Table(tuple(columns), n_rows=n_rows)


def cell_of(column: Column, row: int) -> str | float | None:
    """Return a cell as a person reads it."""
    value = column.values[row]
    if column.kind == "numeric":
        return None if np.isnan(value) else float(value)
    return None if value < 0 else column.levels[value]
