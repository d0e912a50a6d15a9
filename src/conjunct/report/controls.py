"""The controls for a row: the columns that a model uses, with choices, ranges and cuts."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from conjunct.data.date_forms import DateForm
from conjunct.data.forms import read_form
from conjunct.data.table import Column
from conjunct.model import Rules, ScoreCard
from conjunct.model.notation import name_text, number_text
from conjunct.model.points import n_decimals
from conjunct.report.known_rows import KnownRows

MOST_CHOICES = 200
"""Largest number of categories to choose from; those that rules name are always included."""
MOST_DECIMALS = 9
_OTHER = "another value"
_LARGEST = sys.float_info.max


def controls_data(
    rules: Rules, decision: dict[str, Any], known: KnownRows | None = None
) -> list[dict[str, Any]]:
    """Return one control for each attribute of `decision_data`, in its order.

    Parameters
    ----------
    rules : Rules
    decision : dict
        As `decision_data` returns it.
    known : KnownRows, optional
        Rows that give ranges and categories. The model itself knows only its cuts and, from
        training, the deciles of numbers and the categories.
    """
    controls = []
    for place, attribute in enumerate(decision["attributes"]):
        compared = [
            value for at, _, value in decision["tests"] if at == place and value is not None
        ]
        column = known.table.column(attribute["name"]) if known is not None else None
        trained = rules.training and rules.training.attributes.get(attribute["name"])
        facts = {"name": attribute["name"], "shown": name_text(attribute["name"])}
        if attribute["kind"] == "numeric":
            hint = _hint(rules.forms.get(attribute["name"], ""))
            tenths = trained.cuts if trained else ()
            control = {**facts, "kind": "numeric", "hint": hint, **_range(compared, column, tenths)}
        else:
            seen = rules.seen.get(attribute["name"], ()) if isinstance(rules, ScoreCard) else ()
            seen = (*seen, *(trained.values if trained else ()))
            control = {**facts, "kind": "nominal", **_choices(compared, seen, column)}
        controls.append(control)
    return controls


def _hint(form: str) -> str:
    """Return a note on the numbers of a date column; empty for others."""
    return "days since 1970-01-01" if isinstance(read_form(form), DateForm) else ""


def _choices(named: Sequence[str], seen: Sequence[str], column: Column | None) -> dict[str, Any]:
    levels = () if column is None else column.levels
    named = list(dict.fromkeys(named))
    others = [one for one in dict.fromkeys([*seen, *levels]) if one not in set(named)]
    choices = sorted([*named, *others[: max(0, MOST_CHOICES - len(named))]])
    other = _OTHER
    while other in choices or other in others:
        other += "'"
    return {
        "choices": [[one, name_text(one)] for one in choices],
        "named": named,
        "listed": bool(seen or levels),
        "other": other,
    }


def _range(
    cuts: Sequence[float], column: Column | None, tenths: Sequence[float] = ()
) -> dict[str, Any]:
    """Return cuts, the smallest tidy number above each, and the ends of a slider.

    ``tenths`` are the deciles of the training rows; models do not keep a column's extremes.
    """
    rising = sorted(set(cuts))
    values = np.array([]) if column is None else column.values[~np.isnan(column.values)]
    decimals = _decimals([*rising, *np.unique(values)[:1000].tolist(), *tenths])
    above = [
        _above(cut, rising[place + 1] if place + 1 < len(rising) else math.inf, decimals)
        for place, cut in enumerate(rising)
    ]
    low, high = _ends(rising if len(values) else [*rising, *tenths], values.tolist())
    return {
        "cuts": rising,
        "above": above,
        "low": low,
        "high": high,
        "step": _step(low, high, decimals),
    }


def _decimals(numbers: Sequence[float]) -> int:
    return min(MOST_DECIMALS, n_decimals(numbers))


def _above(cut: float, most: float, decimals: int) -> float:
    """Return a tidy number with `decimals` decimals above a cut, but not above the next cut.

    Examples
    --------
    >>> _above(3.0, math.inf, 0), _above(44.65, 44.66, 2), _above(1e300, math.inf, 1) > 1e300
    (4.0, 44.66, True)
    """
    tidy = float(Decimal(number_text(float(cut))) + Decimal(1).scaleb(-decimals))
    return tidy if cut < tidy <= most else math.nextafter(cut, math.inf)


def _ends(cuts: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """Return the range of a table's values, or else the range of the cuts, widened on each side."""
    low, high = min([*cuts, *values], default=0.0), max([*cuts, *values], default=1.0)
    if values and low < high:
        return low, high
    # Halve before subtracting: the difference of two large numbers may overflow.
    margin = (high / 2 - low / 2) or abs(high) / 2 or 0.5
    return max(low - margin, -_LARGEST), min(high + margin, _LARGEST)


def _step(low: float, high: float, decimals: int) -> float:
    """Return a tidy step for a slider with twenty to a hundred positions.

    Examples
    --------
    >>> _step(0, 7, 0), _step(20, 700, 1), _step(0, 1, 3)
    (1.0, 10.0, 0.01)
    """
    wide = high / 100 - low / 100
    power = math.floor(math.log10(wide)) if wide > 0 else 0
    steps = (one * 10.0**power for one in (1, 2, 5, 10))
    step = next((one for one in steps if one >= wide * (1 - 1e-9)), 10.0**power)
    tidy = float(f"{step:.0e}")
    return max(tidy, 10.0**-decimals) if decimals < MOST_DECIMALS else tidy
