"""How much the rows of a table differ from the training rows, for the page."""

from __future__ import annotations

from typing import Any

from conjunct.model import Rules
from conjunct.model.printed.drift import LEGEND, change_text, moved_text, shift_name
from conjunct.report.known_rows import KnownRows


def drift_data(rules: Rules, known: KnownRows) -> dict[str, Any] | None:
    """Return the drift since training; None if nothing is known about the training rows.

    Returns
    -------
    drift : dict
        ``table`` is the name of the table. ``lines`` hold, as texts, what was counted, its index,
        the index by chance alone, a verdict and the largest change. ``first`` and ``said`` are
        sentences.
    """
    if rules.training is None or not known.table.n_rows:
        return None
    found = rules.drift(known.table)
    (part,) = found.periods
    lines = [
        [
            shift_name(one),
            f"{one.index:.3f}",
            f"{one.limit:.3f}",
            one.verdict,
            change_text(one),
        ]
        for one in part.shifts
        if one.about != "missing" or one.before[0] or one.after[0]
    ]
    moved = any(one.verdict != "stable" for one in part.shifts)
    return {
        "table": known.table.name,
        "moved": moved,
        "first": moved_text(part),
        "lines": lines,
        "said": [*found.notes, LEGEND],
    }
