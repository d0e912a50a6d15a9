from __future__ import annotations

import errno
import mmap
import os
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

from conjunct import rooms
from conjunct.errors import DataError
from conjunct.rooms import Growing, chunks, empty, is_on_disk, on_disk, taken, zeros
from conjunct.threads import in_threads


def is_mapped(array: np.ndarray) -> bool:
    return isinstance(array.base, mmap.mmap)


def test_large_arrays_lie_in_files_and_small_ones_in_memory(tmp_path: Path) -> None:
    with on_disk(tmp_path):
        large, small = empty((3, 2**20), np.uint16), empty(100, np.int32)
    assert (large.shape, large.dtype, is_mapped(large)) == ((3, 2**20), np.uint16, True)
    assert not is_mapped(small)
    large[2, -1] = 7
    assert large.sum(dtype=int) == 7


def test_files_have_no_name_and_vanish(tmp_path: Path) -> None:
    with on_disk(tmp_path):
        kept = zeros(2**23, np.uint8)
        assert list(tmp_path.iterdir()) == []
    kept[:] = 1
    assert kept.sum(dtype=int) == 2**23
    assert not is_on_disk()


def test_zeros_are_zeros(tmp_path: Path) -> None:
    with on_disk(tmp_path):
        assert not zeros(2**20, np.int64).any()
    assert not zeros(2**20, np.int64).any()


def test_an_array_of_no_entries_needs_no_file(tmp_path: Path) -> None:
    with on_disk(tmp_path), patch.object(rooms, "LEAST_BYTES", 1):
        assert empty((0, 5), np.int32).shape == (0, 5)
        assert Growing(np.int32).joined().tolist() == []


@pytest.mark.parametrize("places", [[2, -1, 0, 1, 1], [], [0]])
def test_what_is_taken_is_the_same_on_disk(tmp_path: Path, places: list[int]) -> None:
    values, at = np.array([1.5, np.nan, 3.0]), np.array(places, np.int32)
    with on_disk(tmp_path), patch.object(rooms, "LEAST_BYTES", 1), patch.object(rooms, "CHUNK", 2):
        found = taken(values, at)
        flags = taken(values, np.array([True, False, True]))
    assert found.tobytes() == values[at].tobytes()
    assert flags.tolist() == [1.5, 3.0]


def test_parts_are_joined_in_order_in_memory_and_on_disk(tmp_path: Path) -> None:
    parts = [np.arange(5), np.empty(0, np.int64), np.array([9])]

    def joined() -> list[int]:
        growing = Growing(np.int32)
        for part in parts:
            growing.append(part)
        whole = growing.joined()
        assert whole.dtype == np.int32
        return whole.tolist()

    with on_disk(tmp_path):
        on_files = joined()
    assert on_files == joined() == [0, 1, 2, 3, 4, 9]


def test_chunks_cover_all_rows_once() -> None:
    rows = np.arange(10)
    assert np.concatenate([rows[one] for one in chunks(10, 4)]).tolist() == rows.tolist()
    assert list(chunks(0)) == []


def test_threads_put_their_arrays_into_files_as_well(tmp_path: Path) -> None:
    with on_disk(tmp_path):
        made = in_threads(lambda size: is_mapped(empty(size, np.uint8)), [2**23, 2**23, 5])
    assert made == [True, True, False]


def test_a_full_disk_is_told_before_anything_is_written(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with on_disk(tmp_path), patch.object(os, "posix_fallocate", side_effect=full):
        with pytest.raises(DataError, match=r"No space left on device \(8 MB were asked for\)"):
            empty(2**23, np.uint8)
        assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no folder"), on_disk(tmp_path / "gone"):
        pass
