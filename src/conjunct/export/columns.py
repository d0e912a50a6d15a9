"""Unique names for the columns that an export adds."""

from __future__ import annotations

from collections.abc import Iterable

from conjunct.model.notation import Label

_LONGEST = 40
"""Longest part of a name made from a label, in bytes; PostgreSQL cuts names after 63."""


class Names:
    """Generates names that differ, even in lower case, from each other and from those taken.

    Parameters
    ----------
    taken : iterable of str

    Examples
    --------
    >>> names = Names(["Score"])
    >>> names.new("score"), names.new("p", "> 50 %"), names.new("p", "50")
    ('score_2', 'p_50', 'p_50_2')
    """

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = {name.casefold() for name in taken}

    def new(self, start: str, label: Label | None = None) -> str:
        """Return a name of letters, digits and underscores, with a number if it is taken."""
        name = start if label is None else f"{start}_{_plain(label)}".rstrip("_")
        wanted, number = name, 2
        while wanted.casefold() in self._taken:
            wanted, number = f"{name}_{number}", number + 1
        self._taken.add(wanted.casefold())
        return wanted

    def variable(self, text: str) -> str:
        """Return a valid identifier that resembles a text.

        Examples
        --------
        >>> Names(["class"]).variable("class"), Names([]).variable("2 b|¬2b")
        ('class_2', 'x_2_b_2b')
        """
        plain = "".join(one if one.isascii() and one.isalnum() else " " for one in text)
        name = "_".join(plain.split())
        return self.new(name if name.isidentifier() else f"x_{name}".rstrip("_"))


def _plain(label: Label) -> str:
    text = str(label).lower() if isinstance(label, bool) else str(label)
    plain = "".join(one if one.isalnum() else " " for one in text)
    cut = "_".join(plain.split()).encode("utf-8", "ignore")[:_LONGEST]
    return cut.decode("utf-8", "ignore")
