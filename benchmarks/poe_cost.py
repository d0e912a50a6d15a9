"""The cost of process-oriented stopping in a fit of CN2.

Every evaluation of whether a search should have ended is timed inside the fit, with the caches as
the search leaves them, and the cost of the clock is subtracted. The result is the processor time of
the evaluations divided by that of the rest of the fit, in the fastest of several fits.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import process_time_ns
from unittest import mock

from conjunct import CN2Classifier
from conjunct.choose import ProcessOriented, Stage
from conjunct.data import Table
from fastest import REPEATS
from public_tables import add_data_dir, public_table


def clock_cost() -> float:
    """Return the nanoseconds that reading the clock adds to a time."""
    return min(-process_time_ns() + process_time_ns() for _ in range(1000))


@dataclass
class Cost:
    """Processor time of one fit and of its evaluations, in nanoseconds."""

    fit: int = 0
    calls: list[int] = field(default_factory=list)
    rounds: int = 0

    @property
    def evaluation(self) -> float:
        """Time of all evaluations."""
        return sum(self.calls) - clock_cost() * len(self.calls)

    @property
    def rest(self) -> float:
        """Time of the fit without evaluations, and without the clock before and after each."""
        return self.fit - sum(self.calls) - clock_cost() * len(self.calls)


def measured(learner: CN2Classifier, table: Table) -> Cost:
    """Return the cost of a fit and its evaluations."""
    cost = Cost()
    last = ProcessOriented.last

    def timed(ending: ProcessOriented, stages: Sequence[Stage]) -> int:
        start = process_time_ns()
        stage = last(ending, stages)
        cost.calls.append(process_time_ns() - start)
        cost.rounds += len(stages) - 1
        return stage

    with mock.patch.object(ProcessOriented, "last", timed):
        start = process_time_ns()
        learner.fit_table(table)
        cost.fit = process_time_ns() - start
    return cost


def main() -> None:
    """Print one line for each table and beam width."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    parser.add_argument("--tables", default="credit-a,kr-vs-kp,soybean,breast-cancer-4c,diabetes")
    parser.add_argument("--widths", default="1,5,20")
    args = parser.parse_args()
    print("table              width searches rounds   rest ms evaluation ms  adds")
    for name in args.tables.split(","):
        table = public_table(args.data_dir, name)
        for width in map(int, args.widths.split(",")):
            learner = CN2Classifier(stopping="poe", beam_width=width, promises=False)
            cost = min((measured(learner, table) for _ in range(REPEATS)), key=lambda one: one.fit)
            print(
                f"{name:18s} {width:5d} {len(cost.calls):8d} {cost.rounds:6d} "
                f"{cost.rest / 1e6:9.1f} {cost.evaluation / 1e6:13.2f} "
                f"{cost.evaluation / cost.rest:5.1%}",
                flush=True,
            )


if __name__ == "__main__":
    main()
