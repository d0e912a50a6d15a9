"""Engines over remote parts: one round trip per question, and parts that are lost."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.count.lost_parts import AWAY, LostParts

from conjunct import (
    CN2Classifier,
    LayeredRuleClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
)
from conjunct.count import NO_TESTS, NumpyEngine, as_tests, each_class
from conjunct.count.partitioned import PartitionedEngine, in_parts
from conjunct.count.remote import ROOT
from conjunct.count.sites import MOST_WAITING, FetchLimits
from conjunct.data import shipped_table
from conjunct.encode import CodedTable, encode
from conjunct.errors import ConjunctError
from conjunct.search import space

SHIPPED = shipped_table()
TABLE = encode(SHIPPED)
FEW = SHIPPED.take(np.arange(0, SHIPPED.n_rows, 7))
ALL = np.array([ROOT])


def elsewhere(
    table: CodedTable, lost: float = 0.0, n_parts: int = 2, room: FetchLimits | None = None
) -> PartitionedEngine:
    return PartitionedEngine(LostParts(in_parts(table, n_parts), lost), room or AWAY())


def test_only_questions_are_round_trips() -> None:
    engine = elsewhere(TABLE)
    some = engine.subset(engine.root(), classes=[0, 1])
    halves = engine.refine(np.array([some, some]), as_tests([(0, 0, 0), (0, 1, 0)]))
    engine.release(np.array([some]))
    assert engine.traffic.trips == 0
    engine.tally(halves, [NO_TESTS], each_class(3))
    assert engine.traffic.trips == 1
    assert engine.traffic.sent > 0
    assert engine.traffic.received > 0


def test_a_released_cover_is_unknown_and_the_root_stays() -> None:
    engine = elsewhere(TABLE)
    some = engine.subset(engine.root(), classes=[0])
    engine.release(np.array([some, engine.root()]))
    with pytest.raises(KeyError):
        engine.tally(np.array([some]), [NO_TESTS], each_class(3))
    assert engine.tally(ALL, [NO_TESTS], each_class(3)).sum() == TABLE.n_rows


def test_calls_do_not_pile_up_without_a_question() -> None:
    engine = elsewhere(TABLE)
    for _ in range(MOST_WAITING + 5):
        engine.release(np.array([engine.subset(engine.root(), classes=[0])]))
    assert engine.traffic.trips == 2


def test_what_waits_does_not_change_with_the_arguments() -> None:
    engine, classes, tests = elsewhere(TABLE), [0], as_tests([(0, 0, 0)])
    some, refined = engine.subset(engine.root(), classes=classes), engine.refine(ALL, tests)
    classes[0], tests[0, 2] = 1, 1
    plain = NumpyEngine(TABLE)
    wanted = plain.subset(plain.root(), classes=[0])
    also = plain.refine(np.array([plain.root()]), as_tests([(0, 0, 0)]))
    for ours, theirs in ((some, wanted), (int(refined[0]), int(also[0]))):
        got = engine.tally(np.array([ours]), [NO_TESTS], each_class(3))
        want = plain.tally(np.array([theirs]), [NO_TESTS], each_class(3))
        np.testing.assert_array_equal(got, want)


class _Levels:
    """Levels of beams, and the round trips made for them."""

    def __init__(self) -> None:
        self.engines: list[PartitionedEngine] = []
        self.levels = self.trips = 0

    def __call__(self, table: CodedTable) -> PartitionedEngine:
        self.engines.append(elsewhere(table))
        return self.engines[-1]

    def now(self) -> int:
        return sum(engine.traffic.trips for engine in self.engines)


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> _Levels:
    """Count the levels of all beams, and the trips made in each."""
    counted = _Levels()
    expand = space.PlainBeams._expand

    def counted_expand(self: Any, nodes: Any, floor: float) -> None:
        before = counted.now()
        expand(self, nodes, floor)
        counted.levels += 1
        counted.trips += counted.now() - before

    monkeypatch.setattr(space.PlainBeams, "_expand", counted_expand)
    return counted


BEAMS = {
    "cn2": CN2Classifier,
    "layered": partial(LayeredRuleClassifier, max_width=8),
    "card": partial(ScoreCardClassifier, size=1),
}


@pytest.mark.parametrize("learner", ["cn2", "layered"])
def test_a_level_of_a_beam_is_at_most_one_round_trip(learner: str, levels: _Levels) -> None:
    BEAMS[learner](engine=levels, promises=False).fit_table(SHIPPED)
    assert levels.levels > 5
    assert 0 < levels.trips <= levels.levels


def test_a_level_of_a_tree_is_one_round_trip(levels: _Levels) -> None:
    model = RuleTreeClassifier(engine=levels, promises=False, pruning=None)
    tree = model.fit_table(SHIPPED).rules_
    depth = {0: 0}
    for number, node in enumerate(tree.nodes):
        depth |= dict.fromkeys(node.children, depth[number] + 1)
    assert levels.now() <= max(depth.values()) + 3  # and the classes of all rows, and bounds


LEARNERS = {**BEAMS, "tree": RuleTreeClassifier, "seco": SeCoClassifier}


@pytest.mark.parametrize("learner", LEARNERS)
def test_models_do_not_depend_on_parts_that_are_lost(learner: str) -> None:
    make, table = LEARNERS[learner], FEW
    places: list[LostParts] = []

    def losing(coded: CodedTable) -> PartitionedEngine:
        places.append(LostParts(in_parts(coded, 2), 0.02 if learner == "card" else 0.2))
        return PartitionedEngine(places[-1], AWAY())

    learned = make(engine=losing, promises=False).fit_table(table).rules_
    assert sum(one.n_lost for one in places) > 0
    assert (
        learned.to_json() == make(engine="numpy", promises=False).fit_table(table).rules_.to_json()
    )


def test_parts_that_are_always_lost_end_with_one_sentence() -> None:
    engine = elsewhere(TABLE, lost=1.0)
    with pytest.raises(ConjunctError, match="lost 5 times in a row, and the fit was given up"):
        engine.tally(ALL, [NO_TESTS], each_class(3))


@pytest.mark.parametrize("make", [CN2Classifier, RuleTreeClassifier])
def test_weights_of_rows_count_elsewhere_too(make: Any) -> None:
    weights = 0.5 + np.arange(FEW.n_rows) % 3
    table = replace(FEW, weights=weights)
    one, two = (
        make(engine=engine, promises=False).fit_table(table).rules_.to_json()
        for engine in ("numpy", partial(elsewhere, lost=0.1, n_parts=3))
    )
    assert one == two
