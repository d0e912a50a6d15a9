"""The rule that saves most: compiled search, search through any engine, and plain loops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.count.plain_engine import PlainEngine
from tests.search.plain_newton import PlainNewton
from tests.search.small_tables import local_engine, small_rows

from conjunct.count import CountingEngine, NumpyEngine, Points, as_tests
from conjunct.count.engine import ABOVE, SCALE
from conjunct.count.partitioned import Partitioned
from conjunct.encode import CodedTable, encode
from conjunct.search.language import Language, Limits
from conjunct.search.newton import NewtonBeam, NewtonSearch, Prices, find_rule, newton_gains
from conjunct.types import Ints

WIDE = NewtonBeam(width=400, max_conditions=2, min_weight=0.5)
Maker = Callable[[CodedTable], CountingEngine]
ENGINES: dict[str, Maker] = {
    "numpy": NumpyEngine,
    "local": local_engine,
    "three parts": Partitioned(3, "numpy"),
}
every_engine = pytest.mark.parametrize("make", ENGINES.values(), ids=ENGINES)


@dataclass(frozen=True)
class Problem:
    """The input of a search: rows, the scores that make their state, and the settings."""

    coded: CodedTable
    points: Points
    prices: Prices
    signs: Ints
    taken: Ints

    def found(self, beam: NewtonBeam, make: Maker = NumpyEngine, **other: Any) -> NewtonSearch:
        """Search with an engine."""
        engine = make(self.coded)
        engine.apply("scores", engine.root(), self.points)
        signs = self.signs[:, None]
        about = {"prices": self.prices, "signs": signs, "taken": self.taken, **other}
        return find_rule(engine, self.language, (engine.root(), "scores"), beam=beam, **about)

    def plain(self, beam: NewtonBeam) -> PlainNewton:
        """Return the plain search."""
        engine = PlainEngine(self.coded)
        engine.apply("scores", engine.root(), self.points)
        asked = self.signs.tolist(), self.taken.tolist()
        return PlainNewton(engine, engine.root(), "scores", self.prices, beam, *asked)

    @property
    def language(self) -> Language:
        return Language(self.coded.columns, Limits(), reuse="numeric")

    def sums(self, found: NewtonSearch) -> list[int]:
        """Add up the state over the rows that a rule covers."""
        plain = self.plain(WIDE)
        members = plain.everything
        for test in found.body.tolist():
            members = plain.passing(members, tuple(test))
        return plain.sums(members)


def some_points(coded: CodedTable, n_scores: int, random: np.random.Generator) -> Points:
    """Return up to three rules of one condition with random weights."""
    usable = [column for column, about in enumerate(coded.columns) if about.n_codes]
    bodies = []
    for column in random.permutation(usable).tolist()[: random.integers(0, 4)]:
        code = random.integers(coded.columns[column].n_codes)
        bodies.append(as_tests([(column, random.integers(4), code)]))
    n_weights = len(bodies) * n_scores
    return Points(
        bodies,
        np.repeat(np.arange(len(bodies)), n_scores),
        np.tile(np.arange(n_scores), len(bodies)),
        random.normal(0, 1.5, n_weights),
        random.normal(0, 0.5, n_scores),
    )


@st.composite
def problems(draw: st.DrawFn, tied: bool = True, max_rows: int = 24) -> Problem:
    """Draw rows and settings; with `tied`, many rows have the same weight."""
    rows = draw(small_rows(max_rows=max_rows))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_rows = len(rows.cells)
    weights = random.uniform(0.6, 2.0, n_rows)
    if tied:
        weights = random.choice([0.5, 1.0, 2.0], n_rows) if draw(st.booleans()) else None
    missing = draw(st.sampled_from(["fails", "value"])) if tied else "fails"
    coded = encode(replace(rows.table(), weights=weights), missing)
    n_scores = draw(st.sampled_from([1, 3]))
    points = some_points(coded, n_scores, random)
    price = st.sampled_from([0.0, 0.05, 0.3])
    prices = Prices(draw(st.sampled_from([0.3, 1.0])), draw(price), draw(price))
    is_free = draw(st.booleans()) or n_scores > 1
    signs = [
        0 if is_free or column.kind == "nominal" else int(random.integers(-1, 2))
        for column in coded.columns
    ]
    nothing = np.empty((0, 1 + 2 * n_scores), np.int64)
    problem = Problem(coded, points, prices, np.array(signs, np.int64), nothing)
    return replace(problem, taken=some_taken(problem, random))


def some_taken(problem: Problem, random: np.random.Generator) -> Ints:
    """Return sums of some covers that a search would find."""
    plain = problem.plain(WIDE)
    covers = [plain.passing(plain.everything, test) for test in plain.every_test()]
    chosen = [one for one in covers if random.random() < 0.15]
    sums = np.array([plain.sums(one) for one in chosen], np.int64)
    return sums.reshape(-1, problem.taken.shape[1])


beams = st.builds(
    NewtonBeam,
    width=st.integers(1, 5),
    max_conditions=st.integers(1, 4),
    min_weight=st.sampled_from([0.4, 1.0, 3.0]),
)


@every_engine
@given(problem=problems() | problems(tied=False), beam=beams)
def test_every_engine_searches_as_plain_loops_do(
    make: Maker, problem: Problem, beam: NewtonBeam
) -> None:
    found, plain = problem.found(beam, make), problem.plain(beam).search()
    assert [tuple(test) for test in found.body.tolist()] == list(plain.body)
    assert found.saved == plain.saved
    refined = [tuple(map(tuple, body.tolist())) for body in found.refined]
    assert refined == plain.refined
    expected = [
        (beam.width, level, scored, pruned, covered / SCALE / scored)
        for level, (scored, covered, pruned) in enumerate(plain.levels, start=1)
        if scored
    ]
    rounds = [(one.width, one.level, one.tried, one.pruned) for one in found.rounds]
    assert rounds == [line[:4] for line in expected]
    assert [one.mean_covered for one in found.rounds] == [line[4] for line in expected]


@every_engine
@given(problem=problems(tied=False, max_rows=12))
def test_a_beam_that_is_wide_enough_finds_the_best_of_all_bodies(
    make: Maker, problem: Problem
) -> None:
    found, plain = problem.found(WIDE, make), problem.plain(WIDE)
    most, covers = plain.most_saved(), plain.first_covers()
    assert found.saved <= most + 1e-12
    # Of bodies with the same rows only the first is refined, and it may ask of fewer attributes.
    if len({round(plain.gain(one, 0), 9) for one in covers}) == len(covers):
        assert found.saved == pytest.approx(most, abs=1e-12)


@settings(max_examples=min(50, settings().max_examples))
@given(problems(), beams)
def test_covers_that_were_found_are_not_found_again(problem: Problem, beam: NewtonBeam) -> None:
    for _ in range(3):
        found = problem.found(beam)
        if not len(found.body):
            break
        sums = problem.sums(found)
        assert sums not in problem.taken.tolist()
        problem = replace(problem, taken=np.concatenate((problem.taken, [sums])))


@given(problems(), beams)
def test_combinations_are_sets_of_attributes(problem: Problem, beam: NewtonBeam) -> None:
    found, language = problem.found(beam), problem.language
    usable = {at for at, key in enumerate(language.attribute_keys) if key}
    attribute = language.columns.attribute
    sets = {
        frozenset(attribute[body[:, 0]].tolist()) | {one}
        for body in found.refined
        for one in usable
    }
    assert language.n_attribute_sets(found.refined) == len(sets)


@given(problems(), beams)
def test_what_is_asked_of_a_column_is_obeyed(problem: Problem, beam: NewtonBeam) -> None:
    found = problem.found(beam)
    if len(problem.points.base) > 1 or not len(found.body):
        return
    pull = np.sign(problem.sums(found)[1])
    for column, op, _ in found.body.tolist():
        assert problem.signs[column] * (1 if op == ABOVE else -1) in (0, pull)


@given(problems(), beams, st.floats(0, 1), st.floats(0, 1))
def test_dearer_conditions_never_save_more(
    problem: Problem, beam: NewtonBeam, first: float, further: float
) -> None:
    cheap = problem.prices
    dear = cheap._replace(first=cheap.first + first, further=cheap.further + further)
    assert problem.found(beam, prices=dear).saved <= problem.found(beam).saved + 1e-12


@given(problems(), st.floats(0.01, 1))
def test_bodies_get_no_longer_as_further_conditions_get_dearer(
    problem: Problem, further: float
) -> None:
    cheap = problem.prices
    dear = cheap._replace(further=cheap.further + further)
    short, long = problem.found(WIDE, prices=dear), problem.found(WIDE)
    assert len(short.body) <= len(long.body) or not len(long.body)


@every_engine
@given(problem=problems(), beam=beams)
def test_nothing_is_found_where_everything_is_too_dear(
    make: Maker, problem: Problem, beam: NewtonBeam
) -> None:
    found = problem.found(beam, make, prices=problem.prices._replace(first=1e9))
    assert found.body.shape == (0, 3)
    assert found.saved == 0.0


@every_engine
@given(problem=problems())
def test_a_cover_that_is_too_light_is_not_found(make: Maker, problem: Problem) -> None:
    plain = problem.plain(WIDE)
    everything = plain.sums(plain.everything)[0] / SCALE
    assert not len(problem.found(NewtonBeam(4, 4, everything), make).body)


@given(problems(), beams)
def test_a_search_leaves_no_covers_behind(problem: Problem, beam: NewtonBeam) -> None:
    engine = NumpyEngine(problem.coded)
    engine.apply("scores", engine.root(), problem.points)
    asked = problem.prices, beam, problem.signs[:, None], problem.taken
    find_rule(engine, problem.language, (engine.root(), "scores"), *asked)
    assert list(engine._covers) == [engine.root()]


def test_a_price_is_for_the_first_condition_and_the_further_ones() -> None:
    prices = Prices(1.0, 2.0, 6.0)
    assert prices.of(1) == 2.0
    assert prices.of(3) == 2.0 + 2 * 6.0


def test_a_gain_is_that_of_the_best_class_and_of_no_step_of_the_wrong_sign() -> None:
    two = np.array([[SCALE, 2 * SCALE, -SCALE, SCALE, SCALE]]).astype(np.int64)
    free = np.ones((1, 2, 1), bool)
    assert newton_gains(two, 1.0, free).tolist() == [0.5 * 4 / 2]
    turned = two[:, [0, 2, 1, 3, 4]]
    assert newton_gains(turned, 1.0, free).tolist() == [0.5 * 4 / 2]
    falling = np.array([[SCALE, -SCALE, SCALE]] * 2).astype(np.int64)
    may = np.array([[[True], [False]], [[False], [True]]])
    assert newton_gains(falling, 1.0, may).tolist() == [0.0, 0.25]
    apart = np.array([[[True, False], [True, True]]])  # the second class must not go up
    assert newton_gains(turned, 1.0, apart).tolist() == [0.5 * 1 / 2]
