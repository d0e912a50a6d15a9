"""One trial of the noise study: KNOPF by three measures on samples that grow and get noisier.

What Pfahringer (1995), section 2, says of MDL measures: what they do where the class to be learned
is in the majority or minority, where classes are noisy, and where there are many examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from conjunct.choose import CheapestTheory
from conjunct.choose.theories import MEASURES, Measure, theory_cost
from conjunct.count.engines import FASTEST, make_engine
from conjunct.cover.knopf import Knopf, Theory
from conjunct.data import Column, Table
from conjunct.encode import encode
from conjunct.errors import DataError
from conjunct.experiments.made_tables import make_dnf
from conjunct.experiments.study import Row, Trial
from conjunct.experiments.tables import missing_in
from conjunct.model import RuleList
from conjunct.model.condition import Missing
from conjunct.search.language import Limits
from conjunct.types import Flags, Floats, Ints

NOISE = (0, 10, 20, 30, 40)
"""Per cent of the training rows whose class is flipped."""

SHARES: Mapping[str, float] = {"minority": 0.25, "even": 0.5, "majority": 0.75}
"""Share of the class that is learned among the training rows, before noise."""

SIZES = (30, 120, 480, 1920)
"""Training rows; only those that a table has enough rows for are used."""

POOL = 2 / 3
"""Of the rows of each class, the part that training samples are drawn from; others are tested."""

N_DNF = 4400
"""Rows of a generated domain: enough for the largest sample."""

CLASSES = ("other", "learned")


@dataclass(frozen=True, eq=False)
class KnopfProblem:
    """A table as a problem of two classes, its rows in random order."""

    table: Table
    pools: tuple[Ints, Ints]
    tests: tuple[Ints, Ints]
    luck: Floats
    missing: Missing = "fails"

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

    def rates(self, theory: RuleList) -> tuple[float, float]:
        """Return the share of the test rows of each class that are called the learned one."""
        calls = [theory.decide(self.table.take(rows)).mean() for rows in self.tests]
        return float(calls[0]), float(calls[1])


def problem_of(table: Table, trial: Trial) -> KnopfProblem:
    """Return the problem of a trial: the rarest class against the others, rows in random order.

    A domain in disjunctive normal form, such as ``dnf-20``, is generated anew for each trial.
    """
    seed = (trial.seed, trial.number, len(table.columns))
    if trial.table.startswith("dnf-"):
        table, _ = make_dnf(len(table.columns), N_DNF, 0, seed)
    if table.target is None:
        raise DataError(f"{trial.table} has no target; read it with one to learn it")
    counts = np.bincount(table.target.values, minlength=len(table.target.levels))
    occurring = np.flatnonzero(counts)
    rarest = int(occurring[::-1][counts[occurring[::-1]].argmin()])
    table = _with_classes(table, table.target.values == rarest)
    rng = np.random.default_rng(seed)
    order = rng.permutation(table.n_rows)
    learned = _is_learned(table)[order]
    both = order[~learned], order[learned]
    cuts = [round(POOL * len(rows)) for rows in both]
    problem = KnopfProblem(
        table,
        (both[0][: cuts[0]], both[1][: cuts[1]]),
        (np.sort(both[0][cuts[0] :]), np.sort(both[1][cuts[1] :])),
        rng.random(table.n_rows),
        missing_in(trial),
    )
    if not problem.sizes():
        raise DataError(
            f"{trial.table} has {counts[rarest]} rows of its rarest class, too few for samples "
            f"of {SIZES[0]} rows; give a larger table"
        )
    return problem


def noisy_theories(table: Table, trial: Trial) -> list[Row]:
    """Learn the rarest class of a table by each measure, at every size, share and noise.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> rows = noisy_theories(shipped_table(), Trial("penguins", 0, 0))
    >>> len(rows), sorted({row["size"] for row in rows})
    (90, [30])
    """
    return list(_results(problem_of(table, trial)))


def _results(problem: KnopfProblem) -> Iterator[Row]:
    for size in problem.sizes():
        for name, share in SHARES.items():
            for noise in NOISE:
                sample = problem.sample(size, share, noise)
                for measure in MEASURES:
                    theories = learn_theories(sample, measure, problem.missing)
                    exact = [theory for theory in theories if theory.pruning != "p - n"]
                    for choice, best in (("all", theories[0]), ("exact", exact[0])):
                        rates = problem.rates(_as_list(best, sample, problem.missing))
                        yield {
                            "size": size,
                            "share": name,
                            "noise": noise,
                            "measure": measure,
                            "choice": choice,
                            **_facts(best, share, rates),
                        }


def _facts(theory: Theory, share: float, rates: tuple[float, float]) -> Row:
    false_alarms, hits = rates
    return {
        "strategy": theory.pruning if theory.rules else "no rules",
        "rules": len(theory.rules),
        "conditions": theory.n_conditions,
        "error": share * (1 - hits) + (1 - share) * false_alarms,
        "called": share * hits + (1 - share) * false_alarms,
    }


def learn_theories(sample: Table, measure: Measure, missing: Missing) -> list[Theory]:
    """Return the theories of rules for the learned class, as in the paper; the cheapest first."""
    knopf = Knopf(CheapestTheory(theory_cost(measure)), Limits(("=", "<=", ">")))
    return knopf.theories(make_engine(FASTEST, encode(sample, missing)), heads=(1,))


def _as_list(theory: Theory, sample: Table, missing: Missing) -> RuleList:
    learned = int(_is_learned(sample).sum())
    left = theory.left if any(theory.left) else (sample.n_rows - learned, learned)
    return RuleList(
        rules=tuple(theory.rules),
        classes=CLASSES,
        default=int(np.argmax(left)),
        class_counts=(sample.n_rows - learned, learned),
        kinds={column.name: column.kind for column in sample.columns},
        missing=missing,
        reached=True,
    )


def _is_learned(table: Table) -> Flags:
    assert table.target is not None
    learned: Flags = table.target.values == 1
    return learned


def _with_classes(table: Table, learned: Flags) -> Table:
    target = Column("class", "nominal", learned.astype(np.int32), CLASSES)
    return replace(table, target=target)
