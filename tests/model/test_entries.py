from __future__ import annotations

import pytest

from conjunct.model.printed.entries import Entry, columns, entry_lines


def test_what_stands_below_goes_on_below_its_start() -> None:
    entries = [
        Entry("#", ["rule"], "points"),
        Entry("10", ["if a = 1"], "    +3", "   also: ", ["x +1,", "y +2"]),
    ]
    assert entry_lines(entries, width=17) == [
        " #  rule      points",
        "10  if a = 1      +3",
        "       also: x +1,",
        "             y +2",
    ]


@pytest.mark.parametrize("left", [0, 1, 2])
def test_short_rows_end_where_their_cells_end(left: int) -> None:
    long, short = columns([("name", "12"), ("a",)], left=left)
    assert (long, short) == ("name  12", "a   " if left else "   a")
