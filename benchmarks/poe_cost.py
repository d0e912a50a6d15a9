"""What process-oriented evaluation would add to a fit: its time over the time of the fit.

Every round of every search of a fit is evaluated by equation 15, one call a round as a search that
stops by it would, and in one call for all of them. The rounds are those of a fit without it, so
they are more than a search that stops early would have.
"""

from __future__ import annotations

import argparse

import numpy as np

from conjunct import LayeredRuleClassifier
from conjunct.choose import poe_error_mean
from conjunct.model import SearchRecord
from fastest import fastest
from public_tables import add_data_dir, public_table


def evaluations(record: SearchRecord) -> list[tuple[float, float, float]]:
    """Return mean cover, error rate and number of rules tried up to each round of a search."""
    scored = np.cumsum([one.scored for one in record.rounds])
    covered = np.cumsum([one.scored * one.mean_covered for one in record.rounds])
    rate = record.errors / record.covered if record.covered else 0.0
    return [
        (cover / tried, rate, float(tried))
        for cover, tried in zip(covered.tolist(), scored.tolist(), strict=True)
        if tried
    ]


def main() -> None:
    """Print one line a table and beam width."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    parser.add_argument("--tables", default="credit-a,kr-vs-kp,soybean,breast-cancer-4c,diabetes")
    parser.add_argument("--widths", default="1,5,20")
    args = parser.parse_args()
    head = f"{'table':18s} {'width':>5s} {'fit ms':>8s} {'rounds':>6s}"
    print(f"{head} {'one by one':>16s} {'together':>16s}")
    for name in args.tables.split(","):
        table = public_table(args.data_dir, name)
        for width in map(int, args.widths.split(",")):
            learner = LayeredRuleClassifier(search="extensive", max_width=width)
            fit = fastest(lambda learner=learner, table=table: learner.fit_table(table))
            calls = [call for record in learner.search_record_ for call in evaluations(record)]
            one_by_one = fastest(lambda calls=calls: [poe_error_mean(*call) for call in calls])
            columns = np.array(calls).T
            together = fastest(lambda columns=columns: poe_error_mean(*columns))
            print(
                f"{name:18s} {width:5d} {fit:8.1f} {len(calls):6d} "
                f"{one_by_one:7.2f} ({one_by_one / fit:6.1%}) "
                f"{together:7.2f} ({together / fit:6.1%})"
            )


if __name__ == "__main__":
    main()
