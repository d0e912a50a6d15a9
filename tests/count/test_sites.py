"""Rows of small covers that are brought here: which, when, and what is asked of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.count.lost_parts import LostParts

from conjunct import (
    CN2Classifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
)
from conjunct.cards import learning
from conjunct.count import NO_TESTS, Fold, NumpyEngine, Points, Splits, as_tests, each_class
from conjunct.count.engine import CLASS_WEIGHTS, IDENTITY
from conjunct.count.partitioned import Partitioned, PartitionedEngine, in_parts
from conjunct.count.sites import FetchedRows, FetchLimits
from conjunct.data import shipped_table
from conjunct.encode import CodedTable, encode

SHIPPED = shipped_table()
TABLE = encode(SHIPPED)
ROW_BYTES = 13 + sum(1 + (column.n_codes > 255) for column in TABLE.columns)
FEW = SHIPPED.take(np.arange(0, SHIPPED.n_rows, 5))
CLASSES = each_class(3)
TEST, OTHER = as_tests([(0, 0, 1)]), as_tests([(1, 2, 5)])


def elsewhere(table: CodedTable, home: Any = "numpy", **room: int) -> PartitionedEngine:
    """Put an engine over two parts with rows and one without."""
    parts = [*in_parts(table, 2), table.take(np.empty(0, np.int64))]
    places = LostParts(parts, 0.0)
    places.engine = home
    return PartitionedEngine(places, FetchLimits(**room))


def points(weight: float) -> Points:
    return Points([TEST], np.array([0]), np.array([1]), np.array([weight]), np.zeros(3))


def ask_everything(engine: Any, cover: int) -> list[Any]:
    """Ask every question about a cover, and about covers that are made from it."""
    one = np.array([cover])
    wide = Splits(np.array([0]), np.arange(TABLE.columns[0].n_codes + 1) % 2, np.array([2]))
    made = [
        engine.subset(cover, fold=Fold(3, 4)),
        *engine.refine(np.array([cover, cover]), np.concatenate((TEST, OTHER))).tolist(),
        *engine.part(one, wide).tolist(),
    ]
    found: list[Any] = [engine.apply("s", cover, points(0.5), 0.01)]
    for own in (one, np.array(made)):
        found += [engine.tally(own, [NO_TESTS, OTHER], of) for of in (CLASSES, "s", IDENTITY)]
        found += [engine.tally(own, [TEST, NO_TESTS], CLASS_WEIGHTS, first=True)]
        found += [vars(engine.count(own, CLASSES)), vars(engine.sum(own, "s"))]
    found += engine.curvature("s", cover, [TEST], [np.array([0])] * 3)
    found += engine.spread(cover, [TEST, OTHER], np.array([2, -1]))
    engine.release(np.array(made))
    return found


def assert_same(ours: Sequence[Any], plain: Sequence[Any]) -> None:
    for one, other in zip(ours, plain, strict=True):
        if isinstance(one, dict):
            assert_same(list(one.values()), list(other.values()))
        else:
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("classes", [[0, 1, 2], [1], []], ids=["all rows", "some", "none"])
def test_after_the_second_question_about_few_rows_there_are_no_trips(
    classes: list[int], weighted: bool
) -> None:
    table = replace(TABLE, weights=0.5 + np.arange(TABLE.n_rows) % 3) if weighted else TABLE
    engine, plain = elsewhere(table, most_bytes=200 * ROW_BYTES), NumpyEngine(table)
    ours, theirs = (one.subset(one.root(), classes=classes) for one in (engine, plain))
    assert_same(ask_everything(engine, ours), ask_everything(plain, theirs))
    n_trips = engine.traffic.trips
    assert_same(ask_everything(engine, ours), ask_everything(plain, theirs))
    if len(classes) == 3:
        assert n_trips > 10
        assert engine.traffic.trips > 2 * n_trips - 3  # sizes are asked for only once
    else:
        assert engine.traffic.trips == n_trips == 2


def test_rows_come_home_when_the_trips_for_them_have_cost_as_much() -> None:
    engine = elsewhere(TABLE, trip_bytes=TABLE.n_rows * ROW_BYTES // 5 + 1)
    root = np.array([engine.root()])
    trips = []
    for _ in range(8):
        engine.count(root, CLASSES)
        trips.append(engine.traffic.trips)
    assert trips == [1, 2, 3, 4, 5, 6, 6, 6]


def test_a_beam_in_rows_that_are_here_makes_no_trip() -> None:
    """Bodies that are refined on the way to a small one share the trips of their common cover."""
    engine = elsewhere(TABLE)
    pair = engine.refine(np.zeros(2, np.int64), np.concatenate((TEST, OTHER)))
    engine.count(pair, CLASSES)
    before = engine.traffic.trips
    for _ in range(4):
        pair = engine.refine(pair, np.concatenate((OTHER, TEST)))
        engine.count(pair, CLASSES)
    assert engine.traffic.trips == before + 1


@pytest.fixture
def two_sites() -> tuple[PartitionedEngine, NumpyEngine, list[list[int]]]:
    """Return engines with the same covers; the second of each is at home, the third within it."""
    engine = elsewhere(TABLE, most_bytes=130 * ROW_BYTES)
    plain, covers = NumpyEngine(TABLE), []
    for one in (engine, plain):
        some = one.subset(one.root(), classes=[2])
        for _ in range(2):
            one.count(np.array([some]), CLASSES)
        covers.append([one.root(), some, int(one.refine(np.array([some]), TEST)[0])])
    sites = [cover.site for cover in engine._covers]
    assert [isinstance(site, FetchedRows) for site in sites] == [False, True, True]
    return engine, plain, covers


@pytest.mark.parametrize("written", [0, 1, 2])
@pytest.mark.parametrize("released", [False, True])
def test_states_are_the_same_on_both_sides(two_sites: Any, written: int, released: bool) -> None:
    engine, plain, covers = two_sites
    for weight in (0.5, -0.25):
        for one, own in zip((engine, plain), covers, strict=True):
            cover = one.subset(own[written])
            one.apply("s", cover, points(weight))
            if released:
                one.release(np.array([cover]))
        for order in ([0], [1], [2], [2, 0, 1, 1, 0]):
            ours, theirs = (np.array(own)[order] for own in covers)
            assert_same([vars(engine.sum(ours, "s"))], [vars(plain.sum(theirs, "s"))])
            answers = (
                one.tally(own, [TEST, NO_TESTS], "s")
                for one, own in ((engine, ours), (plain, theirs))
            )
            np.testing.assert_array_equal(*answers)


def test_covers_of_both_sides_are_made_in_one_call(two_sites: Any) -> None:
    engine, plain, covers = two_sites
    splits = Splits(
        np.array([0, 1, 0]),
        np.concatenate([np.arange(TABLE.columns[one].n_codes + 1) % 3 for one in (0, 1, 0)]),
        np.array([3, 3, 3]),
    )
    found = []
    for one, own in zip((engine, plain), covers, strict=True):
        made = one.part(np.array(own)[[2, 0, 1]], splits)
        refined = one.refine(np.array(own)[[0, 2, 1]], np.concatenate((OTHER, OTHER, TEST)))
        found.append(one.tally(np.concatenate((made, refined)), [NO_TESTS, TEST], CLASSES))
    np.testing.assert_array_equal(*found)


def test_rows_leave_with_their_last_cover() -> None:
    engine = elsewhere(TABLE, most_bytes=200 * ROW_BYTES)
    some = engine.subset(engine.root(), classes=[0])
    for _ in range(2):
        engine.count(np.array([some]), CLASSES)
    refined = engine.refine(np.array([some]), TEST)
    engine.release(np.array([some]))
    assert len(engine._fetcher._held) == 1
    engine.release(refined)
    assert not engine._fetcher._held


def test_the_oldest_rows_make_room_for_others() -> None:
    engine, plain = elsewhere(TABLE, all_bytes=160 * ROW_BYTES), NumpyEngine(TABLE)
    pairs = []
    for label in (0, 1, 2, 1, 0):
        pairs.append([one.subset(one.root(), classes=[label]) for one in (engine, plain)])
        for ours, theirs in [*pairs, *pairs[::-1]]:
            assert_same(ask_everything(engine, ours), ask_everything(plain, theirs))
            assert sum(engine._fetcher._held.values()) <= 160 * ROW_BYTES
    assert engine._fetcher._held


def test_covers_go_where_their_rows_came_from() -> None:
    """Covers that were made here are known there when their rows had to make room for others."""
    engine, plain = elsewhere(TABLE, all_bytes=160 * ROW_BYTES), NumpyEngine(TABLE)
    lines = []
    for one in (engine, plain):
        first = one.subset(one.root(), classes=[0])
        for _ in range(2):
            one.count(np.array([first]), CLASSES)
        second = one.subset(first, without=[TEST])
        lines.append([second, one.subset(second, fold=Fold(1, 2))])
        other = one.subset(one.root(), classes=[2])
        for _ in range(2):
            one.count(np.array([other]), CLASSES)
    for place in (1, 0):
        ours, theirs = (np.array(line[place : place + 1]) for line in lines)
        for _ in range(2):
            got, wanted = engine.count(ours, CLASSES), plain.count(theirs, CLASSES)
            assert_same([vars(got)], [vars(wanted)])


def test_rows_at_home_outlive_their_parts() -> None:
    engine, plain = elsewhere(TABLE, most_bytes=200 * ROW_BYTES), NumpyEngine(TABLE)
    ours, theirs = (one.subset(one.root(), classes=[0]) for one in (engine, plain))
    for _ in range(2):
        engine.count(np.array([ours]), CLASSES)
    engine._all.places.lost = 1.0  # type: ignore[attr-defined]
    assert_same(ask_everything(engine, ours), ask_everything(plain, theirs))


class Dying(LostParts):
    """Parts that are all lost with the message after the one that brought rows home."""

    is_due = False

    def post(self, message: bytes, which: Sequence[int]) -> list[bytes | None]:
        if self.is_due:
            self.is_due, self.n_lost = False, self.n_lost + len(which)
            self.parts.clear()
            return [None] * len(which)
        self.is_due = b"rows" in message
        return super().post(message, which)


LEARNERS: dict[str, Any] = {
    "card": partial(ScoreCardClassifier, size=2),
    "cn2": CN2Classifier,
    "layered": partial(LayeredRuleClassifier, max_width=8),
    "ripper": partial(RipperClassifier, random_state=0),
    "tree": RuleTreeClassifier,
}


@pytest.fixture
def small_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let cards search in samples, as in large tables."""
    fewer = replace(learning.SETTINGS, fold_cells=60, all_cells=90)
    monkeypatch.setattr(learning, "SETTINGS", fewer)


