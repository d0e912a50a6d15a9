"""Protect cells that a spreadsheet would take for formulas."""

from __future__ import annotations

from typing import Any

STARTS = ("=", "+", "-", "@", "\t", "\r")
"""Characters that start a formula in some spreadsheet program."""


def guarded(cell: Any) -> Any:
    """Return a cell, with an apostrophe in front if a spreadsheet would take it for a formula.

    Numbers stay as they are, even if they are texts.

    Examples
    --------
    >>> guarded("=1+1"), guarded("-2.5"), guarded("good")
    ("'=1+1", '-2.5', 'good')
    """
    if not isinstance(cell, str) or not cell.startswith(STARTS) or _is_number(cell):
        return cell
    return f"'{cell}"


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
