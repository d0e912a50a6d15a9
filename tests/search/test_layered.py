from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.choose import layered_error
from conjunct.count import Counts, LocalEngine, ReferenceEngine, Tests
from conjunct.data import read_table
from conjunct.encode import CodedTable, encode
from conjunct.search import BeamSearch, LayeredSearch, beam_search
from conjunct.search.layered import corrected
from conjunct.types import Ints

from .small_tables import CLASSES, Rows, SpaceOf, both_spaces, small_rows, space_of


class Watched(ReferenceEngine):
    """An engine that remembers which conjuncts it was asked to count."""

    def __init__(self, table: CodedTable) -> None:
        super().__init__(table)
        self.bodies: list[frozenset[tuple[int, ...]]] = []
        self.counted: list[frozenset[tuple[int, ...]]] = []

    def root(self) -> int:
        self.bodies = [frozenset()]
        return super().root()

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        for cover, test in zip(covers.tolist(), tests.tolist(), strict=True):
            self.bodies.append(self.bodies[cover] | {tuple(test)})
        return super().refine(covers, tests)

    def count(self, covers: Ints) -> Counts:
        self.counted += [self.bodies[cover] for cover in covers.tolist()]
        return super().count(covers)


def half(folder: Path, name: str) -> CodedTable:
    """Return every second row of a public table."""
    table = read_table(folder / f"{name}.arff", target="class")
    return encode(table.take(np.arange(0, table.n_rows, 2)))


@both_spaces
@given(small_rows(max_rows=40, max_columns=6), st.sampled_from([1, 2, 6, 64]), st.integers(1, 3))
def test_it_chooses_among_separate_searches_of_each_width(
    space_of: SpaceOf, rows: Rows, max_width: int, patience: int
) -> None:
    coded = rows.coded()
    for head in range(len(CLASSES)):
        outcome = LayeredSearch(max_width, patience).find(space_of(coded, head=head))
        lowest, best, waited, width = 2.0, None, 0, 1
        while width <= max_width and waited < patience:
            space = space_of(coded, head=head)
            result = beam_search(space, width)
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


@both_spaces
@given(small_rows(max_rows=40, max_columns=6))
def test_the_record_has_the_rounds_of_every_width_tried(space_of: SpaceOf, rows: Rows) -> None:
    coded = rows.coded()
    outcome = LayeredSearch(16, 2).find(space_of(coded))
    if outcome is not None:
        record = outcome.record
        widths = sorted({one.width for one in record.rounds})
        assert widths == [2**i for i in range(len(widths))]
        for width in widths:
            alone = beam_search(space_of(coded), width)
            assert alone is not None
            assert tuple(one for one in record.rounds if one.width == width) == alone.rounds
        assert record.pruned == sum(one.pruned for one in record.rounds)
        assert 0 < record.scored <= sum(one.scored for one in record.rounds)


@both_spaces
@given(small_rows(max_rows=40, max_columns=6), st.sampled_from([1, 4]))
def test_a_single_beam_records_what_it_scored(space_of: SpaceOf, rows: Rows, width: int) -> None:
    coded = rows.coded()
    outcome = BeamSearch(width, "some").find(space_of(coded))
    alone = beam_search(space_of(coded), width)
    if outcome is None:
        assert alone is None
    else:
        assert alone is not None
        assert outcome.record.rounds == alone.rounds
        assert outcome.record.scored == sum(one.scored for one in alone.rounds)
        assert (outcome.record.search, outcome.record.width) == ("some", width)


@given(small_rows(max_rows=40, max_columns=6))
def test_no_conjunct_is_counted_twice(rows: Rows) -> None:
    engine = Watched(rows.coded())
    space = space_of(engine.table, engine=engine)
    for width in (1, 2, 4, 8):
        beam_search(space, width)
    assert len(set(engine.counted)) == len(engine.counted)


@both_spaces
@pytest.mark.parametrize("name", ["diabetes", "kr-vs-kp"])
def test_layered_search_counts_little_more_than_its_last_beam_alone(
    space_of: SpaceOf, tables: Path, name: str
) -> None:
    coded = half(tables, name)
    engine = LocalEngine(coded)
    for head in range(len(coded.classes)):
        before = engine.n_covers_counted
        outcome = LayeredSearch(64, 4).find(space_of(coded, engine=engine, head=head))
        layered = engine.n_covers_counted - before
        assert outcome is not None
        last = outcome.record.rounds[-1].width
        beam_search(space_of(coded, engine=engine, head=head), last)
        alone = engine.n_covers_counted - before - layered
        assert layered <= 1.5 * alone


@both_spaces
def test_a_wider_beam_that_could_not_differ_is_not_searched(space_of: SpaceOf) -> None:
    cells = (("a",), ("a",), ("b",), ("b",))
    outcome = LayeredSearch(512, 100).find(
        space_of(Rows(("nominal",), cells, ("x", "x", "y", "y")).coded())
    )
    assert outcome is not None
    assert {one.width for one in outcome.record.rounds} == {1}


@both_spaces
def test_the_corrected_error_is_the_one_of_the_paper(space_of: SpaceOf) -> None:
    """Table 2: 10 rows without an error, the best of 168 combinations."""
    result = beam_search(
        space_of(Rows(("nominal",), (("a",),) * 10 + (("b",),), ("x",) * 10 + ("y",)).coded()), 1
    )
    assert result is not None
    assert (result.positives, result.negatives, result.combinations) == (10, 0, 1)
    assert corrected([result, None], "layered") == pytest.approx([1 - 0.5**0.1, 1.0])


@both_spaces
def test_nothing_to_test_gives_no_outcome(space_of: SpaceOf) -> None:
    coded = Rows(("nominal",), (("a",), ("a",)), ("x", "y")).coded()
    assert LayeredSearch().find(space_of(coded)) is None
    assert BeamSearch().find(space_of(coded)) is None