def fitted(learner: str, engine: Any) -> str:
    """Learn without promises; a card learns from fewer rows."""
    table = FEW if learner == "card" else SHIPPED
    make = LEARNERS[learner](engine=engine, promises=False)
    return str(make.fit_table(table).rules_.to_json())


def some_rows(learner: str) -> int:
    """Return a number of bytes that some covers have, but not all rows."""
    return (35 if learner == "card" else 200) * ROW_BYTES


@pytest.mark.usefixtures("small_samples")
@pytest.mark.parametrize("learner", ["card", "ripper"])
def test_parts_lost_after_rows_came_home_do_not_change_the_model(learner: str) -> None:
    places = []

    def dying(coded: CodedTable) -> PartitionedEngine:
        places.append(Dying(in_parts(coded, 2), 0.0))
        return PartitionedEngine(places[-1], FetchLimits(most_bytes=some_rows(learner)))

    learned = fitted(learner, dying)
    assert sum(one.n_lost for one in places) > 6
    assert learned == fitted(learner, "numpy")


@pytest.mark.usefixtures("small_samples")
@pytest.mark.parametrize("home", ["numpy", "local"])
@pytest.mark.parametrize("learner", LEARNERS)
def test_models_do_not_depend_on_which_rows_are_here(learner: str, home: str) -> None:
    wanted = fitted(learner, home)
    assert fitted(learner, partial(elsewhere, home=home)) == wanted
    some = {"most_bytes": some_rows(learner)}
    assert fitted(learner, partial(elsewhere, home=home, **some)) == wanted


