"""Every exception of the package: one clear sentence, and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class ConjunctError(ValueError):
    """Base of all errors that are the fault of the data, the model or a parameter.

    The command line prints its text alone, without a traceback, and exits with 1.

    Examples
    --------
    >>> from conjunct import parse_rule
    >>> try:
    ...     parse_rule("if age >= 60")
    ... except ConjunctError as error:
    ...     print(error)
    character 8 of the rule 'if age >= 60': rules have no '>='; use '>'
    """


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
    """Something was left out of the table or guessed on the way in.

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


class StudyError(ConjunctError):
    """A study cannot go on: its store cannot be used, or one of its trials failed."""


class MissingPackageError(ConjunctError, ImportError):
    """An optional package is needed for this and is not installed.

    Examples
    --------
    >>> error = MissingPackageError.named("openpyxl", "excel", "reading Excel files")
    >>> print(str(error).partition("; ")[2])
    install it with: pip install 'conjunct[excel]'
    """

    @classmethod
    def named(cls, package: str, extra: str, need: str) -> MissingPackageError:
        """Build the sentence with the install hint."""
        return cls(
            f"{need} needs the package {package!r}, which is not installed; "
            f"install it with: pip install 'conjunct[{extra}]'"
        )


def nearest(name: str, names: Iterable[str]) -> str:
    """Return a hint that names the column most like `name`, or lists the first ones.

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
