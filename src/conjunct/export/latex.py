"""Rules as a table in LaTeX."""

from __future__ import annotations

from conjunct.export.table import text_table
from conjunct.model import Rules

_SPECIAL = str.maketrans(
    {
        **{one: f"\\{one}" for one in "{}$&#_%"},
        "\\": r"\textbackslash{}",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
        "·": r"$\cdot$",
        "≠": r"$\neq$",
        "−": "$-$",
        "–": "--",
    }
)


def to_latex(rules: Rules) -> str:
    r"""Return the rules as a ``tabular`` with the rules of the package booktabs.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    text : str
        Ends with a newline; needs ``\usepackage{booktabs}``. Below the table, a sentence says how
        the rules decide.

    Examples
    --------
    >>> from conjunct.model import Condition, Rule, RuleList, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 124, 56)
    >>> rule = Rule((Condition("bill_mm", ">", 46.5),), 1, (1, 8), record)
    >>> rules = RuleList((rule,), ("Adelie", "Chinstrap"), 0, (12, 8), {"bill_mm": "numeric"})
    >>> print(to_latex(rules))
    \begin{tabular}{lllrr}
    \toprule
    \# & rule & class & rows & wrong \\
    \midrule
    1 & if bill\_mm \textgreater{} 46.5 & Chinstrap & 9 & 1 \\
     & otherwise & Adelie & 12 of 20 rows &  \\
    \bottomrule
    \end{tabular}
    <BLANKLINE>
    It decides if it holds.
    <BLANKLINE>
    """
    table = text_table(rules)
    sides = "l" * table.n_words + "r" * (len(table.heading) - table.n_words)
    lines = [
        rf"\begin{{tabular}}{{{sides}}}",
        r"\toprule",
        _row(table.heading),
        r"\midrule",
        *map(_row, table.rows),
        r"\bottomrule",
        r"\end{tabular}",
        "",
        table.below.translate(_SPECIAL),
    ]
    return "\n".join([*lines, ""])


def _row(cells: tuple[str, ...]) -> str:
    return f"{' & '.join(cell.translate(_SPECIAL) for cell in cells)} \\\\"
