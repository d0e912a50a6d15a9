from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cover.plain_ripper import FORMS, PlainRipper
from tests.search.small_tables import CLASSES, Rows, local_engine, small_rows
from tests.search.watched_engine import WatchedEngine

from conjunct.count import OPERATORS, NumpyEngine
from conjunct.cover import IncrementalPruning
from conjunct.cover.ripper import RipperClass, RipperOptions
from conjunct.search.language import Language, Limits
from conjunct.search.ripper_rule import RipperRule

engines = pytest.mark.parametrize("make_engine", [local_engine, NumpyEngine])
options = st.builds(
    RipperOptions,
    st.builds(IncrementalPruning, st.integers(2, 4), st.integers(0, 2)),
    st.integers(1, 3),
    surplus=st.sampled_from([0.0, 2.0, 64.0]),
)


def repeated(rows: Rows, times: int) -> Rows:
    """Return every row several times: rules then cover enough to survive pruning."""
    return Rows(rows.kinds, rows.cells * times, rows.labels * times)


def learned(engine, how: RipperOptions, seed: int = 0, share: float = 0.3) -> list[RipperRule]:
    """Return the rules of class x."""
    language = Language(engine.columns, Limits(FORMS), reuse="numeric")
    random = np.random.default_rng(seed)
    return RipperClass(engine, language, engine.root(), 0, share, how, random).rules()


def both(rows: Rows, make_engine, how: RipperOptions, seed: int) -> tuple:
    """Return the bodies of class x, and those that plain lists lead to."""
    engine = make_engine(rows.coded())
    found = [
        [(column, OPERATORS[op], code) for column, op, code in rule.body.tolist()]
        for rule in learned(engine, how, seed)
    ]
    n_tests = Language(engine.columns, Limits(FORMS)).n_tests
    everything, random = frozenset(range(len(rows.cells))), np.random.default_rng(seed)
    about = 0.3, n_tests, random, how.pruning.folds, how.min_positives, how.surplus
    plain = PlainRipper(rows, CLASSES[0], everything, *about)
    return found, plain.rules(how.pruning.optimizations)


@engines
@given(
    rows=st.builds(repeated, small_rows(), st.integers(1, 4)),
    how=options,
    seed=st.integers(0, 99),
)
def test_rules_are_those_of_plain_lists(make_engine, rows, how, seed):
    found, plain = both(rows, make_engine, how, seed)
    assert found == plain


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("noise", [1 / 8, 1 / 4])
def test_rules_that_overlap_are_those_of_plain_lists(noise, seed):
    found, plain = both(disjunction(noise), NumpyEngine, RipperOptions(), seed)
    assert found == plain
    assert len(found) > 1 or noise > 1 / 8


@given(rows=st.builds(repeated, small_rows(), st.integers(1, 4)), how=options)
def test_no_cover_is_left_behind(rows, how):
    engine = WatchedEngine(rows.coded())
    learned(engine, how)
    assert set(engine.living) == {engine.root()}


def disjunction(noise: float, n_rows: int = 150) -> Rows:
    """Return rows of x for any of three conditions that overlap, some with another class."""
    rng = np.random.default_rng(11)
    cells = [tuple("abc"[code] for code in rng.integers(3, size=4)) for _ in range(n_rows)]
    is_x = [row[:2] == ("a", "a") or row[1:3] == ("a", "b") or row[3] == "c" for row in cells]
    labels = ["x" if one != (rng.random() < noise) else "y" for one in is_x]
    return Rows(("nominal",) * 4, tuple(cells), tuple(labels))


def noisy(n_rows: int = 300) -> Rows:
    """Return rows of x where c0 is a or c1 above 2, a tenth of them with another class."""
    rng = np.random.default_rng(7)
    cells, labels = [], []
    for _ in range(n_rows):
        letter, number = "abcd"[rng.integers(4)], float(rng.choice((-1, 0, 0.5, 2, 3, 10)))
        is_x = (letter == "a" or number > 2) != (rng.random() < 0.1)
        cells.append((letter, number))
        labels.append("x" if is_x else "y")
    return Rows(("nominal", "numeric"), tuple(cells), tuple(labels))


def of_noisy(seed: int = 0, **how) -> list[RipperRule]:
    return learned(NumpyEngine(noisy().coded()), RipperOptions(**how), seed, share=0.4)


def test_a_noisy_disjunction_is_found_without_its_noise():
    bodies = {str(rule.body.tolist()) for rule in of_noisy()}
    assert bodies == {"[[0, 0, 0]]", "[[1, 3, 3]]"}


def test_without_pruning_rules_fit_the_noise():
    pruned, unpruned = of_noisy(), of_noisy(pruning=None)
    assert sum(len(one.body) for one in unpruned) > 2 * sum(len(one.body) for one in pruned)
    again = of_noisy(pruning=None, seed=1)
    assert [one.body.tolist() for one in again] == [one.body.tolist() for one in unpruned]


def test_what_was_tried_in_every_pass_is_remembered():
    once, twice = (of_noisy(pruning=IncrementalPruning(optimizations=times))[0] for times in (0, 2))
    assert len(twice.rounds) > len(once.rounds) > 0
    assert len(twice.refined) == len(twice.rounds)
