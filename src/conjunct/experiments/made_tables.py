"""Tables that are made, not found: what studies of artificial domains and of formulas run on."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from conjunct.data import Column, Table
from conjunct.experiments.dnf import make_dnf
from conjunct.experiments.drawn_rows import draw_known, draw_noise
from conjunct.experiments.fluke_domain import make_fluke

_NAME = re.compile(r"(dnf|half-wrong|fluke|noise|known)-([1-9][0-9]{0,5})")


def made_table(name: str) -> Table | None:
    """Return a table that is made from its name, None for any other name.

    ``dnf-20`` is a sample of an artificial domain of 20 attributes; ``half-wrong-50`` has no
    attributes and 50 rows, half of them of the class ``wrong``; ``fluke-276`` has 276 rows of the
    domain in which wide search finds a fluke; ``noise-500`` has 500 rows of pure noise, and
    ``known-500`` has as many whose chances are known.

    Parameters
    ----------
    name : str
        Of the table.

    Examples
    --------
    >>> len(made_table("dnf-20").columns), made_table("half-wrong-50").n_rows
    (20, 50)
    >>> made_table("vote") is None
    True
    """
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    kind, number = match[1], int(match[2])
    makers: dict[str, Callable[[int], Table]] = {
        "dnf": _dnf_sample,
        "half-wrong": _half_wrong,
        "fluke": make_fluke,
        "noise": lambda n_rows: draw_noise(n_rows).table,
        "known": lambda n_rows: draw_known(n_rows).table,
    }
    return makers[kind](number)


def _dnf_sample(n_attributes: int) -> Table:
    train, _ = make_dnf(n_attributes, n_train=100, n_test=0)
    return train


def _half_wrong(n_rows: int) -> Table:
    wrong = np.arange(n_rows, dtype=np.int32) % 2
    return Table((), Column("class", "nominal", wrong, ("right", "wrong")), f"half-wrong-{n_rows}")
