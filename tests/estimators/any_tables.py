"""Tables of every kind of column, drawn at random: odd texts, limits of numbers, missing cells."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

EXTREME = (
    *(0.0, -0.0, 5e-324, -5e-324, 1e-300, 1.7976931348623157e308, -1.7976931348623157e308),
    *(2.0**53, float(2**53 + 1), 1 + 2**-52, 1.0, -1.0, 0.1 + 0.2, 0.3),
)
TEXTS = ("a", "b", "", " ", "A", "é", "e\u0301", "ß", "日本", "\0", "\n", "\u202e", "if", "a = b")
ODD_TEXTS = (*TEXTS, "nan", "?", "1", "01", "1e5", "'", '"', "\\", "<b>", "x" * 200, "\U0001f600")

CELLS: dict[str, st.SearchStrategy[Any]] = {
    "small": st.integers(-3, 3),
    "large": st.sampled_from((2**53, 2**53 + 1, 2**53 + 2, -(2**53) - 1, 2**63, 0)),
    "extreme": st.sampled_from(EXTREME),
    "real": st.floats(allow_nan=False, allow_infinity=False),
    "text": st.sampled_from(ODD_TEXTS),
    "few": st.sampled_from(("u", "v", "w")),
    "boolean": st.booleans(),
    "constant": st.just(7),
    "empty": st.none(),
}


@st.composite
def mappings(draw: st.DrawFn) -> dict[str, list[Any]]:
    """Draw up to 60 rows, at most five columns, and classes under the name "class"."""
    n_rows = draw(st.integers(0, 60))
    columns: dict[str, list[Any]] = {}
    for at, kind in enumerate(draw(st.lists(st.sampled_from(sorted(CELLS)), max_size=5))):
        cells = CELLS[kind] if draw(st.booleans()) else st.none() | CELLS[kind]
        columns[f"{kind} {at}"] = draw(st.lists(cells, min_size=n_rows, max_size=n_rows))
    names = draw(st.lists(st.sampled_from(ODD_TEXTS), min_size=1, max_size=10, unique=True))
    labels = st.lists(st.sampled_from(names), min_size=n_rows, max_size=n_rows)
    return {**columns, "class": draw(labels)}
