"""The printed model is the model: four ways to apply it agree on every row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.printed_rules import Cell, PrintedRule, decide, read_rules

from conjunct import LayeredRuleClassifier, load_model
from conjunct.count import OPERATORS

Raw = list[dict[str, Cell]]
NAMES = ("colour", "my size", "is", "weight")
CATEGORIES = ("red", "dark blue", "it's", "missing", "", "é≤>", "1")
NUMBERS = (-1.5, 0.0, 0.1, 0.30000000000000004, 1e-9, 7.0, 1e12)
CLASSES = ("yes", "not at all", "=")


def frame_of(rows: Raw, numeric: set[str]) -> pd.DataFrame:
    """Return raw rows as a data frame, numbers as numbers and the rest as text."""
    return pd.DataFrame(
        {
            name: np.array([np.nan if row[name] is None else row[name] for row in rows], float)
            if name in numeric
            else pd.Series([row[name] for row in rows], dtype="str")
            for name in sorted(rows[0])
        }
    )


def printed(model: LayeredRuleClassifier) -> list[PrintedRule]:
    """Read what is printed, which says the same at every width."""
    rules = read_rules(str(model.rules_).split("\n\n")[0])
    detailed = read_rules(model.rules_.to_text(footer=False, details=True))
    assert all(int(rule.cells["tried"].replace(",", "")) > 0 for rule in detailed[:-1])
    assert [rule.conditions for rule in detailed] == [rule.conditions for rule in rules]
    for width in (1, 80, 10**6):
        assert read_rules(model.rules_.to_text(width=width, footer=False)) == rules
    return rules


def check_agreement(model: LayeredRuleClassifier, frame: Any, rows: Raw, missing: str) -> None:
    rules = printed(model)
    by_hand = [decide(rules, row, missing) for row in rows]
    assert model.predict(frame).tolist() == by_hand
    if not len(model.rules_):  # then the rules know no column, and cannot say which to read
        return
    assert model.rules_.predict(frame).tolist() == by_hand
    assert load_model(model.rules_.to_json()).predict(frame).tolist() == by_hand


def check_counts(rules: list[PrintedRule], rows: Raw, labels: list[str], missing: str) -> None:
    for rule in rules[:-1]:
        covered = [y for row, y in zip(rows, labels, strict=True) if rule.holds(row, missing)]
        assert rule.covered == len(covered)
        assert rule.errors == sum(label != rule.head for label in covered)


@st.composite
def problems(draw: st.DrawFn) -> tuple[Raw, list[str], Raw, set[str]]:
    """Draw rows to learn from, their classes, and rows to predict with categories never seen."""
    numeric = draw(st.sets(st.sampled_from(NAMES), max_size=4))
    seen = CATEGORIES[: draw(st.integers(1, 5))]
    known, other = (
        st.fixed_dictionaries(
            {
                name: st.none() | st.sampled_from(NUMBERS if name in numeric else values)
                for name in NAMES
            }
        )
        for values in (seen, CATEGORIES)
    )
    rows = draw(st.lists(known, min_size=4, max_size=30))
    for name in NAMES:
        if rows[0][name] is None:  # a column needs a value
            rows[0][name] = 7.0 if name in numeric else "red"
    labels = draw(
        st.lists(st.sampled_from(CLASSES), min_size=len(rows), max_size=len(rows)).filter(
            lambda labels: len(set(labels)) > 1
        )
    )
    return rows, labels, draw(st.lists(other, min_size=1, max_size=20)), numeric


FORMS = [OPERATORS, ("!=", ">"), ("=", "<="), ("!=",)]


@settings(max_examples=min(30, settings().max_examples))
@given(
    problems(),
    st.sampled_from(["layered", "greedy", "exhaustive"]),
    st.sampled_from(["fails", "value"]),
    st.sampled_from(FORMS),
)
def test_on_random_tables(
    problem: tuple[Raw, list[str], Raw, set[str]], search: Any, missing: Any, forms: Any
) -> None:
    rows, labels, unseen, numeric = problem
    model = LayeredRuleClassifier(
        search, max_width=8, max_conditions=3, missing=missing, conditions=forms
    )
    model.fit(frame_of(rows, numeric), labels)
    check_counts(printed(model), rows, labels, missing)
    check_agreement(model, frame_of(rows, numeric), rows, missing)
    check_agreement(model, frame_of(unseen, numeric), unseen, missing)


def read_raw(path: Path) -> tuple[Raw, list[str], set[str]]:
    """Read an ARFF file that quotes nothing, the class last."""
    head, _, data = path.read_text().partition("@data")
    lines = [line.split(None, 2) for line in head.splitlines() if line.startswith("@attribute")]
    numeric = {name for _, name, kind in lines if not kind.startswith("{")}
    names = [name for _, name, _ in lines]
    rows: Raw = []
    for line in data.split():
        cells = dict(zip(names, line.split(","), strict=True))
        rows.append({name: value_of(cell, name in numeric) for name, cell in cells.items()})
    labels = [str(row.pop(names[-1])) for row in rows]
    return rows, labels, numeric


def value_of(cell: str, is_number: bool) -> Cell:
    if cell == "?":
        return None
    return float(cell) if is_number else cell


@pytest.mark.parametrize("missing", ["fails", "value"])
@pytest.mark.parametrize(
    "name", ["iris", "labor", "hepatitis", "breast-cancer", "lymph", "colic", "glass"]
)
def test_on_public_tables(tables: Path, name: str, missing: Any) -> None:
    rows, labels, numeric = read_raw(tables / f"{name}.arff")
    train, train_labels = rows[::2], labels[::2]
    model = LayeredRuleClassifier("greedy", missing=missing)
    model.fit(frame_of(train, numeric), train_labels)
    check_counts(printed(model), train, train_labels, missing)
    check_agreement(model, frame_of(rows, numeric), rows, missing)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["soybean", "credit-a", "diabetes", "kr-vs-kp", "primary-tumor"])
def test_on_larger_public_tables_by_layered_search(tables: Path, name: str) -> None:
    rows, labels, numeric = read_raw(tables / f"{name}.arff")
    train, train_labels = rows[::2], labels[::2]
    model = LayeredRuleClassifier(max_width=32).fit(frame_of(train, numeric), train_labels)
    check_counts(printed(model), train, train_labels, "fails")
    check_agreement(model, frame_of(rows, numeric), rows, "fails")
