"""Models as data frames; the only file that imports pandas or polars to make one."""

from __future__ import annotations

import importlib
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
    frame : pandas.DataFrame, or polars.DataFrame where pandas is absent
        Columns: rule (number from 1), body, class, covered, errors, error, corrected_error,
        candidates (scored by the search), combinations, width, conditions (their number), counts
        (covered rows by class, a list).
    """
    return frame_of({**_columns(rules), **more}, "A data frame of the rules")


def frame_of(columns: dict[str, list[Any]], need: str) -> Any:
    """Return columns as a pandas data frame, or a polars one where pandas is absent.

    Parameters
    ----------
    columns : dict of str to list
        Their names and cells.
    need : str
        What the frame is for, where neither is installed.
    """
    for package in ("pandas", "polars"):
        try:
            module = importlib.import_module(package)
        except ImportError:
            continue
        return module.DataFrame(columns)
    raise MissingPackageError.named("pandas", "frames", need)


def _columns(rules: Rules) -> dict[str, list[Any]]:
    return {
        "rule": list(range(1, len(rules) + 1)),
        "body": [rule.body for rule in rules],
        "class": [rules.classes[rule.head] for rule in rules],
        "covered": [rule.covered for rule in rules],
        "errors": [rule.errors for rule in rules],
        "error": [rule.error for rule in rules],
        "corrected_error": [rule.corrected_error for rule in rules],
        "candidates": [rule.search.scored for rule in rules],
        "combinations": [rule.search.combinations for rule in rules],
        "width": [rule.search.width for rule in rules],
        "conditions": [rule.n_conditions for rule in rules],
        "counts": [list(rule.counts) for rule in rules],
    }
