"""Cells of text that mean "no value"."""

from __future__ import annotations

from collections.abc import Iterable

MISSING_TOKENS: tuple[str, ...] = ("?", "", "NA", "NaN", "null")
"""Cells of a text file that mean "no value"; case and surrounding blanks are ignored."""


def folded_tokens(missing: Iterable[str]) -> frozenset[str]:
    """Return the tokens in the form that `is_missing` compares.

    Examples
    --------
    >>> sorted(folded_tokens([" NA", "?"]))
    ['?', 'na']
    """
    tokens = (missing,) if isinstance(missing, str) else missing
    return frozenset(token.strip().lower() for token in tokens)


def is_missing(text: str, tokens: frozenset[str]) -> bool:
    """Tell whether a cell is one of the tokens; case and surrounding blanks are ignored."""
    return text.strip().lower() in tokens
