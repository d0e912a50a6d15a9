"""Arguments and options that several commands share, and how their text is read."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal, Self, get_args

import typer

from conjunct.cli.option import argument, option
from conjunct.cli.option_groups import OptionGroup

SearchName = Literal["layered", "greedy", "extensive", "exhaustive"]
MissingName = Literal["fails", "value"]
DatesName = Literal["days"]

_TAB = r"\t"

TableToLearn = Annotated[
    Path | None,
    argument(
        "TABLE",
        "The table to learn from: CSV, TSV, ARFF, C4.5 (.names and .data), Parquet or Excel. "
        "Text files may be gzipped. - is standard input. By default the small table that comes "
        "with the package.",
    ),
]
TableToPredict = Annotated[
    Path,
    argument(
        "TABLE",
        "A table with the columns that the rules use, in any order; other columns are "
        "ignored. - is standard input.",
    ),
]
Model = Annotated[Path, argument("MODEL", "A model written by `conjunct learn --save`.")]
Target = Annotated[
    str | None,
    option(
        "NAME",
        "The column to predict. May be left out for ARFF and C4.5 files, which have a class "
        "by convention.",
        "--target",
    ),
]
Kinds = Annotated[
    list[str] | None,
    option(
        "NAME=KIND",
        "Read a column as numeric, as nominal, or in a form such as 1.234,5 or DD.MM.YYYY. "
        "Overrides the detected kind. May be repeated.",
        "--kind",
    ),
]
DatesAs = Annotated[
    DatesName | None,
    option(
        "days",
        "Read dates as days since 1970-01-01. By default, columns of dates are left out.",
        "--dates",
    ),
]
SheetName = Annotated[
    str | None,
    option(
        "NAME", "Sheet of an Excel file. By default the first sheet that is not empty.", "--sheet"
    ),
]
Weight = Annotated[
    str | None,
    option("NAME", "Column with the weight of each row. Rules do not use it.", "--weight"),
]
Delimiter = Annotated[
    str | None,
    option(
        "CHARACTER",
        "Character between the cells of delimited text, \\t for a tab. Detected by default.",
        "--delimiter",
    ),
]
Encoding = Annotated[
    str | None,
    option("NAME", "Encoding of a text file, such as latin-1. Detected by default.", "--encoding"),
]
MissingCells = Annotated[
    MissingName | None,
    option(
        "fails|value",
        "Whether a missing cell fails every condition (the default) or is a value of its own.",
        "--missing",
    ),
]
Jobs = Annotated[
    int | None, option("N", "Number of cores to use; all by default.", "--jobs", min=1)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON document.")]


@dataclass(frozen=True)
class Reading:
    """The user's options for reading a table; None means that the reader detects the value.

    Parameters
    ----------
    kinds : mapping of str to {"numeric", "nominal"} or a form
        Kinds or forms of columns, by name.
    delimiter, encoding, dates, sheet : str or None
        As in `conjunct.read_table`.
    weight : str or None
        Name of the column with the weights of the rows.
    """

    kinds: Mapping[str, str] = field(default_factory=dict)
    delimiter: str | None = None
    encoding: str | None = None
    dates: DatesName | None = None
    sheet: str | None = None
    weight: str | None = None

    @classmethod
    def of(
        cls,
        kind: Kinds = None,
        delimiter: Delimiter = None,
        encoding: Encoding = None,
        dates: DatesAs = None,
        sheet: SheetName = None,
        weight: Weight = None,
    ) -> Self:
        """Read the values of the options with these names."""
        return cls(read_kinds(kind), read_delimiter(delimiter), encoding, dates, sheet, weight)

    def words(self) -> list[str]:
        r"""Return the same options as words of a command line.

        Examples
        --------
        >>> print(*Reading.of(["zip=nominal"], r"\t", "latin-1").words())
        --kind zip=nominal --delimiter '\t' --encoding latin-1
        """
        options = [("--kind", f"{name}={kind}") for name, kind in self.kinds.items()]
        if self.delimiter is not None:
            options.append(("--delimiter", _TAB if self.delimiter == "\t" else self.delimiter))
        for name in ("encoding", "dates", "sheet", "weight"):
            if getattr(self, name) is not None:
                options.append((f"--{name}", getattr(self, name)))
        return [word for name, value in options for word in (name, shlex.quote(value))]


ReadingToLearn = Annotated[Reading, OptionGroup(Reading.of)]
ReadingRows = Annotated[Reading, OptionGroup(Reading.of, "delimiter", "encoding", "sheet")]
ReadingWeightedRows = Annotated[
    Reading, OptionGroup(Reading.of, "delimiter", "encoding", "sheet", "weight")
]


def read_kinds(given: list[str] | None) -> dict[str, str]:
    """Read the ``NAME=KIND`` of every ``--kind``.

    Examples
    --------
    >>> read_kinds(["zip=nominal", "a=b=numeric", "price=1.234,5"])
    {'zip': 'nominal', 'a=b': 'numeric', 'price': '1.234,5'}
    """
    kinds: dict[str, str] = {}
    for one in given or []:
        name, _, kind = one.rpartition("=")
        if not name or not _is_kind(kind):
            raise typer.BadParameter(
                f"{one!r} is not NAME=numeric, NAME=nominal or NAME=FORM with a form such as "
                "1.234,5 or DD.MM.YYYY",
                param_hint="'--kind'",
            )
        kinds[name] = kind
    return kinds


def _is_kind(word: str) -> bool:
    if word in ("numeric", "nominal"):
        return True
    from conjunct.data.forms import read_form

    return read_form(word) is not None


def read_delimiter(given: str | None) -> str | None:
    r"""Read the character of ``--delimiter``; a tab may be written as ``\t``.

    Examples
    --------
    >>> read_delimiter(";"), read_delimiter(r"\t")
    (';', '\t')
    """
    if given == _TAB:
        return "\t"
    if given is not None and len(given) != 1:
        raise typer.BadParameter(f"{given!r} is not one character", param_hint="'--delimiter'")
    return given


def read_scale(given: str) -> tuple[float, ...]:
    """Read the score, the odds and the points to double the odds, separated by commas.

    Examples
    --------
    >>> read_scale("600,50,20")
    (600.0, 50.0, 20.0)
    """
    from conjunct.params import ScaleNumbers

    try:
        numbers = tuple(float(word) for word in given.split(","))
    except ValueError:
        numbers = ()
    if not ScaleNumbers().allows(numbers):
        raise typer.BadParameter(
            f"{given!r} is not a score, the odds there and the points that double the odds, such "
            "as 600,50,20",
            param_hint="'--scale'",
        )
    return numbers


def read_searches(given: str) -> list[SearchName]:
    """Read a list of searches, separated by commas.

    Examples
    --------
    >>> read_searches("greedy, layered")
    ['greedy', 'layered']
    """
    known: tuple[SearchName, ...] = get_args(SearchName)
    searches: list[SearchName] = []
    for word in given.split(","):
        search = next((name for name in known if name == word.strip()), None)
        if search is None or search in searches:
            fault = "is not a search" if search is None else "is listed twice"
            raise typer.BadParameter(
                f"{word.strip()!r} {fault}; choose among {', '.join(known)}",
                param_hint="'--search'",
            )
        searches.append(search)
    return searches
