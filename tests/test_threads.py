"""Work in threads."""

from __future__ import annotations

import threading

import pytest

from conjunct.threads import MANY_CELLS, in_threads, worth_threads


def test_results_come_in_the_order_of_the_chunks():
    assert in_threads(lambda number: number**2, [3, 1, 2]) == [9, 1, 4]


def test_one_chunk_is_done_without_a_thread():
    assert in_threads(lambda _: threading.current_thread(), [0]) == [threading.current_thread()]


def test_several_chunks_run_at_the_same_time():
    both_there = threading.Barrier(2, timeout=10)
    assert sorted(in_threads(lambda _: both_there.wait(), [0, 1])) == [0, 1]


def test_an_error_in_a_thread_is_raised():
    with pytest.raises(ZeroDivisionError):
        in_threads(lambda number: 1 / number, [1, 0])


@pytest.mark.parametrize("n_threads", [None, 1, 2])
def test_no_chunks_have_no_results(n_threads: int | None) -> None:
    assert in_threads(abs, [], n_threads) == []


def test_few_cells_are_worth_one_thread() -> None:
    assert [worth_threads(cells, 3) for cells in (0, MANY_CELLS - 1, MANY_CELLS)] == [1, 1, 3]
