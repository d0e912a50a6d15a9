"""A made domain in which wide search finds a fluke, after section 2 of Quinlan & Cameron-Jones.

Their example is the chess endgame, which is not public: a short rule that holds (R1), a longer one
with exceptions that is hard to find (R2), and R2 refined until it has no exception in training, by
tests that mean nothing (R3). Here the same three are made.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conjunct.data import Column, Table

SHORT = (0.2, 0.3)
"""Chance of "yes" of the attributes of the short rule, ``short1`` and ``short2``."""

LONG = (0.7,) * 4
"""That of the attributes of the long rule: each alone says little."""

IDLE = (0.8,) * 30
"""That of the attributes that have nothing to do with the class."""

WON = (0.97, 0.8, 0.03)
"""Chance of the class ``won`` where the short rule holds, else where the long one does, else."""


def make_fluke(n_rows: int, seed: int | Sequence[int] = 0) -> Table:
    """Return random rows of the domain.

    Parameters
    ----------
    n_rows : int
        Number of rows.
    seed : int or sequence of int
        Draws them.

    Returns
    -------
    Table
        Attributes with the values ``no`` and ``yes``; the class is ``lost`` or ``won``.

    Examples
    --------
    >>> table = make_fluke(276, seed=0)
    >>> len(table.columns), table.target.levels, int(table.target.values.sum())
    (36, ('lost', 'won'), 76)
    """
    random = np.random.default_rng(seed)
    yes = random.random((n_rows, len(SHORT + LONG + IDLE))) < np.array(SHORT + LONG + IDLE)
    short = yes[:, : len(SHORT)].all(axis=1)
    long = yes[:, len(SHORT) : len(SHORT + LONG)].all(axis=1)
    won = random.random(n_rows) < np.select([short, long], WON[:2], WON[2])
    names = [
        f"{name}{number}"
        for name, those in (("short", SHORT), ("long", LONG), ("idle", IDLE))
        for number in range(1, len(those) + 1)
    ]
    columns = (
        Column(name, "nominal", values.astype(np.int32), ("no", "yes"))
        for name, values in zip(names, yes.T, strict=True)
    )
    target = Column("class", "nominal", won.astype(np.int32), ("lost", "won"))
    return Table(tuple(columns), target, f"fluke-{n_rows}", n_rows=n_rows)
