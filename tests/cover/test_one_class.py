from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cover.plain_ripper import FORMS, PlainRipper
from tests.search.small_tables import CLASSES, Rows, small_rows

from conjunct.count import OPERATORS, LocalEngine, ReferenceEngine
from conjunct.cover import OneClass, Plan
from conjunct.search import Language, Limits

engines = pytest.mark.parametrize("make_engine", [LocalEngine, ReferenceEngine])
plans = st.builds(Plan, st.integers(0, 2), st.integers(2, 4), st.integers(1, 3))


def repeated(rows: Rows, times: int) -> Rows:
    """Return every row several times: rules then cover enough to survive pruning."""
    return Rows(rows.kinds, rows.cells * times, rows.labels * times)


def both(rows: Rows, make_engine: type, plan: Plan, seed: int, surplus: float = 64.0) -> tuple:
    """Return the bodies of class x, and those that plain lists lead to."""
    engine = make_engine(rows.coded())
    engine.begin(0)
    language = Language(engine.columns, Limits(FORMS))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("conjunct.cover.one_class.SURPLUS", surplus)
        drafts = OneClass(engine, language, 0.3, plan, np.random.default_rng(seed)).rules()
    found = [
        [(column, OPERATORS[op], code) for column, op, code in draft.tests.tolist()]
        for draft in drafts
    ]
    everything, random = frozenset(range(len(rows.cells))), np.random.default_rng(seed)
    about = 0.3, language.n_tests, random, plan.folds, plan.min_positives, surplus
    plain = PlainRipper(rows, CLASSES[0], everything, *about)
    return found, plain.rules(plan.optimizations)


@engines
@given(
    rows=st.builds(repeated, small_rows(), st.integers(1, 4)),
    plan=plans,
    seed=st.integers(0, 99),
    surplus=st.sampled_from([0.0, 2.0, 64.0]),
)
def test_rules_are_those_of_plain_lists(make_engine, rows, plan, seed, surplus):
    found, plain = both(rows, make_engine, plan, seed, surplus)
    assert found == plain


@pytest.mark.parametrize("seed", range(12))
def test_rules_that_overlap_are_those_of_plain_lists(seed):
    found, plain = both(disjunction(), LocalEngine, Plan(), seed)
    assert found == plain
    assert len(found) > 1


def disjunction(n_rows: int = 150) -> Rows:
    """Return rows of x for any of three conditions that overlap, an eighth with another class."""
    rng = np.random.default_rng(11)
    cells = [tuple("abc"[code] for code in rng.integers(3, size=4)) for _ in range(n_rows)]
    is_x = [row[:2] == ("a", "a") or row[1:3] == ("a", "b") or row[3] == "c" for row in cells]
    labels = ["x" if one != (rng.random() < 1 / 8) else "y" for one in is_x]
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


def drafts(rows: Rows, plan: Plan, seed: int = 0) -> list:
    engine = LocalEngine(rows.coded())
    engine.begin(0)
    language = Language(engine.columns, Limits(FORMS))
    return OneClass(engine, language, 0.4, plan, np.random.default_rng(seed)).rules()


def test_a_noisy_disjunction_is_found_without_its_noise():
    bodies = {str(draft.tests.tolist()) for draft in drafts(noisy(), Plan())}
    assert bodies == {"[[0, 0, 0]]", "[[1, 3, 3]]"}


def test_without_pruning_rules_fit_the_noise():
    pruned, unpruned = drafts(noisy(), Plan()), drafts(noisy(), Plan(prune=False))
    assert sum(len(one.tests) for one in unpruned) > 2 * sum(len(one.tests) for one in pruned)
    again = drafts(noisy(), Plan(prune=False), seed=1)
    assert [one.tests.tolist() for one in again] == [one.tests.tolist() for one in unpruned]


def test_what_was_tried_in_every_pass_is_remembered():
    once, twice = (drafts(noisy(), Plan(optimizations=times))[0] for times in (0, 2))
    assert len(twice.rounds) > len(once.rounds) > 0
    assert len(twice.refined) == len(twice.rounds)
