from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cover.test_loop import satisfied
from tests.search.plain_beam import PlainSearch
from tests.search.plain_climb import PlainClimb, best_of
from tests.search.small_tables import CLASSES, Rows, local_engine, small_rows
from tests.search.watched_engine import WatchedEngine

from conjunct.choose import rule_set_cost
from conjunct.choose.theories import CheapestTheory, Pfahringer
from conjunct.count import CountingEngine, NumpyEngine
from conjunct.cover.rare_first import RareFirstCovering, rare_first
from conjunct.evaluate import HEURISTICS, Correlation, Laplace
from conjunct.model import RefinementPath, Rule
from conjunct.search.climb import Climb
from conjunct.search.language import Language, Limits

names = st.sampled_from(sorted(HEURISTICS))


def learned(
    rows: Rows, name: str = "laplace", engine: CountingEngine | None = None, **more
) -> tuple[list[Rule], list[RefinementPath]]:
    covering = RareFirstCovering(Climb(HEURISTICS[name]), Limits(), **more)
    return covering.rules(engine or NumpyEngine(rows.coded()))


def plainly_learned(rows: Rows, name: str) -> list[tuple[str, frozenset[int]]]:
    """Return the class of every rule and the rows of its problem that it covers."""

    def score(p, n, P, N):
        return float(HEURISTICS[name](np.array(p), np.array(n), P, N))

    left = set(range(len(rows.cells)))
    sizes = {label: rows.labels.count(label) for label in CLASSES if label in rows.labels}
    order = sorted(sizes, key=lambda label: (sizes[label], -CLASSES.index(label)))
    found = []
    for place, head in enumerate(order[:-1]):
        while True:
            problem = frozenset(row for row in left if rows.labels[row] in order[place:])
            steps, _ = PlainClimb(rows, head, score).path(problem)
            if not steps:
                break
            P = sum(rows.labels[row] == head for row in problem)
            best = steps[best_of(steps, score, (P, len(problem) - P)) - 1]
            if best.positives <= best.negatives:
                break
            found.append((head, best.cover))
            body = steps[: best_of(steps, score, (P, len(problem) - P))]
            left -= plainly_covered(rows, left, [step.test for step in body])
    return found


def plainly_covered(rows: Rows, left: set[int], tests: list) -> set[int]:
    search = PlainSearch(rows, "x", 2)
    return {row for row in left if all(search.passes(row, test) for test in tests)}


@given(rows=small_rows(), name=names)
def test_it_learns_the_rules_of_the_plain_loop(rows: Rows, name: str) -> None:
    rules, paths = learned(rows, name)
    expected = plainly_learned(rows, name)
    assert [CLASSES[rule.head] for rule in rules] == [head for head, _ in expected]
    assert [rule.search.covered for rule in rules] == [len(cover) for _, cover in expected]
    left = set(range(len(rows.cells)))
    for rule, (_, cover) in zip(rules, expected, strict=True):
        new = satisfied(rows, rule) & left
        assert cover <= new
        labels = [rows.labels[row] for row in new]
        assert rule.counts == tuple(labels.count(label) for label in CLASSES)
        left -= new
    assert len(paths) == len(rules)


@given(rows=small_rows(), name=names)
def test_both_engines_learn_the_same_rules(rows: Rows, name: str) -> None:
    coded = rows.coded()
    watched = WatchedEngine(coded)
    assert learned(rows, name, local_engine(coded)) == learned(rows, name, watched)
    assert set(watched.living) == {watched.root()}


@given(rows=small_rows())
def test_every_rule_pays_and_classes_come_rarest_first(rows: Rows) -> None:
    rules, paths = learned(rows)
    order = rare_first(tuple(rows.labels.count(label) for label in CLASSES))
    places = [order.index(rule.head) for rule in rules]
    assert places == sorted(places)
    assert order[-1] not in [rule.head for rule in rules]
    for rule, path in zip(rules, paths, strict=True):
        best = path.steps[path.kept - 1]
        assert best.positives > best.negatives
        assert (best.positives + best.negatives, best.negatives) == (
            rule.search.covered,
            rule.search.errors,
        )
        assert path.head == rule.head
        assert set(rule.conditions) <= {step.condition for step in path.steps[: path.kept]}
        assert json.loads(json.dumps(path.to_dict()))["kept"] == path.kept


