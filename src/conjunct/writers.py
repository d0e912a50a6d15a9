"""Who writes a model in which format, or refits it: offered above all layers, asked for by models.

Models have methods such as ``to_sql`` and ``refit``, and the layers that write SQL or fit points
stand above the models, so they cannot import them. The package itself, which stands above every
layer, offers the writers when it is imported, and that is before any of its parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Writer = Callable[..., Any]

_offered: dict[str, Callable[[], Writer]] = {}


def offer(name: str, load: Callable[[], Writer]) -> None:
    """Offer a writer under a name.

    Parameters
    ----------
    name : str
        Of the format, such as "sql", or "refit".
    load : callable
        Returns the writer; called when it is first needed.
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
