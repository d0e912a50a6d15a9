"""Layered search up to a width beside a single beam of that width: covers counted, and time.

Every width is run (no patience), on the first rule of each class of half a table.
"""

from __future__ import annotations

import argparse
from functools import partial

from conjunct.count import LocalEngine
from conjunct.cover import RuleSearch
from conjunct.encode import encode
from conjunct.evaluate import Laplace
from conjunct.experiments.split import halves
from conjunct.search import BeamSearch, Language, LayeredSearch, Limits, Spaces
from fastest import fastest
from public_tables import add_data_dir, public_table


def find_rule(search: RuleSearch, spaces: Spaces) -> None:
    """Search for one rule in a fresh space."""
    search.find(spaces.open())


def main() -> None:
    """Print one line a table, class and width."""
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
        coded = encode(table.take(halves(table, 0)[0]))
        language = Language(coded.columns, Limits())
        heuristic = Laplace(len(coded.classes))
        for head in range(len(coded.classes)):
            engine = LocalEngine(coded)
            engine.begin(head)
            spaces = Spaces(engine, language, heuristic)
            for width in map(int, args.widths.split(",")):
                both = []
                for search in (LayeredSearch(width, patience=99), BeamSearch(width)):
                    before = engine.n_covers_counted
                    find = partial(find_rule, search, spaces)
                    find()
                    covers = engine.n_covers_counted - before
                    ms = fastest(find)
                    both.append((covers, ms))
                (covers, ms), (one_covers, one_ms) = both
                print(
                    f"{name:12s} {head:5d} {width:5d} {covers:12d}/{one_covers:6d} "
                    f"{covers / one_covers:7.2f} {ms:9.2f}/{one_ms:7.2f} {ms / one_ms:5.2f}"
                )


if __name__ == "__main__":
    main()
