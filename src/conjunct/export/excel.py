"""A model as a spreadsheet: a sheet to fill in, and sheets of its rules.

Only this module imports openpyxl.
"""

from __future__ import annotations

from os import PathLike
from typing import Any

from conjunct.errors import MissingPackageError, ModelError
from conjunct.export.description import describe
from conjunct.export.workbook import CASES, ROW, Workbook
from conjunct.files import writing
from conjunct.model import Rules

try:
    from openpyxl import Workbook as File
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.styles import Font, PatternFill
except ImportError as fault:
    raise MissingPackageError.named("openpyxl", "export", "a spreadsheet") from fault

_BOLD = Font(bold=True)
_TO_FILL_IN = PatternFill("solid", fgColor="FFF2CC")
_LONGEST = 32_767
"""Largest number of characters in a cell."""


def to_excel(rules: Rules, path: str | PathLike[str], n_rows: int = 100) -> None:
    """Write a spreadsheet that computes the class and the probabilities of each row filled in.

    The sheet "Cases" has a line for each case: cells to fill in, left empty if a value is missing,
    then class, score and probabilities, then the result of each rule, all as formulas. They read
    cuts, categories, points and classes from the other sheets.

    Parameters
    ----------
    rules : Rules
        A rule list, rule set, score card or tree.
    path : str or path
        The file to write, ending in .xlsx; an existing one is replaced.
    n_rows : int, default=100
        Number of lines to fill in.

    Examples
    --------
    >>> import os, tempfile
    >>> from conjunct.model import ScoreCard
    >>> card = ScoreCard.of((), ("no", "yes"), (7, 3), {}, base=(0, -0.85))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     to_excel(card, f"{folder}/card.xlsx")
    ...     os.listdir(folder)
    ['card.xlsx']
    """
    about = describe(rules)
    about.refuse_rounded_sums("a spreadsheet")
    book = Workbook(about)
    file = File()
    cases = file.active
    cases.title = CASES
    for at, heading in enumerate([*book.inputs, *(heading for heading, _ in book.cases)], start=1):
        _put(cases.cell(1, at), heading).font = _BOLD
    for row in range(2, n_rows + 2):
        for at in range(1, len(book.inputs) + 1):
            cases.cell(row, at).fill = _TO_FILL_IN
        for at, (_, formula) in enumerate(book.cases, start=len(book.inputs) + 1):
            cases.cell(row, at).value = formula.replace(ROW, str(row))
    cases.freeze_panes = cases.cell(2, len(book.inputs) + 1)
    for title, lines in book.sheets.items():
        sheet = file.create_sheet(title)
        for row, line in enumerate(lines, start=1):
            for at, value in enumerate(line, start=1):
                _put(sheet.cell(row, at), value).font = Font(bold=row == 1)
    with writing(path) as place:
        file.save(place)


def _put(cell: Any, value: Any) -> Any:
    """Put a value into a cell; a text stays a text even if it starts with an equals sign."""
    if isinstance(value, str):
        if len(value) > _LONGEST or ILLEGAL_CHARACTERS_RE.search(value):
            raise ModelError(f"no spreadsheet can hold the text {value[:50]!r}; rename it")
        cell.value = value
        cell.data_type = "s"
    else:
        cell.value = value
    return cell
