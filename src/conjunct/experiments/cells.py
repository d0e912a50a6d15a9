"""How numbers are written in tables and sentences of the studies."""

from __future__ import annotations

import math
from collections.abc import Mapping
from string import Formatter
from typing import Any


def percent(share: float | None, digits: int = 1) -> str:
    """Write a share in per cent, nothing where it is not a number.

    Examples
    --------
    >>> percent(0.2081), percent(float("nan"))
    ('20.8', '')
    """
    return "" if share is None or math.isnan(share) else f"{100 * share:.{digits}f}"


def p_text(p: float) -> str:
    """Write a p-value, very small ones only as such.

    Examples
    --------
    >>> p_text(0.0312), p_text(1e-9)
    ('0.031', '<0.001')
    """
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def signed(number: float, digits: int = 1) -> str:
    """Write a number with its sign, the minus as wide as the plus; nothing for no number.

    Examples
    --------
    >>> signed(-1.25), signed(0.5, 2)
    ('−1.2', '+0.50')
    """
    return "" if math.isnan(number) else f"{number:+.{digits}f}".replace("-", "−")


def listed(names: list[str]) -> str:
    """Write names in brackets after a count, nothing if there are none.

    Examples
    --------
    >>> listed(["vote", "glass"]), listed([])
    (' (vote, glass)', '')
    """
    return f" ({', '.join(names)})" if names else ""


class _Cells(Formatter):
    """Format strings with three more formats, and a dash where there is no number."""

    def get_field(self, field_name: str, args: Any, kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        return kwargs[field_name], field_name  # names may have dots and blanks

    def format_field(self, value: Any, spec: str) -> str:
        if spec.startswith("%"):
            return percent(value, int(spec[1:] or 1))
        if value is None:
            return "–"
        return p_text(value) if spec == "p" else str(format(value, spec))


def cell(template: str, row: Mapping[str, Any]) -> str:
    """Fill a template with the numbers of a row.

    Beside Python's formats there are ``%1`` for a share in per cent with one digit, and ``p`` for a
    p-value. None is a dash.

    Examples
    --------
    >>> row = {"table": "a", "error": 0.2, "published": None}
    >>> cell("{table}: {error:%1} ({published:.1f})", row)
    'a: 20.0 (–)'
    """
    return _Cells().vformat(template, (), row)
