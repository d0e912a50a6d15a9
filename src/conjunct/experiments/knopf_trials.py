"""One trial of the noise study: KNOPF by three measures on samples that grow and get noisier.

What Pfahringer (1995), section 2, says of MDL measures: what they do where the class to be learned
is in the majority or minority, where classes are noisy, and where there are many examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from conjunct.choose import CheapestTheory
from conjunct.choose.theories import MEASURES, Measure, theory_cost
from conjunct.count.engines import FASTEST, make_engine
from conjunct.cover.knopf import Knopf, Theory
from conjunct.data import Column, Table
from conjunct.encode import encode
from conjunct.errors import DataError
from conjunct.experiments.made_tables import make_dnf
from conjunct.experiments.tables import target_of
from conjunct.experiments.trial import Row, Trial
from conjunct.model.condition import Missing, body_cover
from conjunct.search.language import Limits
from conjunct.types import Flags, Floats, Ints

NOISE = (0, 10, 20, 30, 40)  # per cent of the training rows whose class is flipped
SHARES: Mapping[str, float] = {"minority": 0.25, "even": 0.5, "majority": 0.75}
"""Share of the class that is learned among the training rows, before noise."""

SIZES = (30, 120, 480, 1920)  # training rows, where a table has enough rows for them
POOL = 2 / 3  # of the rows of each class, for training samples; the others are tested
N_DNF = 4400  # rows of a generated domain: enough for the largest sample
CLASSES = ("other", "learned")


@dataclass(frozen=True, eq=False)
class KnopfProblem:
    """A table as a problem of two classes: rows to draw samples from and to test, in random order.

    `luck` says of each row at which noise its class is flipped.
    """

    table: Table
    pools: list[Ints]
    tests: list[Ints]
    luck: Floats

    def sizes(self) -> list[int]:
        """Return the sample sizes that every share can be drawn of."""
        largest = max(SHARES.values())
        return [size for size in SIZES if round(size * largest) <= min(map(len, self.pools))]

    def sample(self, size: int, share: float, noise: int) -> Table:
        """Return training rows; a larger or noisier sample contains the smaller or cleaner one."""
        n_learned = round(size * share)
        rows = np.concatenate((self.pools[0][: size - n_learned], self.pools[1][:n_learned]))
        sample = self.table.take(np.sort(rows))
        turned = self.luck[np.sort(rows)] < noise / 100
        return _with_classes(sample, _is_learned(sample) ^ turned)

    def rates(self, theory: Theory, sample: Table, missing: Missing) -> list[float]:
        """Return the share of the test rows of each class that are called the learned one."""
        learned, shares = int(_is_learned(sample).sum()), []
        left = theory.left if any(theory.left) else (sample.n_rows - learned, learned)
        for table in map(self.table.take, self.tests):
            called = np.full(table.n_rows, int(np.argmax(left)) == 1)
            for rule in theory.rules:
                called |= body_cover(rule.conditions, table, missing)
            shares.append(float(called.mean()))
        return shares


def problem_of(table: Table, trial: Trial) -> KnopfProblem:
    """Return the problem of a trial: the rarest class against the others, rows in random order.

    A domain in disjunctive normal form, such as ``dnf-20``, is generated anew for each trial.
    """
    seed = (trial.seed, trial.number, len(table.columns))
    if trial.table.startswith("dnf-"):
        table, _ = make_dnf(len(table.columns), N_DNF, 0, seed)
    target = target_of(table)
    counts = np.bincount(target.values, minlength=len(target.levels))
    occurring = np.flatnonzero(counts)[::-1]
    rarest = int(occurring[counts[occurring].argmin()])
    table = _with_classes(table, target.values == rarest)
    rng = np.random.default_rng(seed)
    order = rng.permutation(table.n_rows)
    learned = _is_learned(table)[order]
    both = [(rows, round(POOL * len(rows))) for rows in (order[~learned], order[learned])]
    pools, tests = [rows[:cut] for rows, cut in both], [np.sort(rows[cut:]) for rows, cut in both]
    problem = KnopfProblem(table, pools, tests, rng.random(table.n_rows))
    if not problem.sizes():
        raise DataError(
            f"{trial.table} has {counts[rarest]} rows of its rarest class, too few for samples "
            f"of {SIZES[0]} rows; give a larger table"
        )
    return problem


def noisy_theories(table: Table, trial: Trial) -> Iterator[Row]:
    """Learn the rarest class of a table by each measure, at every size, share and noise."""
    problem, missing = problem_of(table, trial), trial.missing
    for size, (name, share), noise in product(problem.sizes(), SHARES.items(), NOISE):
        sample = problem.sample(size, share, noise)
        for measure in MEASURES:
            theories = _theories(sample, measure, missing)
            exact = [theory for theory in theories if theory.pruning != "p - n"]
            for choice, best in (("all", theories[0]), ("exact", exact[0])):
                false_alarms, hits = problem.rates(best, sample, missing)
                yield {
                    "size": size,
                    "share": name,
                    "noise": noise,
                    "measure": measure,
                    "choice": choice,
                    "strategy": best.pruning if best.rules else "no rules",
                    "rules": len(best.rules),
                    "conditions": best.n_conditions,
                    "error": share * (1 - hits) + (1 - share) * false_alarms,
                    "called": share * hits + (1 - share) * false_alarms,
                }


def _theories(sample: Table, measure: Measure, missing: Missing) -> list[Theory]:
    """Return the theories of rules for the learned class, as in the paper; the cheapest first."""
    knopf = Knopf(CheapestTheory(theory_cost(measure)), Limits(("=", "<=", ">")))
    return knopf.theories(make_engine(FASTEST, encode(sample, missing)), heads=(1,))


def _is_learned(table: Table) -> Flags:
    return np.asarray(target_of(table).values == 1)


def _with_classes(table: Table, learned: Flags) -> Table:
    target = Column("class", "nominal", learned.astype(np.int32), CLASSES)
    return replace(table, target=target)
