"""None"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.choose import CRITERIA, LayeredCriterion, layered_error, rule_ratio
from conjunct.count import CountingEngine, NumpyEngine, one_class
from conjunct.count.deadline import Deadline, TimeIsUpError
from conjunct.count.engine_views import TimedEngine
from conjunct.count.folds import permuted_table
from conjunct.data import read_table, shipped_table
from conjunct.encode import CodedTable, encode
from conjunct.evaluate import Laplace
from conjunct.search.beam import beam_search, beam_searches
from conjunct.search.exhaustive import ExhaustiveSearch
from conjunct.search.language import Language, Limits
from conjunct.search.layered import BeamSearch, ChanceSearches, LayeredSearch, corrected
from conjunct.search.outcome import Outcome
from conjunct.search.rule_problem import RuleProblem

from .plain_beam import PlainSearch
from .plain_layered import plain_layered
from .small_tables import (
    CLASSES,
    BeamsOf,
    Rows,
    both_beams,
    local_engine,
    plain_beams,
    problem_of,
    small_rows,
)
from .watched_engine import WatchedEngine

EngineOf = Callable[[CodedTable], CountingEngine]
both_engines = pytest.mark.parametrize("engine_of", [NumpyEngine, local_engine])


def half(folder: Path, name: str) -> CodedTable:
    """Return every second row of a public table."""
    table = read_table(folder / f"{name}.arff", target="class")
    return encode(table.take(np.arange(0, table.n_rows, 2)))


@both_engines
@given(small_rows(max_rows=40, max_columns=6), st.sampled_from([1, 2, 6, 64]), st.integers(1, 3))
def test_it_chooses_among_separate_searches_of_each_width(
    engine_of: EngineOf, rows: Rows, max_width: int, patience: int
) -> None:
    coded = rows.coded()
    for head in range(len(CLASSES)):
        outcome = LayeredSearch(max_width, criterion=LayeredCriterion(patience)).find(
            problem_of(coded, engine=engine_of(coded), head=head)
        )
        lowest, best, waited, width = 2.0, None, 0, 1
        while width <= max_width and waited < patience:
            result = beam_search(plain_beams(coded, head=head), width)
            if result is None:
                break
            error = float(
                layered_error(
                    result.positives + result.negatives, result.negatives, result.combinations
                )
            )
            waited += 1
            if error < lowest:
                lowest, waited = error, 0
                best = (result.body.tolist(), width, result)
            width *= 2
        if outcome is None or best is None:
            assert outcome is None
            assert best is None
            continue
        body, width, result = best
        record = outcome.record
        assert outcome.body.tolist() == body
        assert (record.width, record.combinations) == (width, result.combinations)
        assert (record.covered, record.errors) == (
            result.positives + result.negatives,
            result.negatives,
        )


@both_engines
@given(
    small_rows(max_rows=30, max_columns=5), st.sampled_from([1, 4, 8, 16, 32]), st.integers(1, 3)
)
def test_it_ends_when_as_many_widths_as_it_has_patience_bring_no_lower_error(
    engine_of: EngineOf, rows: Rows, max_width: int, patience: int
) -> None:
    coded = rows.coded()
    outcome = LayeredSearch(max_width, criterion=LayeredCriterion(patience)).find(
        problem_of(coded, engine=engine_of(coded))
    )
    plain = plain_layered(PlainSearch(rows, CLASSES[0], len(CLASSES)), max_width, patience)
    if outcome is None:
        assert not plain
        return
    record = outcome.record
    widths = list(dict.fromkeys(one.width for one in record.rounds))
    assert widths == [one.width for one in plain[: len(widths)]]
    # It may end before the plain search only where no wider beam finds anything else.
    assert all(one.found == plain[len(widths) - 1].found for one in plain[len(widths) :])
    best = min(plain, key=lambda one: (one.error, one.width))
    assert (outcome.body.tolist(), record.width) == (best.found.body, best.width)
    assert record.combinations == best.found.combinations


@both_engines
@given(small_rows(max_rows=40, max_columns=6))
def test_the_record_has_the_rounds_of_every_width_tried(engine_of: EngineOf, rows: Rows) -> None:
    coded = rows.coded()
    outcome = LayeredSearch(16, 2).find(problem_of(coded, engine=engine_of(coded)))
    if outcome is not None:
        record = outcome.record
        widths = sorted({one.width for one in record.rounds})
        assert widths == [2**i for i in range(len(widths))]
        for width in widths:
            alone = beam_search(plain_beams(coded), width)
            assert alone is not None
            assert tuple(one for one in record.rounds if one.width == width) == alone.rounds
        assert record.pruned == sum(one.pruned for one in record.rounds)
        assert 0 < record.tried <= sum(one.tried for one in record.rounds)


@both_engines
@given(small_rows(max_rows=40, max_columns=6), st.sampled_from([1, 4]))
def test_a_single_beam_records_what_it_tried(engine_of: EngineOf, rows: Rows, width: int) -> None:
    coded = rows.coded()
    outcome = BeamSearch(width, "some").find(problem_of(coded, engine=engine_of(coded)))
    alone = beam_search(plain_beams(coded), width)
    if outcome is None:
        assert alone is None
    else:
        assert alone is not None
        assert outcome.record.rounds == alone.rounds
        assert outcome.record.tried == sum(one.tried for one in alone.rounds)
        assert (outcome.record.search, outcome.record.width) == ("some", width)


@given(small_rows(max_rows=40, max_columns=6))
def test_no_conjunct_is_counted_twice(rows: Rows) -> None:
    engine = WatchedEngine(rows.coded())
    beams = plain_beams(engine.table, engine=engine)
    for widths in ([1, 2], [4], [8]):
        beam_searches(beams, widths)
    assert len(set(engine.counted)) == len(engine.counted)


@pytest.mark.parametrize("name", ["diabetes", "kr-vs-kp"])
def test_layered_search_counts_little_more_than_its_last_beam_alone(
    tables: Path, name: str
) -> None:
    coded = half(tables, name)
    for head in range(len(coded.classes)):
        layered, alone = WatchedEngine(coded), WatchedEngine(coded)
        outcome = LayeredSearch(64, 4).find(problem_of(coded, engine=layered, head=head))
        assert outcome is not None
        last = outcome.record.rounds[-1].width
        beam_search(plain_beams(coded, engine=alone, head=head), last)
        assert len(layered.counted) <= 1.5 * len(alone.counted)


@both_engines
def test_a_wider_beam_that_could_not_differ_is_not_searched(engine_of: EngineOf) -> None:
    cells = (("a",), ("a",), ("b",), ("b",))
    coded = Rows(("nominal",), cells, ("x", "x", "y", "y")).coded()
    outcome = LayeredSearch(512, 100).find(problem_of(coded, engine=engine_of(coded)))
    assert outcome is not None
    assert {one.width for one in outcome.record.rounds} == {1}


@both_beams
def test_the_corrected_error_is_the_one_of_the_paper(beams_of: BeamsOf) -> None:
    """Table 2: 10 rows without an error, the best of 168 combinations."""
    result = beam_search(
        beams_of(Rows(("nominal",), (("a",),) * 10 + (("b",),), ("x",) * 10 + ("y",)).coded()), 1
    )
    assert result is not None
    assert (result.positives, result.negatives, result.combinations) == (10, 0, 1)
    assert corrected([result], CRITERIA["layered"], (10, 1), [None]) == pytest.approx(
        [1 - 0.5**0.1]
    )
    assert corrected([], CRITERIA["layered"], (10, 1), []) == []


@both_engines
def test_nothing_to_test_gives_no_outcome(engine_of: EngineOf) -> None:
    coded = Rows(("nominal",), (("a",), ("a",)), ("x", "y")).coded()
    problem = problem_of(coded, engine=engine_of(coded))
    assert LayeredSearch().find(problem) is None
    assert BeamSearch().find(problem) is None


ENGINE = NumpyEngine(encode(shipped_table()))


def found(search: Any, seconds: float, monkeypatch: pytest.MonkeyPatch) -> tuple[Outcome, int]:
    """Search with a clock that goes on by a second at each look; return how often it looked."""
    looked = 0
    check = Deadline.check

    def look(deadline: Deadline) -> None:
        nonlocal looked
        looked += 1
        check(deadline)

    with monkeypatch.context() as patch:
        patch.setattr(Deadline, "check", look)
        patch.setattr("conjunct.count.deadline.now", lambda: float(looked))
        engine = TimedEngine(ENGINE, Deadline(seconds))
        language = Language(ENGINE.columns, Limits(max_conditions=2))
        channels = one_class(1, ENGINE.n_classes)
        problem = RuleProblem(engine, engine.root(), channels, language, Laplace(3))
        return search.find(problem), looked


@pytest.mark.parametrize(
    "search",
    [LayeredSearch(criterion=LayeredCriterion(patience=1)), ExhaustiveSearch()],
    ids=lambda one: one.name,
)
def test_when_time_is_up_the_best_rule_met_is_found(
    search: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, needed = found(search, 1e6, monkeypatch)
    cut, _ = found(search, needed, monkeypatch)
    assert len(cut.body) > 0
    assert cut.score <= whole.score
    assert cut.record.tried <= whole.record.tried
    assert len(cut.record.rounds) <= len(whole.record.rounds)


@pytest.mark.parametrize("search", [LayeredSearch(), ExhaustiveSearch()], ids=lambda one: one.name)
def test_without_time_for_any_rule_the_search_ends(
    search: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(TimeIsUpError):
        found(search, 2, monkeypatch)


def permuted_rows(rows: Rows, seed: int) -> Rows:
    """Permute raw rows as `permuted_table` does coded ones, which are in the order of classes."""
    order = sorted(range(len(rows.labels)), key=lambda row: CLASSES.index(rows.labels[row]))
    numbers = Rows(("numeric",), tuple((float(i),) for i in range(len(order))), rows.labels)
    places = permuted_table(numbers.coded(), seed).codes(0).tolist()
    cells = tuple(rows.cells[row] for row in places)
    return Rows(rows.kinds, cells, tuple(rows.labels[row] for row in order))


@given(small_rows(max_rows=24, max_columns=3))
def test_the_mean_is_that_of_plain_searches_on_permuted_rows(rows: Rows) -> None:
    coded = rows.coded()
    chance = ChanceSearches([NumpyEngine(permuted_table(coded, seed)) for seed in range(3)])
    for head in range(len(CLASSES)):
        positives = rows.labels.count(CLASSES[head])
        expected = []
        for width in (1, 4):
            ratios = []
            for seed in range(3):
                found = PlainSearch(permuted_rows(rows, seed), CLASSES[head], len(CLASSES)).run(
                    width
                )
                counts = (0, 0) if found is None else (len(found.best.cover), found.best.negatives)
                ratios.append(float(rule_ratio(*counts, len(rows.labels), positives)))
            expected.append(sum(ratios) / 3)
        got = chance.mean_ratios(problem_of(coded, head=head), [1, 4])
        assert abs(got[0] - expected[0]) + abs(got[1] - expected[1]) < 1e-9


@given(small_rows(max_rows=30, max_columns=4))
def test_layered_search_records_the_ratio_of_the_width_it_chose(rows: Rows) -> None:
    coded = rows.coded()
    chance = ChanceSearches([NumpyEngine(permuted_table(coded, seed)) for seed in range(2)])
    problem = problem_of(coded)
    layered = LayeredSearch(8, criterion=CRITERIA["gumbel"], chance=chance).find(problem)
    if layered is not None:
        width = layered.record.width
        beam = BeamSearch(width, chance=chance).find(problem)
        assert beam is not None
        assert layered.record.chance_ratio == beam.record.chance_ratio is not None


def test_a_width_is_searched_once_a_class() -> None:
    rows = Rows(("nominal",), (("a",), ("a",), ("b",), ("b",)), ("x", "x", "y", "y"))
    engine = WatchedEngine(permuted_table(rows.coded(), 1))
    chance, problem = ChanceSearches([engine]), problem_of(rows.coded())
    first = chance.mean_ratios(problem, [1, 2])
    counted = len(engine.counted)
    assert chance.mean_ratios(problem, [2, 1]) == first[::-1]
    assert len(engine.counted) == counted
