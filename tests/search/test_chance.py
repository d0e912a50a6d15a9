from __future__ import annotations

from hypothesis import given

from conjunct.choose import CRITERIA, rule_ratio
from conjunct.count import NumpyEngine
from conjunct.count.folds import permuted_table
from conjunct.search.layered import BeamSearch, ChanceSearches, LayeredSearch

from .plain_beam import PlainSearch
from .small_tables import CLASSES, Rows, problem_of, small_rows
from .watched_engine import WatchedEngine


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
