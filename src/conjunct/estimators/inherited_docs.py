"""Docstrings of classes, completed by what their base classes describe."""

from __future__ import annotations

import inspect
import re
from typing import Any

SECTIONS = ("Parameters", "Attributes")
"""Sections whose entries are inherited."""


def described(kind: type) -> str | None:
    r"""Return the docstring of a class with the entries that it inherits after its own.

    Parameters
    ----------
    kind : type
        An entry of its docstring takes the place of those of the same name in the docstrings of its
        base classes. The default of an inherited parameter is the one of its own signature.

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
    """Return the entries of the base classes by name, those of the nearest class first."""
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
    """Find the entries of a section: it ends with a blank line before one that is not indented."""
    return re.search(rf"(?<=^{name}\n{'-' * len(name)}\n).+(?:\n+ .+|\n.+)*", text, re.MULTILINE)


def _entries(listed: str) -> dict[str, str]:
    """Return the entries of a section by name; one may stand for several names."""
    found = re.finditer(r"^(\w+(?:, \w+)*) : .+(?:\n+ .+)*", listed, re.MULTILINE)
    return {name: entry[0] for entry in found for name in entry[1].split(", ")}


def _with_default(entry: str, default: Any) -> str:
    """Return an entry with another default, texts in double quotes as docstrings write them."""
    written = repr(default).replace("'", '"')
    return re.sub("default=.+", lambda _: f"default={written}", entry, count=1)