@pytest.mark.usefixtures("small_samples")
def test_folds_learned_by_threads_share_what_is_here() -> None:
    make = partial(ScoreCardClassifier, size=3, promises=False)
    room = {"most_bytes": 35 * ROW_BYTES, "all_bytes": 80 * ROW_BYTES}
    ours = make(engine=partial(elsewhere, **room), n_jobs=3).fit_table(FEW).rules_
    assert ours.to_json() == make(engine="numpy").fit_table(FEW).rules_.to_json()


def trips(make: Any, **room: int) -> int:
    """Learn from the shipped table; return the number of round trips."""
    made: list[PartitionedEngine] = []

    def engine(coded: CodedTable) -> PartitionedEngine:
        made.append(elsewhere(coded, "local", **room))
        return made[-1]

    make(engine=engine, promises=False).fit_table(SHIPPED)
    return sum(one.traffic.trips for one in made)


@pytest.mark.usefixtures("small_samples")
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_small_table_takes_two_trips(learner: str) -> None:
    assert trips(LEARNERS[learner]) == 2


@pytest.mark.usefixtures("small_samples")
def test_a_card_of_a_large_table_takes_a_trip_for_each_step_of_its_last_fit() -> None:
    n_trips = trips(partial(ScoreCardClassifier, size=5), most_bytes=60 * ROW_BYTES)
    assert n_trips < 100  # 80; more than a thousand if no rows come home


def test_parts_in_this_process_stay_where_they_are() -> None:
    engine = Partitioned(2, "numpy")(TABLE)
    for n_trips in range(1, 5):
        engine.count(np.array([engine.root()]), CLASSES)
        assert engine.traffic.trips == n_trips
