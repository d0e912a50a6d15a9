"""The climb takes the steps of the plain one, with any heuristic and engine."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import OPERATORS, NumpyEngine, class_counts, one_class
from conjunct.count.engine import EQUAL, UNEQUAL
from conjunct.data import Column, Table
from conjunct.encode import CodedColumn, encode
from conjunct.evaluate import (
    HEURISTICS,
    Accuracy,
    Correlation,
    Laplace,
    Layer,
    LearnedHeuristic,
    Precision,
)
from conjunct.search.climb import Choice, Climb, Climbed
from conjunct.search.language import Language, Limits
from conjunct.search.outcome import shortest_body

from .plain_climb import PlainClimb, best_of
from .small_tables import Rows, local_engine, small_rows
from .watched_engine import WatchedEngine

ENGINES = [local_engine, NumpyEngine]
forms = st.sampled_from([OPERATORS, ("=", "<=", ">"), ("!=", ">")])


def climbed(
    rows: Rows, climb: Climb, limits: Limits | None = None, engine=NumpyEngine
) -> Climbed | None:
    return found_by(engine(rows.coded()), climb, limits)


def found_by(engine, climb: Climb, limits: Limits | None = None) -> Climbed | None:
    language = Language(engine.columns, limits or Limits(), reuse="always")
    return climb.find(engine, language, engine.root(), one_class(0, engine.n_classes))


def plain_score(name):
    def score(p, n, P, N):
        return float(HEURISTICS[name](np.array(p), np.array(n), P, N))

    return score


def steps_of(found: Climbed | None) -> list[tuple]:
    steps = found.steps if found else ()
    return [
        ((step.test[0], OPERATORS[step.test[1]], step.test[2]), step.positives, step.negatives)
        for step in steps
    ]


@pytest.mark.parametrize("engine", ENGINES)
@given(
    rows=small_rows(),
    selects=st.sampled_from(sorted(HEURISTICS)),
    refines=st.sampled_from(sorted(HEURISTICS)),
    conditions=forms,
    least=st.integers(1, 3),
    most=st.sampled_from([None, 1, 2]),
)
def test_it_takes_the_steps_of_the_plain_climb(
    engine, rows, selects, refines, conditions, least, most
):
    plain = PlainClimb(rows, "x", plain_score(refines), conditions, least, most)
    expected, scored = plain.path(frozenset(range(len(rows.cells))))
    climb = Climb(HEURISTICS[selects], HEURISTICS[refines], whole_path=True)
    found = climbed(rows, climb, Limits(conditions, most, least), engine)
    assert steps_of(found) == [(s.test, s.positives, s.negatives) for s in expected]
    if found is None:
        return
    assert found.kept == best_of(expected, plain_score(selects), found.totals)
    best = expected[found.kept - 1]
    record = found.outcome.record
    assert (record.covered, record.errors) == (len(best.cover), best.negatives)
    assert [one.tried for one in record.rounds] == scored
    assert record.tried == sum(scored)
    assert record.rounds[0].level == record.width == 1


@given(rows=small_rows(), conditions=forms, most=st.sampled_from([None, 2]))
def test_the_kept_body_covers_what_its_path_covers(rows, conditions, most):
    plain = PlainClimb(rows, "x", plain_score("accuracy"), conditions, 1, most)
    found = climbed(rows, Climb(Accuracy()), Limits(conditions, most))
    if found is None:
        return
    path, _ = plain.path(frozenset(range(len(rows.cells))))
    engine = NumpyEngine(rows.coded())
    counts = class_counts(engine, engine.root(), found.outcome.body)
    best = path[found.kept - 1]
    assert (counts[0], sum(counts[1:])) == (best.positives, best.negatives)
    used = [(column, op) for column, op, _ in found.outcome.body.tolist() if op != UNEQUAL]
    assert len(set(used)) == len(used)
    fixed = {column for column, op in used if op == EQUAL}
    assert all(op == EQUAL for column, op, _ in found.outcome.body.tolist() if column in fixed)


@given(
    rows=small_rows(),
    selects=st.sampled_from(sorted(HEURISTICS)),
    refines=st.sampled_from([None, "accuracy"]),
)
def test_the_rest_of_a_path_that_cannot_win_is_not_needed(rows, selects, refines):
    second = HEURISTICS[refines] if refines else None
    whole = climbed(rows, Climb(HEURISTICS[selects], second, whole_path=True))
    found = climbed(rows, Climb(HEURISTICS[selects], second))
    if whole is None:
        assert found is None
        return
    assert found.kept == whole.kept
    assert found.outcome.body.tolist() == whole.outcome.body.tolist()
    assert found.steps == whole.steps[: len(found.steps)]


def test_a_path_ends_when_its_positives_alone_would_not_win():
    """A negative in the midst of the positives cannot be had without losing a positive."""
    values = (0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9)
    labels = tuple("yxxxxyxxxxx")
    rows = Rows(("numeric",), tuple((float(value),) for value in values), labels)
    whole = climbed(rows, Climb(Accuracy(), whole_path=True))
    found = climbed(rows, Climb(Accuracy()))
    assert [(step.positives, step.negatives) for step in found.steps] == [(9, 1), (8, 1)]
    assert found.kept == whole.kept == 1
    assert whole.steps[-1].negatives == 0
    assert climbed(rows, Climb(lambda p, n, P, N: p - n)).steps[-1].negatives == 0


@given(rows=small_rows())
def test_it_counts_the_attribute_sets_that_it_looks_at(rows):
    found = climbed(rows, Climb(Correlation()))
    if found is None:
        return
    usable = PlainClimb(rows, "x", plain_score("wra")).rows
    can_be_used = {
        column
        for column, levels in enumerate(usable.levels)
        if len(levels) >= (2 if usable.kinds[column] == "numeric" else 1)
    }
    sets, used = set(), frozenset()
    for step in found.steps:
        sets |= {used | {other} for other in can_be_used - used}
        used |= {step.test[0]}
    assert found.outcome.record.combinations == len(sets)


@given(rows=small_rows())
def test_no_cover_is_left_behind(rows):
    engine = WatchedEngine(rows.coded())
    found_by(engine, Climb(Laplace(), whole_path=True))
    assert set(engine.living) == {engine.root()}


def interval_rows() -> Rows:
    """Positives in the middle of a line."""
    labels = ("y", "y", "x", "x", "x", "y")
    return Rows(("numeric",), tuple((float(i),) for i in range(6)), labels)


def test_an_attribute_can_be_tested_twice():
    found = climbed(interval_rows(), Climb(Accuracy()))
    assert steps_of(found) == [((0, ">", 1), 3, 1), ((0, "<=", 4), 3, 0)]
    assert found.outcome.body.tolist() == [[0, 3, 1], [0, 2, 4]]
    assert found.kept == 2


def test_the_best_rule_on_the_path_is_kept_and_of_equal_ones_the_shortest():
    found = climbed(interval_rows(), Climb(lambda p, n, P, N: -n, Accuracy()))
    assert found.kept == 2
    found = climbed(interval_rows(), Climb(lambda p, n, P, N: 0 * p, Accuracy()))
    assert (found.kept, len(found.steps)) == (1, 2)
    assert [step.score for step in found.steps] == [0.0, 0.0]
    assert [step.refinement_score for step in found.steps] == [5 / 6, 1.0]


@pytest.mark.parametrize("selects_alone", [False, True])
def test_a_learned_heuristic_may_read_the_length_of_the_rule(selects_alone):
    def by_length(weight):
        layer = Layer.of([[1.0], [weight]], [0.0])
        return LearnedHeuristic("precision", (layer,), ("p/(p+n)", "length"))

    refines = Accuracy() if selects_alone else None
    short, long = (
        climbed(interval_rows(), Climb(by_length(weight), refines)) for weight in (-0.3, -0.2)
    )
    assert (short.kept, long.kept) == (1, 2)
    assert [step.score for step in short.steps] == pytest.approx([3 / 4 - 0.3, 1 - 0.6])


def test_without_positives_or_conditions_there_is_no_rule():
    rows = Rows(("numeric",), ((1.0,), (2.0,)), ("y", "y"))
    assert climbed(rows, Climb(Laplace())) is None
    rows = Rows(("numeric",), ((1.0,), (1.0,)), ("x", "y"))
    assert climbed(rows, Climb(Laplace())) is None


def test_a_pure_problem_takes_one_step():
    rows = Rows(("numeric",), ((1.0,), (2.0,), (3.0,)), ("x", "x", "x"))
    assert steps_of(climbed(rows, Climb(Laplace()))) == [((0, ">", 0), 2, 0)]


TIED = Rows(
    ("nominal", "nominal"),
    (("a", "a"), ("b", "a"), ("b", "b"), ("c", "c"), ("c", "d")),
    ("x", "x", "x", "y", "y"),
)


def test_ties_go_to_more_positives_then_to_the_first_column():
    found = climbed(TIED, Climb(Precision()), Limits(("=",)))
    assert steps_of(found) == [((0, "=", 1), 2, 0)]


def test_random_ties_reach_all_of_the_best_and_follow_the_seed():
    def first(seed):
        random = np.random.default_rng(seed)
        return steps_of(climbed(TIED, Climb(Precision(), random=random), Limits(("=",))))

    found = {str(first(seed)) for seed in range(60)}
    assert len(found) == 4
    assert first(3) == first(3)


def test_a_watcher_sees_every_choice():
    seen: list[Choice] = []
    found = climbed(interval_rows(), Climb(Accuracy(), watch=seen.append))
    assert [choice.path for choice in seen] == [(), ((0, 3, 1),)]
    assert [len(choice.tests) for choice in seen] == [7, 5]
    for choice, step in zip(seen, found.steps, strict=True):
        assert choice.totals == found.totals == (3, 3)
        assert tuple(choice.tests[choice.taken]) == step.test
        assert choice.positives[choice.taken] == step.positives
        assert choice.scores[choice.taken] == step.refinement_score
        expected = Accuracy()(choice.positives, choice.negatives, 3, 3)
        assert choice.scores.tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("heuristic", "why"),
    [
        (lambda p, n, P, N: 1.0, "an array of shape \\(\\)"),
        (lambda p, n, P, N: p[:1] * 1.0, "an array of shape \\(1,\\)"),
        (lambda p, n, P, N: p * np.nan, "with NaN"),
    ],
)
def test_a_heuristic_that_gives_no_scores_is_refused(heuristic, why):
    with pytest.raises(ValueError, match=f"one number for each of 7 pairs of counts.*{why}"):
        climbed(interval_rows(), Climb(heuristic))


def test_an_equality_makes_inequalities_needless():
    column = CodedColumn("c", 0, "nominal", 5)
    tests = [(0, 1, 2), (0, 1, 4), (0, 0, 1)]
    assert shortest_body(tests[:2], (column,)).tolist() == [[0, 1, 2], [0, 1, 4]]
    assert shortest_body(tests, (column,)).tolist() == [[0, 0, 1]]


def test_a_limit_makes_it_needless_to_ask_whether_a_number_is_known():
    values = np.array([np.nan, 1.0, 2.0, 3.0])
    target = Column("class", "nominal", np.array([1, 0, 0, 1]), ("x", "y"))
    table = Table((Column("a", "numeric", values),), target, n_rows=4)
    coded = encode(table, "value")
    found = found_by(NumpyEngine(coded), Climb(lambda p, n, P, N: p * 10.0 + n))
    assert len(found.steps) == 2
    assert len(found.outcome.body) == 1 or found.kept == 1
    known = (1, 0, 1)
    assert shortest_body([known, (0, 2, 1)], coded.columns).tolist() == [[0, 2, 1]]
    assert shortest_body([known], coded.columns).tolist() == [list(known)]
