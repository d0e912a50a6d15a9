"""The rule that saves most: compiled search, search through an engine, and all bodies in turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.plain_newton import PlainNewton
from tests.search.small_tables import CLASSES, Rows, small_rows

from conjunct.count import LocalEngine, ReferenceEngine
from conjunct.search import Language, Limits
from conjunct.search.newton import Found, NewtonBeam, Prices, find_rule
from conjunct.search.newton_kernels import SCALE, newton_gain
from conjunct.types import Ints

WIDE = NewtonBeam(width=400, max_conditions=2, min_weight=1.0)
FREE = Prices(ridge=1.0, per_class=0.0, first=0.0, further=0.0)


@dataclass(frozen=True)
class Problem:
    """What a search is asked: rows in the order of their class, numbers of each, and the rest."""

    rows: Rows
    values: Ints
    prices: Prices
    signs: Ints
    taken: Ints

    def found(self, beam: NewtonBeam, make_engine: type = LocalEngine, **other: Any) -> Found:
        coded = self.rows.coded()
        given = {"prices": self.prices, "signs": self.signs, "taken": self.taken, **other}
        return find_rule(
            make_engine(coded),
            Language(coded.columns, Limits()),
            self.values,
            beam=beam,
            **given,
        )

    def plain(self, beam: NewtonBeam) -> PlainNewton:
        least = round(beam.min_weight * SCALE)
        return PlainNewton(
            self.rows,
            self.values.tolist(),
            self.prices,
            least,
            self.signs.tolist(),
            self.taken.tolist(),
        )

    def sums(self, found: Found) -> Ints:
        members = LocalEngine(self.rows.coded()).members(found.body)
        return np.asarray(self.values[members].sum(axis=0))


def by_class(rows: Rows) -> Rows:
    """Return rows in the order of their class, which coded tables have."""
    order = sorted(range(len(rows.labels)), key=lambda row: CLASSES.index(rows.labels[row]))
    return Rows(
        rows.kinds,
        tuple(rows.cells[row] for row in order),
        tuple(rows.labels[row] for row in order),
    )


@st.composite
def problems(draw: st.DrawFn, tied: bool = False, max_rows: int = 24) -> Problem:
    """Draw rows and what is asked; `tied`: rows of a class all have the same numbers."""
    rows = by_class(draw(small_rows(max_rows=max_rows)))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_rows, n_classes = len(rows.cells), draw(st.sampled_from([1, 3]))
    weight = random.choice([0.5, 1.0, 2.0], n_rows)
    chances = random.uniform(0.02, 0.98, (n_rows, n_classes))
    if tied:
        weight[:], chances[:] = 1.0, random.uniform(0.1, 0.9, n_classes)
    labels = np.array([CLASSES.index(label) for label in rows.labels])
    gradients = weight[:, None] * ((labels[:, None] == np.arange(n_classes)) - chances)
    curvatures = weight[:, None] * chances * (1 - chances)
    values = np.rint(SCALE * np.column_stack((weight, gradients, curvatures))).astype(np.int64)
    price = st.sampled_from([0.0, 0.05, 0.3])
    prices = Prices(draw(st.sampled_from([0.3, 1.0])), draw(price), draw(price), draw(price))
    signs = [
        draw(st.sampled_from([-1, 0, 0, 1])) if kind == "numeric" and n_classes == 1 else 0
        for kind in rows.kinds
    ]
    taken = [values[random.random(n_rows) < 0.5].sum(axis=0) for _ in range(random.integers(0, 3))]
    return Problem(
        rows,
        values,
        prices,
        np.array(signs, np.int64),
        np.array(taken, np.int64).reshape(-1, values.shape[1]),
    )


beams = st.builds(
    NewtonBeam,
    width=st.integers(1, 5),
    max_conditions=st.integers(1, 4),
    min_weight=st.sampled_from([0.4, 1.0, 3.0]),
)


def same(one: Found, other: Found) -> bool:
    assert one.body.tolist() == other.body.tolist()
    assert one.saved == other.saved
    assert one.rounds == other.rounds
    assert [body.tolist() for body in one.refined] == [body.tolist() for body in other.refined]
    return True


@given(problems() | problems(tied=True), beams)
def test_compiled_search_is_the_search_through_an_engine(
    problem: Problem, beam: NewtonBeam
) -> None:
    assert same(problem.found(beam), problem.found(beam, ReferenceEngine))


@given(problems() | problems(tied=True), beams)
def test_covers_that_were_found_are_not_found_again(problem: Problem, beam: NewtonBeam) -> None:
    taken, saved = problem.taken, np.inf
    for _ in range(3):
        found = problem.found(beam, taken=taken)
        again = problem.found(beam, ReferenceEngine, taken=taken)
        assert same(found, again)
        if not len(found.body):
            break
        sums = problem.sums(found)
        assert sums.tolist() not in taken.tolist()
        assert found.saved <= saved or beam.max_conditions > 1
        saved, taken = found.saved, np.concatenate((taken, sums[None]))


@pytest.mark.parametrize("make_engine", [LocalEngine, ReferenceEngine])
@given(problem=problems(max_rows=12))
def test_a_beam_that_is_wide_enough_finds_the_best_of_all_bodies(
    make_engine: type, problem: Problem
) -> None:
    found = problem.found(WIDE, make_engine)
    assert found.saved == pytest.approx(problem.plain(WIDE).most_saved(), abs=1e-12)
    if len(found.body):
        price = problem.prices.first + problem.prices.further * (len(found.body) - 1)
        sums, signs = problem.sums(found), problem.signs[found.body[:, 0]]
        sign = int((signs * np.where(found.body[:, 1] == 3, 1, -1)).sum())
        gain = newton_gain(sums, problem.prices.ridge, problem.prices.per_class, int(np.sign(sign)))
        assert found.saved == gain - price > 0
        assert sums[0] >= round(WIDE.min_weight * SCALE)


@given(problems(), beams)
def test_the_first_round_counts_every_condition_that_covers_enough(
    problem: Problem, beam: NewtonBeam
) -> None:
    plain = problem.plain(beam)
    bodies = plain.first_bodies()
    rounds = problem.found(beam).rounds
    if not bodies:
        assert rounds == ()
        return
    covered = [plain.sums(plain.members(body))[0] / SCALE for body in bodies]
    assert rounds[0].scored == len(bodies)
    assert rounds[0].mean_covered == pytest.approx(np.mean(covered))
    assert (rounds[0].width, rounds[0].level) == (beam.width, 1)


@given(problems(), beams)
def test_rounds_add_up(problem: Problem, beam: NewtonBeam) -> None:
    found = problem.found(beam)
    assert [one.level for one in found.rounds] == list(range(1, len(found.rounds) + 1))
    refined = [len(body) for body in found.refined]
    assert refined[0] == 0
    for one in found.rounds:
        kept = refined.count(one.level)
        assert kept + one.pruned <= min(beam.width, one.scored)
    assert len(found.body) <= min(len(found.rounds), beam.max_conditions)
    assert max(refined) < beam.max_conditions


@given(problems(), beams)
def test_combinations_are_sets_of_attributes(problem: Problem, beam: NewtonBeam) -> None:
    found = problem.found(beam)
    language = Language(problem.rows.coded().columns, Limits())
    usable = {at for at, key in enumerate(language.attribute_keys) if key}
    sets = {frozenset(body[:, 0].tolist()) | {one} for body in found.refined for one in usable}
    assert found.combinations(language) == len(sets)


@given(problems(), beams)
def test_what_is_asked_of_a_column_is_obeyed(problem: Problem, beam: NewtonBeam) -> None:
    found = problem.found(beam)
    if problem.values.shape[1] != 3 or not len(found.body):
        return
    pull = np.sign(problem.sums(found)[1])
    for column, op, _ in found.body.tolist():
        asked = problem.signs[column] * (1 if op == 3 else -1)
        assert asked in (0, pull)


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


@given(problems(), beams)
def test_nothing_is_found_where_everything_is_too_dear(problem: Problem, beam: NewtonBeam) -> None:
    found = problem.found(beam, prices=problem.prices._replace(first=1e9))
    assert found.body.shape == (0, 3)
    assert found.saved == 0.0


@given(problems())
def test_a_cover_that_is_too_light_is_not_found(problem: Problem) -> None:
    everything = problem.values[:, 0].sum() / SCALE
    assert not len(problem.found(NewtonBeam(4, 4, everything)).body)


def test_a_price_is_for_the_first_condition_the_further_ones_and_each_class() -> None:
    assert Prices(1.0, 0.5, 2.0, 6.0).of(3, 2) == 2.0 + 2 * 6.0 + 2 * 0.5


def test_a_gain_leaves_out_classes_that_do_not_pay_and_steps_of_the_wrong_sign() -> None:
    sums = np.array([SCALE, 2 * SCALE, -SCALE, SCALE, SCALE]).astype(np.int64)
    assert newton_gain(sums, 1.0, 0.0, 0) == 0.5 * 4 / 2 + 0.5 / 2
    assert newton_gain(sums, 1.0, 0.5, 0) == 0.5 * 4 / 2 - 0.5
    falling = np.array([SCALE, -SCALE, SCALE]).astype(np.int64)
    assert newton_gain(falling, 1.0, 0.0, 1) == 0.0
    assert newton_gain(falling, 1.0, 0.0, -1) == 0.25


@pytest.mark.parametrize("make_engine", [LocalEngine, ReferenceEngine])
@pytest.mark.parametrize("forms", [("<=",), (">",)])
@pytest.mark.parametrize("asked", [-1, 1])
def test_a_rising_column_is_used_only_as_it_is_asked_to(
    make_engine: type, forms: tuple[str, ...], asked: int
) -> None:
    rows = Rows(("numeric",), tuple((float(row),) for row in range(6)), ("x",) * 6)
    coded = rows.coded()
    for pull in (-1, 1):  # of the rows with the higher numbers
        gradients = pull * np.repeat([-1, 1], 3)
        values = np.rint(SCALE * np.column_stack((np.ones(6), gradients, np.ones(6) / 4)))
        found = find_rule(
            make_engine(coded),
            Language(coded.columns, Limits(forms)),
            values.astype(np.int64),
            FREE,
            WIDE,
            np.array([asked]),
            np.empty((0, 3), np.int64),
        )
        assert len(found.body) == (pull == asked)
