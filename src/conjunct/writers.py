"""The functions that write a model in each format, or refit it, by name.

Models have methods such as ``to_sql`` and ``refit``. The layers that write SQL or fit points are
above the models, so the models cannot import them. The package's ``__init__``, which is above all
layers, registers these functions. It runs before any other module of the package.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Writer = Callable[..., Any]

_offered: dict[str, Callable[[], Writer]] = {}


def offer(name: str, load: Callable[[], Writer]) -> None:
    """Register a writer under a name.

    Parameters
    ----------
    name : str
        Name of the format, such as "sql", or "refit".
    load : callable
        Function that returns the writer; called whenever the writer is needed.
    """
    _offered[name] = load


def writer(name: str) -> Writer:
    """Return the writer of a format.

    Examples
    --------
    >>> offer("nothing", lambda: lambda rules: "")
    >>> writer("nothing")("rules")
    ''
    """
    return _offered[name]()
