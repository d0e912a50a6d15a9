"""Round trips and bytes of every learner, with the rows in two parts in separate processes.

Times do not matter here: the counts are the same on every machine. A trip is one message to every
part and the answer of each. ``--rows 1700000`` draws that many rows of the shipped table, with
repetitions: more bytes than are brought here (`conjunct.count.sites.MOST_BYTES`).
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

import numpy as np

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
)
from conjunct.count.partitioned import PartitionedEngine
from conjunct.count.processes import Processes
from conjunct.data import Table, shipped_table
from public_tables import add_data_dir, public_table

LEARNERS: dict[str, Any] = {
    "tree": RuleTreeClassifier,
    "SeCo": SeCoClassifier,
    "KNOPF": KnopfClassifier,
    "CN2": CN2Classifier,
    "layered": partial(LayeredRuleClassifier, max_width=64),
    "RIPPER": partial(RipperClassifier, random_state=0),
    "card of 5": partial(ScoreCardClassifier, size=5),
    "card": ScoreCardClassifier,
}


def traffic(learner: str, table: Table, n_parts: int) -> tuple[int, PartitionedEngine]:
    """Learn without repetitions; return the number of rules, and the engine."""
    made: list[PartitionedEngine] = []

    def engine(coded: Any) -> PartitionedEngine:
        made.append(Processes(n_parts)(coded))
        return made[-1]

    model = LEARNERS[learner](engine=engine, promises=False).fit_table(table)
    return len(model.rules_), made[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", help="a public table; without it the shipped one")
    parser.add_argument("--rows", type=int, help="draw this many rows, with repetitions")
    parser.add_argument("--parts", type=int, default=2)
    parser.add_argument("--learners", nargs="+", choices=LEARNERS, default=list(LEARNERS))
    add_data_dir(parser)
    given = parser.parse_args()
    table = public_table(given.data_dir, given.table) if given.table else shipped_table()
    if given.rows:
        drawn = np.random.default_rng(1).integers(0, table.n_rows, given.rows)
        table = table.take(np.sort(drawn))
    print(f"{table.name}: {table.n_rows} rows, {given.parts} parts")
    print(f"{'learner':12}{'rules':>6}{'trips':>8}{'a rule':>8}{'bytes sent':>12}{'received':>12}")
    for learner in given.learners:
        n_rules, engine = traffic(learner, table, given.parts)
        trips, sent, received = (
            engine.traffic.trips,
            engine.traffic.sent,
            engine.traffic.received,
        )
        print(
            f"{learner:12}{n_rules:6}{trips:8}{trips / max(n_rules, 1):8.1f}"
            f"{sent:12,}{received:12,}",
            flush=True,
        )


if __name__ == "__main__":
    main()
