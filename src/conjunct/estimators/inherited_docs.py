"""Docstrings of classes, completed with entries from the docstrings of their base classes."""

from __future__ import annotations

import inspect
import re
from typing import Any

SECTIONS = ("Parameters", "Attributes")
"""Sections of a docstring whose entries are inherited."""


def described(kind: type) -> str | None:
    r"""Return the docstring of a class, with inherited entries after its own.

    Parameters
    ----------
    kind : type
        The class. An entry of its docstring overrides entries of the same name in the docstrings
        of its base classes. Defaults of inherited parameters come from the signature of the class.

    Examples
    --------
    >>> class Shared:
    ...     '''Learn.
    ...
    ...     Parameters
    ...     ----------
    ...     n_jobs : int, default=1
    ...         Threads.
    ...     '''
    >>> class Stump(Shared):
    ...     '''Learn one split.
    ...
    ...     Parameters
    ...     ----------
    ...     depth : int, default=1
    ...         Splits on the way to a leaf.
    ...     '''
    ...     def __init__(self, depth=1, n_jobs=2): ...
    >>> print(described(Stump).rpartition("---\n")[2])
    depth : int, default=1
        Splits on the way to a leaf.
    n_jobs : int, default=2
        Threads.
    """
    if kind.__doc__ is None:  # python -OO
        return None
    text = inspect.cleandoc(kind.__doc__)
    for section in SECTIONS:
        found = _section(text, section)
        if found is not None:
            own = _entries(found[0])
            more = [one for name, one in _inherited(kind, section).items() if name not in own]
            text = "\n".join([text[: found.end()], *more]) + text[found.end() :]
    return text


def _inherited(kind: type, section: str) -> dict[str, str]:
    """Return the entries of the base classes by name; the nearest class takes precedence."""
    entries: dict[str, str] = {}
    for base in kind.__mro__[1:]:
        found = _section(inspect.cleandoc(base.__doc__ or ""), section)
        for name, entry in _entries(found[0] if found else "").items():
            entries.setdefault(name, entry)
    if section != "Parameters":
        return entries
    shown = inspect.signature(kind).parameters
    return {
        name: _with_default(entries[name], shown[name].default) for name in shown if name in entries
    }


def _section(text: str, name: str) -> re.Match[str] | None:
    """Find the entries of a section, which ends at a blank line before an unindented line."""
    return re.search(rf"(?<=^{name}\n{'-' * len(name)}\n).+(?:\n+ .+|\n.+)*", text, re.MULTILINE)


def _entries(listed: str) -> dict[str, str]:
    """Return the entries of a section by name; one entry may describe several names."""
    found = re.finditer(r"^(\w+(?:, \w+)*) : .+(?:\n+ .+)*", listed, re.MULTILINE)
    return {name: entry[0] for entry in found for name in entry[1].split(", ")}


def _with_default(entry: str, default: Any) -> str:
    """Return an entry with another default; strings get double quotes, as in docstrings."""
    written = repr(default).replace("'", '"')
    return re.sub("default=.+", lambda _: f"default={written}", entry, count=1)
