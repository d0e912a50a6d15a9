"""Cells of text that mean "no value"."""

from __future__ import annotations

from collections.abc import Iterable

MISSING_TOKENS: tuple[str, ...] = ("?", "", "NA", "NaN", "null")
"""Cells of a text file that mean "no value", in any case and with blanks around them."""


def folded_tokens(missing: Iterable[str]) -> frozenset[str]:
    """Return the tokens as `is_missing` compares them.

    Examples
    --------
    >>> sorted(folded_tokens([" NA", "?"]))
    ['?', 'na']
    """
    tokens = (missing,) if isinstance(missing, str) else missing
    return frozenset(token.strip().lower() for token in tokens)


def is_missing(text: str, tokens: frozenset[str]) -> bool:
    """Say whether a cell is one of the tokens, whatever its case and the blanks around it."""
    return text.strip().lower() in tokens
