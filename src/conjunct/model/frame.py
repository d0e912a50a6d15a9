"""Models as data frames; only this file imports pandas or polars to make one."""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from conjunct.errors import MissingPackageError

if TYPE_CHECKING:
    from conjunct.model.rules import Rules


def rules_frame(rules: Rules, **more: list[Any]) -> Any:
    """Return one row for each rule, without the default.

    Parameters
    ----------
    rules : Rules
    **more : list
        Further columns, after the others.

    Returns
    -------
    frame : pandas.DataFrame, or polars.DataFrame if pandas is absent
        Columns: rule (number from 1), body, class, rows, wrong, expected, at_most, p_value (NaN
        if nothing is promised), tried, possible (0 if it is not known), combinations, width,
        conditions (their number), counts (a list: rows by class).
    """
    return frame_of({**_columns(rules), **more}, "A data frame of the rules")


def frame_of(columns: dict[str, list[Any]], need: str) -> Any:
    """Return columns as a pandas data frame, or as a polars one if pandas is absent.

    Parameters
    ----------
    columns : dict of str to list
        The cells of each column by name.
    need : str
        What the frame is for; used in the error if neither package is installed.
    """
    for package in ("pandas", "polars"):
        try:
            module = importlib.import_module(package)
        except ImportError:
            continue
        return module.DataFrame(columns)
    raise MissingPackageError.named("pandas", "frames", need)


def with_columns(frame: Any, columns: dict[str, list[Any]]) -> Any:
    """Return a frame made by `rules_frame` with further columns after its own."""
    own = {name: frame[name].to_list() for name in frame.columns}
    return frame_of({**own, **columns}, "A data frame of the rules")


def _columns(rules: Rules) -> dict[str, list[Any]]:
    return {
        "rule": list(range(1, len(rules) + 1)),
        "body": [rule.body for rule in rules],
        "class": [rules.classes[rule.head] for rule in rules],
        "rows": _alike([rule.covered for rule in rules]),
        "wrong": _alike([rule.errors for rule in rules]),
        "expected": [_number(rule.expected) for rule in rules],
        "at_most": [_number(rule.at_most) for rule in rules],
        "p_value": [_number(rule.p_value) for rule in rules],
        "tried": [rule.search.tried for rule in rules],
        "possible": [rule.search.possible for rule in rules],
        "combinations": [rule.search.combinations for rule in rules],
        "width": [rule.search.width for rule in rules],
        "conditions": [rule.n_conditions for rule in rules],
        "counts": [_alike(rule.counts) for rule in rules],
    }


def _number(share: float | None) -> float:
    return math.nan if share is None else share


def _alike(counts: Sequence[float]) -> list[float]:
    """Return counts as numbers of one type: floats if any of them is not whole."""
    real = any(isinstance(one, float) for one in counts)
    return [float(one) if real else one for one in counts]
