"""Layered search up to a width beside a single beam of that width: covers counted, and time.

Every width is run (without patience) on the first rule of each class of half a table, with the
plain beams of the NumPy engine.
"""

from __future__ import annotations

import argparse
from functools import partial

from conjunct.choose import LayeredCriterion
from conjunct.count import Channels, Counts, NumpyEngine, one_class
from conjunct.encode import encode
from conjunct.evaluate import Laplace
from conjunct.experiments.trial import halves
from conjunct.search.language import Language, Limits
from conjunct.search.layered import BeamSearch, LayeredSearch
from conjunct.search.rule_problem import RuleProblem
from conjunct.types import Ints
from fastest import fastest
from public_tables import add_data_dir, public_table


class CountedEngine(NumpyEngine):
    """An engine that records the number of covers it has counted."""

    n_counted = 0

    def count(self, covers: Ints, channels: Channels) -> Counts:
        """Count, and record the number of covers."""
        self.n_counted += len(covers)
        return super().count(covers, channels)


def main() -> None:
    """Print one line for each table, class and width."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    parser.add_argument("--tables", default="diabetes,kr-vs-kp")
    parser.add_argument("--widths", default="8,64,512")
    args = parser.parse_args()
    print(
        f"{'table':12s} {'class':>5s} {'width':>5s} {'covers':>13s} {'ratio':>6s} {'ms':>15s} ratio"
    )
    for name in args.tables.split(","):
        table = public_table(args.data_dir, name)
        engine = CountedEngine(encode(table.take(halves(table, 0)[0])))
        language = Language(engine.columns, Limits())
        for head in range(engine.n_classes):
            channels = one_class(head, engine.n_classes)
            heuristic = Laplace(engine.n_classes)
            problem = RuleProblem(engine, engine.root(), channels, language, heuristic)
            for width in map(int, args.widths.split(",")):
                both = []
                for search in (
                    LayeredSearch(width, criterion=LayeredCriterion(patience=99)),
                    BeamSearch(width),
                ):
                    before = engine.n_counted
                    search.find(problem)
                    covers = engine.n_counted - before
                    both.append((covers, fastest(partial(search.find, problem))))
                (covers, ms), (one_covers, one_ms) = both
                print(
                    f"{name:12s} {head:5d} {width:5d} {covers:12d}/{one_covers:6d} "
                    f"{covers / one_covers:7.2f} {ms:9.2f}/{one_ms:7.2f} {ms / one_ms:5.2f}"
                )


if __name__ == "__main__":
    main()
