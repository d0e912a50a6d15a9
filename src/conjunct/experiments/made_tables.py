"""Tables that are made, not found: what studies of artificial domains and of formulas run on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from conjunct.data import Column, Table
from conjunct.errors import DataError
from conjunct.experiments.tables import target_of
from conjunct.types import AnyArray, Floats

Seed = int | Sequence[int]


def made_table(name: str) -> Table | None:
    """Return a table that is made from its name, None for any other name.

    ``dnf-20`` is a sample of an artificial domain of 20 attributes; ``half-wrong-50`` has no
    attributes and 50 rows, half of them of the class ``wrong``; ``fluke-276`` has 276 rows of the
    domain in which wide search finds a fluke; ``noise-500`` has 500 rows of pure noise, and
    ``known-500`` has 500 rows with known chances.

    Examples
    --------
    >>> len(made_table("dnf-20").columns), made_table("half-wrong-50").n_rows, made_table("vote")
    (20, 50, None)
    """
    match = re.fullmatch(r"(dnf|half-wrong|fluke|noise|known)-([1-9][0-9]{0,5})", name)
    if match is None:
        return None
    makers: dict[str, Callable[[int], Table]] = {
        "dnf": lambda n_attributes: make_dnf(n_attributes, n_train=100, n_test=0)[0],
        "half-wrong": lambda n_rows: Table(
            (), _nominal("class", np.arange(n_rows) % 2, ("right", "wrong")), name
        ),
        "fluke": make_fluke,
        "noise": lambda n_rows: draw_noise(n_rows).table,
        "known": lambda n_rows: draw_known(n_rows).table,
    }
    return makers[match[1]](int(match[2]))


def _nominal(name: str, values: AnyArray, levels: tuple[str, ...]) -> Column:
    return Column(name, "nominal", values.astype(np.int32), levels)


# Rows whose classes are drawn with chances that are known: pure noise, and a plain relation.

N_NUMERIC, N_NOMINAL = 10, 5
LEVELS = ("p", "q", "r")


class Drawn(NamedTuple):
    """Rows, and the chance of each class in each row."""

    table: Table
    chances: Floats


def draw_noise(n_rows: int, seed: Seed = 0) -> Drawn:
    """Return rows of 15 columns that say nothing about the class, which is a coin toss."""
    random = np.random.default_rng(seed)
    columns = _columns(n_rows, random)
    return _drawn(f"noise-{n_rows}", columns, np.full(n_rows, 0.5), random)


def draw_known(n_rows: int, seed: Seed = 0) -> Drawn:
    """Return rows of the same columns, with chances of ``yes`` that depend on three of them.

    The chance is 0.8 where ``a1`` is above 0 and ``b1`` is not ``r``, else 0.6 where ``a2`` is
    above 1, else 0.2.
    """
    random = np.random.default_rng(seed)
    columns = _columns(n_rows, random)
    first, second = columns[0].values, columns[1].values
    likely = (first > 0) & (columns[N_NUMERIC].values != LEVELS.index("r"))
    chance = np.select([likely, second > 1], [0.8, 0.6], 0.2)
    return _drawn(f"known-{n_rows}", columns, chance, random)


def with_classes(table: Table, values: AnyArray) -> Table:
    """Return the same rows with other classes, given as positions among the levels."""
    target = target_of(table)
    target = _nominal(target.name, values, target.levels)
    return Table(table.columns, target, table.name, n_rows=table.n_rows)


def _columns(n_rows: int, random: np.random.Generator) -> tuple[Column, ...]:
    """Draw numbers with one decimal, as people measure them, and words."""
    numbers = random.normal(size=(N_NUMERIC, n_rows)).round(1)
    words = random.integers(len(LEVELS), size=(N_NOMINAL, n_rows))
    return (
        *(Column(f"a{at}", "numeric", values) for at, values in enumerate(numbers, 1)),
        *(_nominal(f"b{at}", values, LEVELS) for at, values in enumerate(words, 1)),
    )


def _drawn(
    name: str,
    columns: Iterable[Column],
    chance: Floats,
    random: np.random.Generator,
    classes: tuple[str, str] = ("no", "yes"),
) -> Drawn:
    target = _nominal("class", random.random(len(chance)) < chance, classes)
    table = Table(tuple(columns), target, name, n_rows=len(chance))
    return Drawn(table, np.column_stack([1.0 - chance, chance]))


# A domain in which wide search finds a fluke, after section 2 of Quinlan & Cameron-Jones (1995).
# Their example is the chess endgame, which is not public: a short rule that holds (R1), a longer
# one with exceptions that is hard to find (R2), and R2 refined until it has no exception in
# training, by tests that mean nothing (R3). Here the same three are made.

SHORT, LONG, IDLE = (0.2, 0.3), (0.7,) * 4, (0.8,) * 30
"""Chance of ``yes`` of the attributes of the short rule, of the long rule, and of no rule."""

FLUKE_CHANCES = (0.97, 0.8, 0.03)
"""Chance of the class ``won`` where the short rule holds, else where the long one does, else."""


def make_fluke(n_rows: int, seed: Seed = 0) -> Table:
    """Return random rows: attributes are ``no`` or ``yes``, the class is ``lost`` or ``won``."""
    random = np.random.default_rng(seed)
    yes = random.random((n_rows, len(SHORT + LONG + IDLE))) < np.array(SHORT + LONG + IDLE)
    short = yes[:, : len(SHORT)].all(axis=1)
    long = yes[:, len(SHORT) : len(SHORT + LONG)].all(axis=1)
    chance = np.select([short, long], FLUKE_CHANCES[:2], FLUKE_CHANCES[2])
    kinds = {"short": SHORT, "long": LONG, "idle": IDLE}
    names = [f"{kind}{n}" for kind, those in kinds.items() for n in range(1, len(those) + 1)]
    columns = [_nominal(*one, ("no", "yes")) for one in zip(names, yes.T, strict=True)]
    return _drawn(f"fluke-{n_rows}", columns, chance, random, ("lost", "won")).table


# Boolean functions in disjunctive normal form, and examples of them: Domingos (1998), section 4.

N_DISJUNCTS = 16  # with disjuncts of five literals they cover roughly half the space
MEAN_LITERALS = 5  # of a disjunct, where there are as many attributes
_MAX_BATCHES = 50  # of random rows to find negatives in before a concept is given up
_FREE = -1
Bits = npt.NDArray[np.int8]


def make_dnf(n_attributes: int, n_train: int, n_test: int, seed: Seed = 0) -> tuple[Table, Table]:
    """Draw a concept of 16 disjuncts and return examples to learn it from and to test on.

    Each attribute is in a disjunct with probability ``5 / n_attributes``, negated or not with
    equal probability. Both tables are half positive and half negative (of an odd number one more
    is negative), and the positives are divided evenly among the disjuncts.

    Where the paper is silent: an empty disjunct is drawn again; positives left over from an even
    division go to disjuncts chosen at random; a positive has the literals of its disjunct and is
    random elsewhere; negatives are random rows that satisfy no disjunct; a concept that leaves
    hardly any negatives is drawn again; rows are in random order.
    """
    if n_attributes < 2:
        raise DataError(f"a concept needs at least 2 attributes, not {n_attributes}")
    rng, negatives = np.random.default_rng(seed), None
    cut = n_train - n_train // 2
    while negatives is None:
        disjuncts = draw_disjuncts(n_attributes, rng)
        negatives = _negatives(disjuncts, cut + n_test - n_test // 2, rng)
    train = _examples(disjuncts, n_train, negatives[:cut], rng)
    return train, _examples(disjuncts, n_test, negatives[cut:], rng)


def draw_disjuncts(n_attributes: int, rng: np.random.Generator) -> Bits:
    """Return the disjuncts of a concept, a line each: 1 a literal, 0 a negated one, -1 none."""
    share = min(1.0, MEAN_LITERALS / n_attributes)
    disjuncts = np.full((N_DISJUNCTS, n_attributes), _FREE, dtype=np.int8)
    for disjunct in disjuncts:
        while np.all(disjunct == _FREE):
            signs = rng.integers(2, size=n_attributes)
            disjunct[:] = np.where(rng.random(n_attributes) < share, signs, _FREE)
    return disjuncts


def satisfied(disjuncts: Bits, rows: Bits) -> npt.NDArray[np.bool_]:
    """Return for each row and each disjunct whether all its literals hold."""
    agrees = (disjuncts == _FREE) | (rows[:, None, :] == disjuncts)
    return np.asarray(agrees.all(axis=2))


def _negatives(disjuncts: Bits, wanted: int, rng: np.random.Generator) -> Bits | None:
    """Draw rows until enough satisfy no disjunct; None if they are too rare."""
    found: list[Bits] = []
    for _ in range(_MAX_BATCHES):
        rows = rng.integers(2, size=(wanted, disjuncts.shape[1]), dtype=np.int8)
        found.append(rows[~satisfied(disjuncts, rows).any(axis=1)])
        if sum(map(len, found)) >= wanted:
            return np.concatenate(found)[:wanted]
    return None


def _examples(disjuncts: Bits, n_rows: int, negatives: Bits, rng: np.random.Generator) -> Table:
    each, left = divmod(n_rows - len(negatives), len(disjuncts))
    extra = rng.choice(len(disjuncts), left, replace=False)
    chosen = disjuncts[np.concatenate([np.repeat(np.arange(len(disjuncts)), each), extra])]
    random = rng.integers(2, size=chosen.shape, dtype=np.int8)
    rows = np.concatenate([np.where(chosen == _FREE, random, chosen), negatives])
    labels = np.repeat([1, 0], [len(chosen), len(negatives)])
    order = rng.permutation(n_rows)
    columns = (
        _nominal(f"x{number}", values, ("false", "true"))
        for number, values in enumerate(rows[order].T, start=1)
    )
    target = _nominal("class", labels[order], ("negative", "positive"))
    return Table(tuple(columns), target, f"dnf-{disjuncts.shape[1]}")
