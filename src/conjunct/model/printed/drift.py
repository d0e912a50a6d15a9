"""Drift as text: one line for each shift, or for each period."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conjunct.model.notation import (
    amount_text,
    count_text,
    line_text,
    name_text,
    rate_text,
    values_text,
)
from conjunct.model.printed.footer import broken
from conjunct.text_width import shortened, text_width, to_left, to_right

if TYPE_CHECKING:
    from conjunct.model.drift import Drift
    from conjunct.model.shift import PeriodShifts, Shift

LEGEND = (
    "PSI: population stability index, between training rows and these. Below 0.1 stable, 0.1 to "
    "0.25 moved a little, above 0.25 moved. By chance: rows like the training rows stay below this "
    "in 95 of 100 cases; an index that does is called stable."
)
_ROOM = 34
"""Characters of a name or of a change that are printed even if the line is narrow."""
_BLANK = "\u00a0"
"""Placeholder for a space at which `broken` does not break a line."""
_WHOLE = {"score": "score", "class": "predicted class", "deciding rule": "rule that decides"}


def drift_text(drift: Drift, width: int = 100) -> str:
    """Return a table of shifts, and below it sentences on what moved.

    Parameters
    ----------
    drift : Drift
    width : int, default=100
        Characters in a line of text.
    """
    of = f" of {line_text(drift.trained)}" if drift.trained else ""
    rows = sum(part.rows for part in drift.periods)
    first = (
        f"{line_text(drift.source)}: {count_text(rows, 'row')}, against "
        f"{count_text(drift.n_trained, 'training row')}{of}."
    )
    by_period = len(drift.periods) > 1 or any(part.period for part in drift.periods)
    table = _by_period(drift, width) if by_period else _by_shift(drift, width)
    said = [] if by_period else [moved_text(drift.periods[0])]
    said += [*_unseen(drift), *drift.notes, LEGEND]
    lines = [line for text in said for line in broken(text, width)]
    return "\n".join([*broken(first, width), "", *table, "", *lines])


def shift_name(shift: Shift) -> str:
    """Return a short name for what was counted."""
    if shift.about in _WHOLE:
        return _WHOLE[shift.about]
    if shift.about == "rule":
        return f"rule {shift.name}"
    name = name_text(shift.name)
    return f"{name} missing" if shift.about == "missing" else name


def change_text(shift: Shift) -> str:
    """Return the cell that adds most to the index, with its share before and after."""
    cell = 0 if shift.about in ("rule", "missing") else shift.most
    before, after = map(rate_text, shift.share(cell))
    change = f"{before} → {after}"
    return change if shift.about in ("rule", "missing") else f"{shift.cells[cell]}: {change}"


def _by_shift(drift: Drift, width: int) -> list[str]:
    shifts = [shift for shift in drift.periods[0].shifts if not _is_never_missing(shift)]
    names = [shift_name(shift) for shift in shifts]
    for at, shift in enumerate(shifts):
        if shift.about == "rule":
            names[at] += f": if {drift.bodies[int(shift.name) - 1]}"
    facts = [(*_numbers(one), one.verdict, shortened(change_text(one), _ROOM)) for one in shifts]
    rows = [("PSI", "by chance", "", "training → now"), *facts]
    room = max(width - max(map(text_width, _aligned(rows, right=(0, 1)))) - 2, _ROOM)
    named = zip(["", *(shortened(name, room) for name in names)], rows, strict=True)
    return _aligned([(name, *row) for name, row in named], right=(1, 2))


def _is_never_missing(shift: Shift) -> bool:
    return shift.about == "missing" and not shift.before[0] and not shift.after[0]


def _by_period(drift: Drift, width: int) -> list[str]:
    parts = drift.periods
    whole = next((_WHOLE[one.about] for one in parts[0].shifts if one.about in _WHOLE), "")
    rows = [("period", "rows", f"PSI of {whole}" if whole else "", "by chance", "", "moved")]
    for part in parts:
        first = [shift for shift in part.shifts if shift.about in _WHOLE][:1]
        numbers = (*_numbers(first[0]), first[0].verdict) if first else ("", "", "")
        moved = [shift for shift in part.shifts if shift not in first and shift.verdict == "moved"]
        moved.sort(key=lambda shift: -shift.index)
        names = (f"{shift_name(shift)} {shift.index:.2f}" for shift in moved)
        listed = ", ".join(name.replace(" ", _BLANK) for name in names)
        rows.append((line_text(part.period), amount_text(part.rows), *numbers, listed))
    before = _aligned([row[:-1] for row in rows], right=(1, 2, 3))
    start = max(map(text_width, before)) + 2
    return [
        line
        for left, row in zip(before, rows, strict=True)
        for line in _beside(to_left(left, start), broken(row[-1], max(width - start, _ROOM)))
    ]


def _beside(left: str, texts: Sequence[str]) -> list[str]:
    """Write the first text beside the left, and the others below it."""
    first, *others = texts or [""]
    return [f"{left}{first}".rstrip(), *(" " * text_width(left) + text for text in others)]


def _numbers(shift: Shift) -> tuple[str, str]:
    return f"{shift.index:.3f}", f"{shift.limit:.3f}"


def moved_text(part: PeriodShifts) -> str:
    """Return sentences on what moved, the largest index first."""
    said = []
    for verdict in ("moved", "moved a little"):
        found = [shift for shift in part.shifts if shift.verdict == verdict]
        found.sort(key=lambda shift: -shift.index)
        if found:
            named = "; ".join(f"{shift_name(one)} ({change_text(one)})" for one in found)
            said.append(f"{verdict.capitalize()}: {named}.")
    n_stable = sum(shift.verdict == "stable" for shift in part.shifts)
    if not said:
        return "Nothing moved: every index is below 0.1, or no larger than by chance."
    return " ".join([*said, f"Stable: {n_stable} of {len(part.shifts)}."])


def _unseen(drift: Drift) -> list[str]:
    """Return sentences that name values not seen in training."""
    found: dict[str, dict[str, float]] = {}
    for part in drift.periods:
        for shift in part.shifts:
            n_known = len(shift.after) - len(shift.unseen)
            for value, rows in zip(shift.unseen, shift.after[n_known:], strict=True):
                values = found.setdefault(shift.name, {})
                values[value] = values.get(value, 0) + rows
    return [f"New to {name_text(name)}: {values_text(values)}." for name, values in found.items()]


def _aligned(rows: Sequence[tuple[str, ...]], right: tuple[int, ...]) -> list[str]:
    widths = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            to_right(cell, width) if at in right else to_left(cell, width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
