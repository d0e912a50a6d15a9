from __future__ import annotations

import contextlib
import csv
import io
import tempfile
import warnings
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.data import read_table
from conjunct.errors import DataError, DataWarning

TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1).map(
    lambda text: f"v{text.strip()}"
)
CELLS = st.lists(
    st.tuples(
        st.none() | st.floats(allow_nan=False, allow_infinity=False),
        st.none() | TEXTS,
        st.none() | st.sampled_from(["a, b", 'say "hi"', "two\nlines", "semi;colon", "tab\there"]),
    ),
    min_size=1,
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@given(CELLS, st.sampled_from(",;\t|"), st.sampled_from(["utf-8", "utf-16"]))
def test_what_was_written_as_csv_reads_back_equal(
    rows: list[tuple[float | None, str | None, str | None]], delimiter: str, encoding: str
) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter)
    writer.writerow(["number", "text", "tricky"])
    writer.writerows(["?" if cell is None else cell for cell in row] for row in rows)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_bytes(text.getvalue().encode(encoding))
        table = read_table(path, columns=["number", "text", "tricky"], delimiter=delimiter)
    numbers = [np.nan if row[0] is None else row[0] for row in rows]
    np.testing.assert_array_equal(table.column("number").values, numbers)
    for index, name in ((1, "text"), (2, "tricky")):
        column = table.column(name)
        written = [row[index] for row in rows]
        if column.kind == "numeric":
            assert written == [None] * len(rows)
            continue
        assert [None if c < 0 else column.levels[c] for c in column.values] == written
        assert column.levels == tuple(sorted({cell for cell in written if cell is not None}))


MARKS = "a1?,;\t|:.\n\r é'\"%{}\\\u2028\ufeff"
WORDS = ["-2.5", "inf", "2024-01-01", "true", "continuous"]
LINES = ["@relation r\n", "@attribute a {1,a}\n", "@attribute b real\n", "@data\n"]
SCRAPS = st.lists(st.sampled_from([*MARKS, *WORDS, *LINES]), max_size=40).map("".join)


@settings(max_examples=200, deadline=None)
@given(SCRAPS, SCRAPS, st.sampled_from(["t.csv", "t.tsv", "t.arff", "t.names"]), st.booleans())
def test_any_text_is_a_table_or_refused(content: str, rows: str, name: str, is_latin: bool) -> None:
    encoded = content.encode("latin-1" if is_latin else "utf-8", errors="replace")
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        path = Path(folder) / name
        path.write_bytes(encoded)
        if name == "t.names":
            (Path(folder) / "t.data").write_bytes(rows.encode())
        with contextlib.suppress(DataError):
            table = read_table(path)
            assert table.n_rows == len(table.columns[0]) > 0
