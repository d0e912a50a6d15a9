"""Artificial domains: Boolean functions in disjunctive normal form, and examples of them.

Domingos (1998), section 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from conjunct.data import Column, Table
from conjunct.errors import DataError

N_DISJUNCTS = 16
"""With disjuncts of five literals they cover roughly half the space."""

MEAN_LITERALS = 5
"""Expected number of literals of a disjunct, where there are as many attributes."""

_MAX_BATCHES = 50
"""Batches of random rows among which negatives are looked for before a concept is given up."""

_FREE, _LEVELS, _CLASSES = -1, ("false", "true"), ("negative", "positive")

Bits = npt.NDArray[np.int8]


def make_dnf(
    n_attributes: int, n_train: int, n_test: int, seed: int | Sequence[int] = 0
) -> tuple[Table, Table]:
    """Draw a concept of 16 disjuncts and return examples to learn it from and to test on.

    Each attribute is in a disjunct with probability ``5 / n_attributes``, negated or not with
    equal probability. Both tables are half positive and half negative (of an odd number one more
    is negative), and the positives are divided evenly among the disjuncts.

    Where the paper is silent: an empty disjunct is drawn again; positives left over from an even
    division go to disjuncts chosen at random; a positive has the literals of its disjunct and is
    random elsewhere; negatives are random rows that satisfy no disjunct; a concept that leaves
    hardly any negatives is drawn again; rows are in random order.

    Parameters
    ----------
    n_attributes : int
        At least 2.
    n_train, n_test : int
        Examples.
    seed : int or sequence of int
        Of the concept and of the examples.

    Returns
    -------
    train, test : Table
        Boolean attributes ``x1``, ``x2`` …; the target is ``class``.

    Examples
    --------
    >>> train, test = make_dnf(20, n_train=100, n_test=1000, seed=1)
    >>> train.n_rows, test.n_rows, len(train.columns), train.target.levels
    (100, 1000, 20, ('negative', 'positive'))
    """
    if n_attributes < 2:
        raise DataError(f"a concept needs at least 2 attributes, not {n_attributes}")
    rng = np.random.default_rng(seed)
    wanted = (n_train - n_train // 2) + (n_test - n_test // 2)
    negatives = None
    while negatives is None:
        disjuncts = draw_disjuncts(n_attributes, rng)
        negatives = _negatives(disjuncts, wanted, rng)
    cut = n_train - n_train // 2
    train = _examples(disjuncts, n_train, negatives[:cut], rng)
    return train, _examples(disjuncts, n_test, negatives[cut:], rng)


def draw_disjuncts(n_attributes: int, rng: np.random.Generator) -> Bits:
    """Return the disjuncts of a concept: 1 a literal, 0 a negated one, -1 no literal.

    Parameters
    ----------
    n_attributes : int
        Columns of the result; there is a line a disjunct.
    rng : numpy.random.Generator
        Where the randomness comes from.
    """
    share = min(1.0, MEAN_LITERALS / n_attributes)
    disjuncts = np.full((N_DISJUNCTS, n_attributes), _FREE, dtype=np.int8)
    for disjunct in disjuncts:
        while np.all(disjunct == _FREE):
            signs = rng.integers(2, size=n_attributes)
            disjunct[:] = np.where(rng.random(n_attributes) < share, signs, _FREE)
    return disjuncts


def satisfied(disjuncts: Bits, rows: Bits) -> npt.NDArray[np.bool_]:
    """Return for each row and each disjunct whether all its literals hold.

    Examples
    --------
    >>> disjuncts = np.array([[1, -1], [0, 0]], dtype=np.int8)  # x1, or neither x1 nor x2
    >>> satisfied(disjuncts, np.array([[1, 0], [0, 1]], dtype=np.int8)).tolist()
    [[True, False], [False, False]]
    """
    agrees = (disjuncts == _FREE) | (rows[:, None, :] == disjuncts)
    holds: npt.NDArray[np.bool_] = agrees.all(axis=2)
    return holds


def _negatives(disjuncts: Bits, wanted: int, rng: np.random.Generator) -> Bits | None:
    """Draw rows until enough satisfy no disjunct; None if they are too rare."""
    found: list[Bits] = []
    for _ in range(_MAX_BATCHES):
        rows = _random_rows(wanted, disjuncts.shape[1], rng)
        found.append(rows[~satisfied(disjuncts, rows).any(axis=1)])
        if sum(map(len, found)) >= wanted:
            return np.concatenate(found)[:wanted]
    return None


def _random_rows(n_rows: int, n_attributes: int, rng: np.random.Generator) -> Bits:
    return rng.integers(2, size=(n_rows, n_attributes), dtype=np.int8)


def _examples(disjuncts: Bits, n_rows: int, negatives: Bits, rng: np.random.Generator) -> Table:
    each, left = divmod(n_rows - len(negatives), len(disjuncts))
    extra = rng.choice(len(disjuncts), left, replace=False)
    chosen = disjuncts[np.concatenate([np.repeat(np.arange(len(disjuncts)), each), extra])]
    random = _random_rows(len(chosen), disjuncts.shape[1], rng)
    rows = np.concatenate([np.where(chosen == _FREE, random, chosen), negatives])
    labels = np.repeat([1, 0], [len(chosen), len(negatives)])
    order = rng.permutation(n_rows)
    return Table(
        columns=tuple(
            _column(f"x{number}", values, _LEVELS)
            for number, values in enumerate(rows[order].T, start=1)
        ),
        target=_column("class", labels[order], _CLASSES),
        name=f"dnf-{disjuncts.shape[1]}",
    )


def _column(name: str, values: npt.NDArray[Any], levels: tuple[str, ...]) -> Column:
    return Column(name, "nominal", values.astype(np.int32), levels)
