from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cover.plain_ripper import FORMS, PlainRipper
from tests.cover.test_ripper_class import noisy, repeated
from tests.search.small_tables import CLASSES, Rows, local_engine, small_rows
from tests.search.watched_engine import WatchedEngine

from conjunct.count import NumpyEngine
from conjunct.cover.ripper import RipperOptions, RipperTheory, learn_ripper
from conjunct.search.language import Language, Limits


def learned(rows: Rows, make_engine=NumpyEngine, seed: int = 0, progress=None) -> RipperTheory:
    engine, random = make_engine(rows.coded()), np.random.default_rng(seed)
    theory = learn_ripper(engine, RipperOptions(), random, progress)
    if isinstance(engine, WatchedEngine):
        assert set(engine.living) == {engine.root()}
    return theory


def plainly_learned(rows: Rows, seed: int) -> tuple[list[tuple[str, tuple[int, ...]]], str]:
    """Return class and counts of every rule, and the class of what is left."""
    random, left = np.random.default_rng(seed), frozenset(range(len(rows.cells)))
    sizes = {label: rows.labels.count(label) for label in CLASSES if label in rows.labels}
    order = sorted(sizes, key=lambda label: (sizes[label], -CLASSES.index(label)))
    n_tests = Language(rows.coded().columns, Limits(FORMS)).n_tests
    found = []
    for place, head in enumerate(order[:-1]):
        share = sizes[head] / sum(sizes[label] for label in order[place:])
        plain = PlainRipper(rows, head, left, share, n_tests, random)
        for body in plain.rules(2) if plain.pn(left)[0] else []:
            if not body:
                return found, head
            covered = plain.satisfying(left, body)
            counts = [sum(rows.labels[row] == label for row in covered) for label in CLASSES]
            found.append((head, tuple(counts)))
            left -= covered
    return found, order[-1]


@given(st.builds(repeated, small_rows(), st.integers(1, 4)), st.integers(0, 99))
def test_lists_are_those_of_plain_lists(rows: Rows, seed: int):
    for make_engine in (local_engine, WatchedEngine):
        rules, default = learned(rows, make_engine, seed)
        found = [(CLASSES[rule.head], rule.counts) for rule in rules]
        assert (found, CLASSES[default]) == plainly_learned(rows, seed)


def three_classes(n_rows: int = 240) -> Rows:
    """Return z for category d, y above 2 otherwise, else x; d is rare."""
    rng = np.random.default_rng(1)
    cells, labels = [], []
    for _ in range(n_rows):
        letter = "abcd"[rng.choice(4, p=[0.4, 0.3, 0.2, 0.1])]
        number = float(rng.choice((-1, 0, 0.5, 2, 3, 10)))
        cells.append((letter, number))
        labels.append("z" if letter == "d" else "y" if number > 2 else "x")
    return Rows(("nominal", "numeric"), tuple(cells), tuple(labels))


def test_the_rarest_class_comes_first_and_the_most_frequent_has_no_rules():
    rules, default = learned(three_classes())
    assert [(CLASSES[rule.head], rule.body) for rule in rules] == [
        ("z", "c0 = d"),
        ("y", "c1 > 2.5"),
    ]
    assert CLASSES[default] == "x"
    assert all(rule.errors == 0 for rule in rules)


def test_counts_are_of_the_rows_that_no_rule_before_covers():
    rows = three_classes()
    first, second = learned(rows).rules
    d = sum(letter == "d" for letter, _ in rows.cells)
    large = sum(letter != "d" and number > 2 for letter, number in rows.cells)
    assert (first.counts, second.counts) == ((0, 0, d), (0, large, 0))


def test_a_rule_without_conditions_ends_the_list():
    # The rules of z leave more rows of y than of x, and nothing to tell them apart.
    cells = (("a",),) * 90 + (("b",),) * 90
    labels = ("z",) * 50 + ("x",) * 40 + ("y",) * 60 + ("x",) * 30
    rules, default = learned(Rows(("nominal",), cells, labels))
    assert [(CLASSES[rule.head], rule.body) for rule in rules] == [("z", "c0 = a")]
    assert CLASSES[default] == "y"


def test_progress_ends_with_what_the_most_frequent_class_leaves():
    shares: list[float] = []
    rows = three_classes()
    learned(rows, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1 - rows.labels.count("x") / len(rows.labels))


def test_one_class_needs_no_rules():
    rules, default = learned(Rows(("nominal",), (("a",), ("b",)), ("y", "y")))
    assert (rules, CLASSES[default]) == ([], "y")


def test_the_seed_alone_decides():
    first, again = learned(noisy(), seed=3), learned(noisy(), seed=3)
    assert first == again
    searches = {tuple(rule.search.tried for rule in learned(noisy(), seed=s).rules) for s in (3, 4)}
    assert len(searches) == 2
