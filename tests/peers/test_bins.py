"""Bins between deciles are what a reader would count, and frames have gaps where cells do."""

from __future__ import annotations

import numpy as np

from peers.workers.bins import decile_bins, decile_steps
from peers.workers.frame import as_frame
from peers.workers.task import Column

NAN = float("nan")
NUMBERS = Column("x", "numeric", np.array([*range(1, 11), 99.0, NAN]), ())
COLOURS = Column("c", "nominal", np.array([0, 1, 2] * 4, dtype=np.int32), ("r", "g", "b"))
TRAIN = np.arange(10)


def test_a_number_falls_into_one_bin_and_those_beyond_into_the_last() -> None:
    bins = decile_bins([NUMBERS], TRAIN)
    assert bins.shape == (12, 10)  # no training row lacks the number: no bin for gaps
    assert bins[:10].argmax(axis=1).tolist() == list(range(10))
    assert bins[10].argmax() == 9
    assert bins[11].sum() == 0


def test_gaps_of_training_rows_are_a_bin() -> None:
    bins = decile_bins([NUMBERS], np.arange(12))
    assert bins[11].tolist() == [0.0] * (bins.shape[1] - 1) + [1.0]


def test_steps_hold_for_all_that_is_at_most_the_decile() -> None:
    steps = decile_steps([NUMBERS, COLOURS], TRAIN)
    assert steps.shape == (12, 9 + 3)
    assert steps[:10, :9].sum(axis=1).tolist() == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert steps[:3, 9:].tolist() == np.eye(3).tolist()


def test_a_column_without_numbers_has_no_bins_but_gaps() -> None:
    empty = Column("e", "numeric", np.full(4, NAN), ())
    assert decile_steps([empty], np.arange(4)).tolist() == [[1.0]] * 4


def test_a_frame_has_text_and_gaps() -> None:
    colours = COLOURS._replace(values=np.array([2, -1, 0] * 4, dtype=np.int32))
    frame = as_frame([NUMBERS, colours])
    assert frame["c"].tolist()[::2][:2] == ["b", "r"]
    assert frame.isna().sum().tolist() == [1, 4]
