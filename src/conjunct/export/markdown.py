"""Rules as a table in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.export.table import text_table
from conjunct.model import Rules

_SPECIAL = str.maketrans({one: f"\\{one}" for one in "\\`*_[]<>|~&$#"})


def to_markdown(rules: Rules) -> str:
    r"""Return the rules as a table in GitHub's Markdown, with a sentence on how they decide.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    text : str
        Ends with a newline. Special characters are escaped.

    Examples
    --------
    >>> from conjunct.model import Condition, Rule, RuleList, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 124, 56)
    >>> rule = Rule((Condition("bill_mm", ">", 46.5),), 1, (1, 8), record)
    >>> rules = RuleList((rule,), ("Adelie", "Chinstrap"), 0, (12, 8), {"bill_mm": "numeric"})
    >>> print(to_markdown(rules))
    | \# | rule | class | rows | wrong |
    | :-- | :-- | :-- | --: | --: |
    | 1 | if bill\_mm \> 46.5 | Chinstrap | 9 | 1 |
    |  | otherwise | Adelie | 12 of 20 rows |  |
    <BLANKLINE>
    It decides if it holds.
    <BLANKLINE>
    """
    table = text_table(rules)
    sides = [":--" if at < table.n_words else "--:" for at in range(len(table.heading))]
    lines = [f"| {' | '.join(sides)} |", *map(markdown_row, table.rows)]
    return "\n".join([markdown_row(table.heading), *lines, "", escaped(table.below), ""])


def markdown_row(cells: Sequence[str]) -> str:
    """Return cells as a row of a table."""
    return f"| {' | '.join(map(escaped, cells))} |"


def escaped(text: str) -> str:
    r"""Escape a text for Markdown.

    Examples
    --------
    >>> print(escaped("bill_mm <b>"))
    bill\_mm \<b\>
    """
    return text.translate(_SPECIAL)
