"""What a caller requests from a source: columns, their kinds, and what counts as missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from conjunct.data.forms import Form, read_form
from conjunct.data.table import Kind
from conjunct.data.tokens import MISSING_TOKENS, folded_tokens
from conjunct.errors import DataError, nearest

Dates = Literal["days"]

HOW_NOMINAL = "(kinds= in Python, --kind NAME=nominal in conjunct learn)"
"""How a user reads a column as nominal."""


@dataclass(frozen=True)
class Request:
    """The arguments of `read_table` that every reader needs.

    Parameters
    ----------
    target : str or None
        Name of the target, which is always read as a nominal column.
    kinds : mapping of str to {"numeric", "nominal"} or a form
        Kinds that override the detected ones; a form such as ``1.234,5`` or ``DD.MM.YYYY`` says how
        a numeric column is written.
    tokens : frozenset of str
        Cells that mean "no value", from `folded_tokens`.
    columns : tuple of str or None
        Read only these columns, in this order; None reads all.
    dates : {"days"} or None
        "days" turns dates into days since 1970-01-01; None leaves them out.
    """

    target: str | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    tokens: frozenset[str] = folded_tokens(MISSING_TOKENS)
    columns: tuple[str, ...] | None = None
    dates: Dates | None = None

    def __post_init__(self) -> None:
        """Raise an error for kinds that do not exist."""
        for name, kind in self.kinds.items():
            if kind not in get_args(Kind) and self.form_of(name) is None:
                raise DataError(
                    f"the kind of column {name!r} must be 'numeric', 'nominal' or a form such as "
                    f"'1.234,5' or 'DD.MM.YYYY', not {kind!r}"
                )
        if self.dates not in (None, *get_args(Dates)):
            raise DataError(f"dates must be 'days' or None, not {self.dates!r}")

    @property
    def names(self) -> tuple[str, ...]:
        """Every column name that the caller mentioned."""
        target = () if self.target is None else (self.target,)
        return (*target, *self.kinds, *(self.columns or ()))

    def kind_of(self, name: str) -> Kind | None:
        """Return the kind that the caller requests for a column; None if the values decide."""
        if name == self.target or self.kinds.get(name) == "nominal":
            return "nominal"
        return "numeric" if name in self.kinds else None

    def form_of(self, name: str) -> Form | None:
        """Return the form that the caller gives for a numeric column, if any."""
        return None if name == self.target else read_form(str(self.kinds.get(name)))

    def positions(self, names: Sequence[str], source: str) -> list[int]:
        """Return the positions of the wanted columns in `names`; a target not listed is last.

        Names that occur twice and names that do not occur raise an error.
        """
        refuse_repeated(names, source)
        position = {name: index for index, name in enumerate(names)}
        for name in self.names:
            if name not in position:
                raise DataError(f"{source} has no column {name!r}; {nearest(name, names)}")
        if self.columns is None:
            return list(range(len(names)))
        refuse_repeated(self.columns, "the list of columns")
        last = [] if self.target is None or self.target in self.columns else [self.target]
        return [position[name] for name in (*self.columns, *last)]


def refuse_repeated(names: Sequence[str], source: str) -> None:
    """Raise an error if a column name occurs twice."""
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        raise DataError(
            f"{source} has more than one column named {repeated[0]!r}; give each its own name"
        )
