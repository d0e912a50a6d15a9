"""The compiled list of refinements against the plain one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.count.full_tables import full_table
from tests.count.random_points import random_points
from tests.search.small_tables import CLASSES, small_rows

from conjunct.count import CountingEngine, Fold, NewtonRequest, NumpyEngine, one_class
from conjunct.count.local import LocalEngine
from conjunct.count.partitioned import Partitioned
from conjunct.encode import CodedTable
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language, Limits
from conjunct.search.newton import NewtonBeam, NewtonSearch, Prices, find_rule
from conjunct.types import Ints


@given(
    rows=small_rows(),
    conditions=st.lists(st.sampled_from(["=", "!=", "<=", ">"]), min_size=1, unique=True),
    least=st.integers(1, 3),
    head=st.integers(0, len(CLASSES) - 1),
    data=st.data(),
)
def test_compiled_refinements_are_the_plain_ones(rows, conditions, least, head, data):
    coded = rows.coded()
    language = Language(coded.columns, Limits(tuple(conditions), min_coverage=least), "numeric")
    fast, plain = (
        GrowingBody(engine, language, engine.root(), one_class(head, len(CLASSES)))
        for engine in (LocalEngine(coded), NumpyEngine(coded))
    )
    with fast, plain:
        while True:
            found, expected = fast.refinements(), plain.refinements()
            for one, other in zip(found, expected, strict=True):
                assert one.tolist() == other.tolist()
            assert fast.tried == plain.tried
            if not len(expected.tests):
                break
            place = data.draw(st.integers(0, len(expected.tests) - 1))
            fast.add(found, place)
            plain.add(expected, place)
            assert (fast.positives, fast.negatives) == (plain.positives, plain.negatives)


seeds = st.integers(0, 2**32 - 1)


def search(engine: CountingEngine, table: CodedTable, seed: int) -> NewtonSearch:
    """Write a state for some rows, and search there; what is asked is drawn from the seed."""
    random = np.random.default_rng(seed)
    cover = engine.root()
    if random.random() < 0.5:
        cover = engine.subset(cover, fold=Fold(seed, 3, outside=True))
    points = random_points(table, random)
    engine.apply("scores", cover, points)
    kinds = [column.kind for column in table.columns]
    signs: Ints = np.zeros(len(kinds), np.int64)
    if len(points.base) == 1:
        signs = random.integers(-1, 2, len(kinds)) * (np.array(kinds, str) == "numeric")
    taken = engine.tally(np.array([cover]), points.bodies, "scores")[0]
    ridge, *other = random.choice([0.05, 0.3, 1.0], 3)
    prices = Prices(ridge, *(other * random.integers(0, 2, 2)))
    width, longest = int(random.integers(1, 7)), int(random.integers(1, 5))
    beam = NewtonBeam(width, longest, float(random.choice([0.2, 1.0, 3.0])))
    conditions = tuple(op for op in ("=", "!=", "<=", ">") if random.random() < 0.8)
    language = Language(table.columns, Limits(conditions), reuse="numeric")
    width_of_state = 1 + 2 * len(points.base)
    return find_rule(
        engine, language, (cover, "scores"), prices, beam, signs[:, None], taken[:, :width_of_state]
    )


def same(one: NewtonSearch, other: NewtonSearch) -> None:
    assert one.body.tolist() == other.body.tolist()
    assert one.saved == other.saved
    assert one.rounds == other.rounds
    assert [body.tolist() for body in one.refined] == [body.tolist() for body in other.refined]


@given(st.builds(full_table, seeds) | st.from_type(CodedTable), seeds)
def test_the_compiled_search_is_the_plain_search_to_the_bit(table: CodedTable, seed: int) -> None:
    expected = search(NumpyEngine(table), table, seed)
    same(search(LocalEngine(table), table, seed), expected)
    same(search(Partitioned(3, "numpy")(table), table, seed), expected)


def test_an_engine_without_compiled_code_has_no_search_of_its_own() -> None:
    table = full_table(0)
    language = Language(table.columns, Limits(), reuse="numeric")
    numbers = 1.0, 0.0, 0.0, 4, 3, 1, np.empty((0, 3), np.int64)
    for engine in (LocalEngine(table), NumpyEngine(table)):
        engine.apply("scores", engine.root(), random_points(table, np.random.default_rng(0), 1))
        signs = np.zeros((len(table.columns), 1), np.int64)
        request = NewtonRequest(engine.root(), "scores", language.columns, signs, *numbers)
        assert (engine.search(request) is None) == (type(engine) is NumpyEngine)


def search_with_signs(engine: CountingEngine, table: CodedTable, seed: int) -> NewtonSearch:
    """Search where numbers may only push one way, and conditions cost nothing."""
    random = np.random.default_rng(seed)
    engine.apply("scores", engine.root(), random_points(table, random, 1))
    numeric = np.array([column.kind == "numeric" for column in table.columns])
    signs = random.choice([-1, 0, 1], len(numeric)) * numeric
    language = Language(table.columns, Limits(), reuse="numeric")
    rows, prices, beam = (
        (engine.root(), "scores"),
        Prices(0.3, 0.0, 0.0),
        NewtonBeam(6, 4, 1.0),
    )
    return find_rule(
        engine, language, rows, prices, beam, signs[:, None], np.empty((0, 3), np.int64)
    )


@given(st.integers(0, 24))
def test_the_sign_of_a_body_holds_for_all_its_refinements(seed: int) -> None:
    table = full_table(seed)
    same(
        search_with_signs(LocalEngine(table), table, seed),
        search_with_signs(NumpyEngine(table), table, seed),
    )


def test_signs_for_each_score_are_left_to_the_plain_search() -> None:
    table = full_table(0)
    language = Language(table.columns, Limits(), reuse="numeric")
    engine = LocalEngine(table)
    engine.apply("scores", engine.root(), random_points(table, np.random.default_rng(0), 3))
    signs = np.zeros((len(table.columns), 3), np.int64)
    numbers = 1.0, 0.0, 0.0, 4, 3, 1, np.empty((0, 7), np.int64)
    request = NewtonRequest(engine.root(), "scores", language.columns, signs, *numbers)
    assert engine.search(request) is None
