"""How many rules the default card finds in pure noise, and what it costs on new rows.

    python benchmarks/card_noise.py --seeds 200

Columns and classes are drawn independently of each other. For each number of rows it prints the
mean number of rules, the share of cards with rules, and the log loss on new rows minus that of the
class frequencies.
"""

from __future__ import annotations

import argparse

import numpy as np
from joblib import Parallel, delayed

from conjunct import ScoreCardClassifier

N_COLUMNS = 15


def trial(n_rows: int, seed: int) -> tuple[int, float]:
    """Learn from noise; return the number of rules, and their cost in nats per new row."""
    random = np.random.default_rng(seed)
    X, new = random.normal(size=(2, n_rows, N_COLUMNS))
    y, truth = random.integers(2, size=(2, n_rows))
    card = ScoreCardClassifier(engine="local", promises=False).fit(X, y)
    share = y.mean()
    prior = -np.log(np.where(truth == 1, share, 1 - share)).mean()
    loss = -np.log(card.predict_proba(new)[np.arange(n_rows), truth]).mean()
    return len(card.rules_), float(loss - prior)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    for n_rows in (500, 1000, 2000):
        trials = Parallel(options.jobs)(delayed(trial)(n_rows, s) for s in range(options.seeds))
        rules, losses = np.array(trials).T
        print(
            f"{n_rows:,} rows: {rules.mean():.3f} rules, {100 * (rules > 0).mean():.1f} % with "
            f"rules, log loss {losses.mean():+.4f} (at most {losses.max():+.4f})"
        )


if __name__ == "__main__":
    main()
