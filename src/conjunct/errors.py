"""Every exception of the package. Each says in one clear sentence what is wrong and what to do."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

LONGEST = 200
"""Largest number of characters of a cell or a name that a message quotes."""
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")


class ConjunctError(ValueError):
    """Base class of all errors that are caused by the data, the model or a parameter.

    The command line prints only the message, without a traceback, and exits with 1. Quotations in
    the message are cut off after 200 characters.

    Examples
    --------
    >>> len(str(ConjunctError(f"there is no column {'a' * 5000!r}")))
    222
    """

    def __init__(self, *arguments: object) -> None:
        super().__init__(*(_cut(one) if isinstance(one, str) else one for one in arguments))


class DataError(ConjunctError):
    """The table cannot be used as it is.

    Examples
    --------
    >>> from conjunct import read_table
    >>> read_table({"age": [20, 50]}, target="ill")
    Traceback (most recent call last):
        ...
    conjunct.errors.DataError: the table has no column 'ill'; the columns are 'age'
    """


class DataWarning(UserWarning):
    """Something was left out or guessed while a table was read.

    Examples
    --------
    >>> import warnings
    >>> from conjunct import read_table
    >>> cells = {"age": [20, 50], "empty": [None, None], "ill": ["no", "yes"]}
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     table = read_table(cells, target="ill")
    >>> print(caught[0].message)
    Left out 'empty': no values.
    """


class ModelError(ConjunctError):
    """The model file, or the table given to a model, cannot be used as it is.

    Examples
    --------
    >>> from conjunct import load_model
    >>> load_model("{}")
    Traceback (most recent call last):
        ...
    conjunct.errors.ModelError: the model text is not a Conjunct model: it does not name its format
    """


class FileError(ConjunctError):
    """A file cannot be written; an existing file in its place is unchanged.

    Examples
    --------
    >>> from conjunct.files import write_text
    >>> try:
    ...     write_text("no/folder/model.json", "{}")
    ... except FileError as error:
    ...     print(error)
    cannot write 'no/folder/model.json': No such file or directory; choose another place
    """


class StudyError(ConjunctError):
    """A study cannot continue: its store cannot be used, or one of its trials failed."""


class MissingPackageError(ConjunctError, ImportError):
    """An optional package is needed and is not installed.

    Examples
    --------
    >>> error = MissingPackageError.named("openpyxl", "excel", "reading Excel files")
    >>> print(str(error).partition("; ")[2])
    install it with: pip install 'conjunct[excel]'
    """

    @classmethod
    def named(cls, package: str, extra: str, need: str) -> MissingPackageError:
        """Return the error with an install hint."""
        return cls(
            f"{need} needs the package {package!r}, which is not installed; "
            f"install it with: pip install 'conjunct[{extra}]'"
        )


def _cut(text: str) -> str:
    """Shorten long quotations in a text."""
    if len(text) <= LONGEST:
        return text
    return _QUOTED.sub(
        lambda found: (
            f"{found[0][: LONGEST + 1]}…{found[0][-1]}" if len(found[0]) > LONGEST + 2 else found[0]
        ),
        text,
    )


def nearest(name: str, names: Iterable[str]) -> str:
    """Return a hint that names the column most similar to `name`, or lists the first columns.

    Examples
    --------
    >>> nearest("speces", ["species", "island"])
    "did you mean 'species'?"
    >>> nearest("zzz", ["species", "island"])
    "the columns are 'species', 'island'"
    """
    known = [str(other) for other in names]
    lowered = {other.lower(): other for other in reversed(known)}
    close = difflib.get_close_matches(name.lower(), list(lowered), n=1)
    if close:
        return f"did you mean {lowered[close[0]]!r}?"
    shown = ", ".join(repr(other) for other in known[:10])
    more = f" and {len(known) - 10} more" if len(known) > 10 else ""
    return f"the columns are {shown}{more}"
