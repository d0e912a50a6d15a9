"""What a study found: tables, figures and sentences, made of numbers and of the study's words."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Formatter
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.model.notation import count_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Fact = str | int | float | None
# A line of a table: numbers by name. Names that begin with _ are for the text alone.
Line = Mapping[str, Any]
Lines = Sequence[tuple[str, ...]]  # the cells of a table as people read them


@dataclass(frozen=True)
class Grid:
    """A table: cells are text, rounded, the first names the line; `data` goes to the CSV file."""

    name: str
    title: str
    columns: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    data_columns: tuple[str, ...]
    data: tuple[tuple[Fact, ...], ...]
    notes: tuple[str, ...] = ()


# What fills an empty matplotlib figure, and the width and height of that in inches.
Drawing = tuple[Callable[["Figure"], None], tuple[float, float]]


@dataclass(frozen=True)
class Picture:
    """A figure; `published` is what the paper says of it, `found` what ours shows."""

    name: str
    title: str
    draw: Callable[[Figure], None]
    size: tuple[float, float]
    published: str
    found: str


@dataclass(frozen=True)
class Findings:
    """Everything that a study has to show, in reading order."""

    summary: tuple[str, ...]
    grids: tuple[Grid, ...] = ()
    pictures: tuple[Picture, ...] = ()


def signed(number: float, digits: int = 1) -> str:
    """Write a number with its sign, the minus as wide as the plus; nothing for no number."""
    return "" if math.isnan(number) else f"{number:+.{digits}f}".replace("-", "−")


def in_brackets(names: Sequence[str]) -> str:
    """Write names in brackets after a count, nothing if there are none."""
    return f" ({', '.join(names)})" if names else ""


class _Cells(Formatter):
    """Format strings with more formats, and a dash where there is no number."""

    def get_field(self, field_name: str, args: Any, kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        return kwargs[field_name], field_name  # names may have dots and blanks

    def format_field(self, value: Any, spec: str) -> str:
        kind, digits = spec[:1], spec[1:] or "1"
        if value is None or (isinstance(value, float) and math.isnan(value)):
            open_kinds = "%b±" if value is None else "%b±cs"
            return "" if kind and kind in open_kinds else " (–)" if kind == "c" else "–"
        if spec in ("p", "p4"):
            least = 3 if spec == "p" or value >= 0.001 else 4
            return f"<{10**-least}" if value < 10**-least else f"{value:.{least}f}"
        if kind == "#":
            return count_text(value, spec[1:])
        if kind in ("b", "c", "±"):
            return f" ± {value:.{digits}f}" if kind == "±" else f" ({value:.{digits}f})"
        if kind in ("s", "z"):
            text = signed(value, int(digits))
            return text[1:] if kind == "z" and not text.strip("+−0.") else text
        return f"{100 * value:.{digits}f}" if kind == "%" else str(format(value, spec))


def cell(template: str, row: Line) -> str:
    """Fill a template with the numbers of a row.

    Beside Python's formats there are ``%1`` for a share in per cent with one digit, ``s1`` for a
    number with its sign, ``z1`` for the same with zero unsigned, ``p`` and ``p4`` for a p-value
    with three or up to four digits, ``#rule`` for a count of rules, and ``b1``, ``c1`` and ``±1``
    for a number in brackets or after ±, with a blank in front. None is a dash, but nothing with
    %, b and ±; NaN is nothing with c and s, too.

    Examples
    --------
    >>> row = {"table": "a", "error": 0.2, "off": -0.5, "n": 2, "published": None}
    >>> cell("{table}: {error:%1}{published:c1}, {off:s1}, {n:#rule}", row)
    'a: 20.0 (–), −0.5, 2 rules'
    """
    return _Cells().vformat(template, (), row)


def text_lines(templates: Iterable[str], rows: Iterable[Line]) -> Lines:
    """Return the cells of every row as people read them."""
    return [tuple(cell(template, row) for template in templates) for row in rows]


def _joined(said: Mapping[str, Any], rows: Sequence[Line]) -> Sequence[Line]:
    """Make one row of those of a line: its first, and all under the values of ``by``."""
    if "by" not in said:
        return rows
    lines: dict[str, dict[str, Any]] = {}
    for row in rows:
        line = lines.setdefault(row[said["line"]], dict(row))
        own = " ".join(row[name] for name in said["by"])
        line |= {f"{own} {name}": value for name, value in row.items()}
    return list(lines.values())


def _wide_lines(said: Mapping[str, Any], rows: Sequence[Line], heads: Sequence[Any]) -> Lines:
    """Return lines with a cell for each value of one of the numbers, and the last cells."""
    shown, across, gap = said["columns"], said["across"], said.get("gap", "")
    groups: dict[tuple[str, ...], dict[Any, Line]] = {}
    for row in rows:
        groups.setdefault(tuple(cell(one, row) for one in shown), {})[row[across]] = row
    lines = []
    for labels, group in groups.items():
        last = text_lines(said.get("last", {}).values(), list(group.values())[:1])[0]
        for label, template in zip(labels, shown.values(), strict=True):
            cells = (cell(template, group[at]) if at in group else gap for at in heads)
            lines.append((label, *cells, *last))
    return lines


def _fact(value: Any) -> Fact:
    """Return a value as plain Python, None where it is not a number."""
    plain: Fact = value.item() if isinstance(value, np.generic) else value
    return None if isinstance(plain, float) and math.isnan(plain) else plain


class Words:
    """The words of a study: titles, columns, notes and sentences of its file in ``words/``.

    All of them are templates that `cell` fills. A sentence is found by its name in ``[say]``. A
    table has a title, notes and, for each heading in ``columns``, the template of its cells. A
    table with ``across`` has a column for each value of that number; its ``columns`` are the
    templates of the first cell of each line and of the others. ``gap`` stands where there is no
    row, and ``last`` has more columns, filled with the first row of a line. With ``by`` rows that
    have the same ``line`` are one line, and ``{greedy error}`` is the error where `by` is greedy.

    Examples
    --------
    >>> words = Words({"grids": {"g": {"title": "Errors", "columns": {"%": "{e:%1}"}}}})
    >>> made = words.grid("g", [{"e": 0.25}])
    >>> made.lines, made.data
    ((('25.0',),), ((0.25,),))
    >>> wide = {"title": "", "across": "w", "corner": "table", "columns": {"{t}": "{e:.1f}"}}
    >>> rows = [{"t": "a", "w": w, "e": w / 10} for w in (1, 2)]
    >>> Words({"grids": {"g": wide}}).grid("g", rows).lines
    (('a', '0.1', '0.2'),)
    """

    def __init__(self, said: Mapping[str, Any]) -> None:
        self.said = said

    def say(self, name: str, facts: Line | None = None, /, **more: Any) -> str:
        """Return a sentence with its numbers filled in."""
        return cell(self.said["say"][name], {**(facts or {}), **more})

    def grid(
        self,
        kind: str,
        rows: Sequence[Line],
        facts: Line | None = None,
        /,
        *,
        name: str = "",
        lines: Lines | None = None,
        extra: Lines = (),
        data: Sequence[Line] | None = None,
        notes: Sequence[str] = (),
    ) -> Grid:
        """Return a table of rows of numbers; `facts` fill the title, the headings and the notes.

        `lines` stand in place of those that the templates give, `extra` ones below them, in the
        text alone. `data` are the rows of the CSV file where they are not `rows`.
        """
        said, facts = self.said["grids"][kind], facts or {}
        shown = said.get("columns", {})
        if "across" in said:
            values = list(dict.fromkeys(row[said["across"]] for row in rows))
            wide = (said.get("head", "{}").format(one) for one in values)
            heads = [said["corner"], *wide, *said.get("last", ())]
            lines = _wide_lines(said, rows, values)
        else:
            heads = [cell(head, facts) for head in said.get("heads", shown)]
            lines = text_lines(shown.values(), _joined(said, rows)) if lines is None else lines
        data = rows if data is None else data
        names = tuple(one for one in (data[0] if data else ()) if not one.startswith("_"))
        return Grid(
            name or kind,
            cell(said["title"], facts),
            tuple(heads),
            (*lines, *extra),
            names,
            tuple(tuple(_fact(row[one]) for one in names) for row in data),
            (*(cell(note, facts) for note in said.get("notes", ())), *notes),
        )

    def picture(
        self, kind: str, drawing: Drawing, facts: Line | None = None, /, name: str = ""
    ) -> Picture:
        """Return a figure with its title, what the paper says of it and what ours shows."""
        said = self.said["pictures"][kind]
        texts = (cell(said.get(one, ""), facts or {}) for one in ("title", "published", "found"))
        title, published, found = texts
        return Picture(name or kind, title, *drawing, published, found)


@cache
def words_of(study: str) -> Words:
    """Return the words of a study, read from its file."""
    file = resources.files("conjunct.experiments") / "words" / f"{study}.toml"
    return Words(tomllib.loads(file.read_text(encoding="utf-8")))