ROWS = Rows(
    ("nominal",),
    tuple((letter,) for letter in "aabbbcccc"),
    tuple("zzyyyxxxx"),
)


def test_a_list_by_hand() -> None:
    rules, paths = learned(ROWS, "correlation")
    assert [(str(rule.body), CLASSES[rule.head]) for rule in rules] == [
        ("c0 = a", "z"),
        ("c0 = b", "y"),
    ]
    assert [(path.positives, path.negatives) for path in paths] == [(2, 7), (3, 4)]


def test_rows_of_earlier_classes_are_no_negatives_of_later_ones_but_are_counted() -> None:
    """The last row, an x, cannot be told from a y; as an earlier class's row it costs nothing."""
    cells = tuple((letter,) for letter in "bbbbccccc")
    rows = Rows(("nominal",), cells, tuple("xyyyzzzzz"))
    rules, _ = learned(rows, "precision")
    assert [rule.body for rule in rules] == ["c0 = b"]
    assert rules[0].counts == (1, 3, 0)
    assert (rules[0].search.covered, rules[0].search.errors) == (3, 0)


def test_the_number_of_rules_can_be_limited() -> None:
    assert len(learned(ROWS, max_rules=1)[0]) == 1
    assert learned(ROWS, max_rules=0) == ([], [])


def test_progress_is_the_share_of_rows_dealt_with() -> None:
    seen: list[float] = []
    covering = RareFirstCovering(Climb(Correlation()), Limits())
    covering.rules(NumpyEngine(ROWS.coded()), seen.append)
    assert seen == pytest.approx([2 / 9, 5 / 9])


def test_equal_classes_leave_the_first_as_default() -> None:
    assert rare_first((3, 3, 1, 0)) == [2, 1, 0]


def test_a_table_of_one_class_has_no_rules() -> None:
    rows = Rows(("numeric",), ((1.0,), (2.0,)), ("y", "y"))
    covering = RareFirstCovering(Climb(Laplace()), Limits())
    assert covering.rules(NumpyEngine(rows.coded())) == ([], [])


@given(small_rows(), names)
def test_a_class_ends_with_the_first_rule_that_takes_more_bits_than_it_saves(
    rows: Rows, name: str
) -> None:
    n_tests = Language(rows.coded().columns, Limits()).n_tests
    free, _ = learned(rows, name)
    frugal, _ = learned(rows, name, theory=CheapestTheory(Pfahringer()))
    for head in {rule.head for rule in frugal}:
        own = [rule for rule in frugal if rule.head == head]
        costs = [bits(rows, frugal, own[:size], head, n_tests) for size in range(len(own) + 1)]
        assert all(later < sooner for sooner, later in pairwise(costs))
    if frugal and frugal[0].head == free[0].head:
        assert str(frugal[0]) == str(free[0])


def bits(rows: Rows, theory: list[Rule], own: list[Rule], head: int, n_tests: int) -> float:
    """Return the bits of the first rules of a class, for the rows that its problem began with."""
    place = min(at for at, rule in enumerate(theory) if rule.head == head)
    order = rare_first(tuple(rows.labels.count(label) for label in CLASSES))
    rivals = [CLASSES[one] for one in order[order.index(head) :]]
    left = {at for at in range(len(rows.cells)) if rows.labels[at] in rivals}
    for rule in theory[:place]:
        left -= satisfied(rows, rule)
    counts = []
    for rule in own:
        covered = left & satisfied(rows, rule)
        positives = sum(rows.labels[at] == CLASSES[head] for at in covered)
        counts.append((len(covered) - positives, positives))
        left -= covered
    positives = sum(rows.labels[at] == CLASSES[head] for at in left)
    return rule_set_cost(
        [rule.n_conditions for rule in own], counts, (len(left) - positives, positives), n_tests
    )
