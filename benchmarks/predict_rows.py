"""Rows per second that a card, a list and a set of 20 rules of 3 conditions predict.

    python benchmarks/predict_rows.py --rows 1000000

A scikit-learn tree on the same numbers and DuckDB with the query of the card are measured, too.
Each runs several times in one process; the shortest time counts. Ratios are to the card on a frame.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import duckdb
import numpy as np
import pandas as pd
from sklearn.tree import DecisionTreeClassifier

from conjunct.model import Condition, Rule, RuleList, RuleSet, ScoreCard, ScoredRule, SearchRecord

NUMBERS = [f"n{number}" for number in range(8)]
TEXTS = [f"c{number}" for number in range(4)]
LEVELS = list("abcdefgh")
RECORD = SearchRecord("beam", 5, 48, 2, 7, 12, 2)


def rows(n_rows: int) -> pd.DataFrame:
    """Return eight columns of numbers and four of categories."""
    random = np.random.default_rng(0)
    frame = {name: random.normal(size=n_rows) for name in NUMBERS}
    codes = {name: random.integers(0, len(LEVELS), n_rows) for name in TEXTS}
    levels = {name: pd.Categorical.from_codes(own, LEVELS) for name, own in codes.items()}
    return pd.DataFrame({**frame, **levels})


def body(number: int) -> tuple[Condition, ...]:
    """Return two conditions on numbers and one on a category."""
    random = np.random.default_rng(number)
    low, high = random.choice(NUMBERS, 2, replace=False)
    return (
        Condition(low, "<=", round(float(random.normal(0.8)), 2)),
        Condition(high, ">", round(float(random.normal(-0.8)), 2)),
        Condition(random.choice(TEXTS), random.choice(["=", "!="]), random.choice(LEVELS)),
    )


def theories() -> dict[str, ScoreCard | RuleList | RuleSet]:
    """Return a card, a list and a set of the same twenty bodies."""
    bodies = [body(number) for number in range(20)]
    kinds = {**dict.fromkeys(NUMBERS, "numeric"), **dict.fromkeys(TEXTS, "nominal")}
    plain = tuple(Rule(one, n % 2, (20, 100 + n), RECORD) for n, one in enumerate(bodies))
    scored = [
        ScoredRule(one, 1, (20, 100), RECORD, points=(0, (-1) ** n * (1 + n % 5)))
        for n, one in enumerate(bodies)
    ]
    facts = ("a", "b"), (3100, 1200), kinds
    return {
        "card": ScoreCard.of(scored, *facts, base=(0, -1)),
        "list": RuleList(plain, ("a", "b"), 0, (3100, 1200), kinds),
        "set": RuleSet(plain, ("a", "b"), 0, (3100, 1200), kinds),
    }


def shortest(work: Callable[[], object], repeats: int) -> tuple[float, float]:
    """Return the shortest processor time and the shortest wall-clock time."""
    work()
    times = []
    for _ in range(repeats):
        wall, start = time.perf_counter(), time.process_time()
        work()
        times.append((time.process_time() - start, time.perf_counter() - wall))
    return min(one for one, _ in times), min(one for _, one in times)


def main() -> None:
    """Print one line for each way to predict."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    frame, models = rows(args.rows), theories()
    codes = {name: frame[name].cat.codes for name in TEXTS}
    numbers = frame.assign(**codes).to_numpy(np.float32)
    labels = models["card"].predict(frame)
    some = slice(0, 50_000)
    tree = DecisionTreeClassifier(max_leaf_nodes=60, random_state=0)
    tree.fit(numbers[some], labels[some])
    connection = duckdb.connect()
    connection.register("frame", frame)
    connection.execute("CREATE TABLE given AS SELECT * FROM frame")
    query = f"SELECT prediction FROM ({models['card'].to_sql('duckdb', 'given')})"
    work: dict[str, Callable[[], object]] = {}
    for name, model in models.items():
        table = model.table_of(frame)
        work |= {
            f"{name}, frame": lambda model=model: model.predict(frame),
            f"{name}, table": lambda model=model, table=table: model.predict(table),
            f"{name}, probabilities": lambda model=model: model.predict_proba(frame),
        }
    work["scikit-learn's tree, float32"] = lambda: tree.predict(numbers)
    work["DuckDB, SQL of the card"] = lambda: connection.execute(query).fetchnumpy()
    first = None
    print(f"{args.rows:,} rows           million rows a processor s   a second   ratio of times")
    for name, one in work.items():
        spent, wall = shortest(one, args.repeats)
        first = first or spent
        rates = args.rows / spent / 1e6, args.rows / wall / 1e6
        print(f"{name:32s} {rates[0]:14.1f} {rates[1]:10.1f} {spent / first:16.2f}")


if __name__ == "__main__":
    main()
