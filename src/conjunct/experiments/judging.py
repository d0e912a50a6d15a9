"""When a study may judge: not by a test of fewer than ten trials or tables."""

from __future__ import annotations

LEAST = 10
"""Trials, or tables where tables are what is counted, that a verdict by a test needs."""

TOO_FEW = "too few"
"""What stands in a table in place of a verdict."""


def judged_p(p_value: float, count: int, digits: int = 3) -> str:
    """Write the p-value of a test, or that it has too little to go by.

    Parameters
    ----------
    p_value : float
        Of the test.
    count : int
        Trials or tables that it has.
    digits : int
        After the point.

    Examples
    --------
    >>> judged_p(0.03125, 12), judged_p(0.03125, 6)
    ('0.031', 'too few')
    """
    return TOO_FEW if count < LEAST else f"{p_value:.{digits}f}"


def too_few(what: str = "trials") -> str:
    """Return the sentence that stands in place of a verdict.

    Parameters
    ----------
    what : str
        What is counted.

    Examples
    --------
    >>> too_few("tables")
    'Too few tables to judge: a test needs at least 10.'
    """
    return f"Too few {what} to judge: a test needs at least {LEAST}."
