"""Models of every learner on every public table: save them, or compare two saved runs.

``save`` learns from one half of each table, and writes the model, its error on the other half, its
size and the processor seconds of the fit. Run it with two versions of the package and ``compare``
them: it prints the number of equal models, and how the others change error and size.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
)
from conjunct.data import Table
from public_tables import add_data_dir, public_table

LEARNERS = {
    "card": (ScoreCardClassifier, {}),
    "card-integer": (ScoreCardClassifier, {"points": "integer"}),
    "card-20": (ScoreCardClassifier, {"size": 20}),
    "card-accurate": (ScoreCardClassifier, {"size": "accurate"}),
    "greedy": (LayeredRuleClassifier, {"search": "greedy"}),
    "layered": (LayeredRuleClassifier, {"max_width": 64}),
    "extensive": (LayeredRuleClassifier, {"search": "extensive", "max_width": 32}),
    "exhaustive": (LayeredRuleClassifier, {"search": "exhaustive", "max_conditions": 2}),
    "cn2": (CN2Classifier, {}),
    "cn2-ordered": (CN2Classifier, {"ordered": True}),
    "cn2-poe": (CN2Classifier, {"stopping": "poe"}),
    "seco": (SeCoClassifier, {}),
    "seco-laplace": (SeCoClassifier, {"heuristic": "laplace"}),
    "ripper": (RipperClassifier, {"random_state": 0}),
    "knopf": (KnopfClassifier, {}),
    "tree": (RuleTreeClassifier, {}),
    "tree-reduced": (RuleTreeClassifier, {"pruning": "reduced_error", "random_state": 0}),
    "tree-layered": (
        RuleTreeClassifier,
        {"pruning": "layered", "criterion": "gain_ratio", "binary": True},
    ),
    "tree-rules": (RuleTreeClassifier, {"pruning": None, "max_depth": 8}),
}
LARGE = 12_000
"""Tables with more rows are used only with the learners of `FOR_LARGE`."""
FOR_LARGE = {"card", "card-accurate", "cn2", "ripper", "tree", "tree-layered", "greedy"}
SLOW = {"exhaustive", "layered", "extensive", "cn2-ordered", "knopf", "cn2-poe"}
SLOW_CELLS = 60_000
"""Learners of `SLOW` skip tables with more cells."""


def halves(table: Table, seed: int) -> tuple[Table, Table]:
    """Split the rows at random."""
    order = np.random.default_rng(seed).permutation(table.n_rows)
    middle = table.n_rows // 2
    return table.take(np.sort(order[:middle])), table.take(np.sort(order[middle:]))


def is_wanted(learner: str, table: Table) -> bool:
    """Tell whether to use a learner on a table."""
    cells = table.n_rows * len(table.columns)
    if learner == "exhaustive" and cells > 12_000:
        return False
    if learner in SLOW and cells > SLOW_CELLS:
        return False
    return table.n_rows <= LARGE or learner in FOR_LARGE


def learn_all(folder: Path, name: str, learners: list[str], out: Path, seeds: int) -> str:
    """Learn every model of one table."""
    table = public_table(folder, name)
    for seed in range(seeds):
        train, test = halves(table, seed)
        for learner in learners:
            path = out / f"{name}.{seed}.{learner}.json"
            if path.exists() or not is_wanted(learner, table):
                continue
            kind, params = LEARNERS[learner]
            if hasattr(kind(), "promises"):  # older versions lack it
                params = {**params, "promises": False}
            start = time.process_time()
            try:
                model = kind(**params).fit_table(train)
                rules = model.to_rules() if learner == "tree-rules" else model.rules_
                seconds = time.process_time() - start
                wrong = rules.decide(test) != test.target.values
                proba = rules.predict_proba(test)[np.arange(test.n_rows), test.target.values]
                found = {
                    "error": 100 * float(wrong.mean()),
                    "log_loss": float(-np.log(np.maximum(proba, 1e-3)).mean()),
                    "conditions": rules.n_conditions,
                    "seconds": seconds,
                    "model": json.loads(rules.to_json()),
                }
            except Exception as error:  # one table must not end the run
                found = {"failed": f"{type(error).__name__}: {error}"}
            path.write_text(json.dumps(found))
    return name


def compare(before: Path, after: Path) -> None:
    """Print how two runs differ, for every learner."""
    print("learner         models  equal   error before  after  conditions before   after  seconds")
    for learner in LEARNERS:
        lines = []
        for path in sorted(before.glob(f"*.{learner}.json")):
            if (after / path.name).exists():
                one, other = (json.loads((at / path.name).read_text()) for at in (before, after))
                lines.append((path.name, one, other))
        failed = [name for name, one, other in lines if "failed" in one or "failed" in other]
        lines = [line for line in lines if line[0] not in failed]
        if not lines:
            continue
        equal = sum(one["model"] == other["model"] for _, one, other in lines)
        means = [
            float(np.mean([run[key] for run in runs]))
            for key in ("error", "conditions", "seconds")
            for runs in ([one for _, one, _ in lines], [other for _, _, other in lines])
        ]
        print(
            f"{learner:14s} {len(lines):7d} {equal:6d} {means[0]:13.3f} {means[1]:6.3f}"
            f" {means[2]:18.2f} {means[3]:7.2f} {means[5] / means[4]:8.2f}"
        )
        for name in failed:
            print(f"    failed: {name}")


def main() -> None:
    """Run one of the two commands."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    save = commands.add_parser("save")
    add_data_dir(save)
    save.add_argument("out", type=Path)
    save.add_argument("--learners", default=",".join(LEARNERS))
    save.add_argument("--tables", default=None, help="default: all in the data folder")
    save.add_argument("--seeds", type=int, default=1, help="divisions of each table")
    save.add_argument("--jobs", type=int, default=2)
    both = commands.add_parser("compare")
    both.add_argument("before", type=Path)
    both.add_argument("after", type=Path)
    args = parser.parse_args()
    if args.command == "compare":
        compare(args.before, args.after)
        return
    args.out.mkdir(parents=True, exist_ok=True)
    names = sorted(args.data_dir.glob("*.arff"), key=lambda path: -path.stat().st_size)
    tables = args.tables.split(",") if args.tables else [path.stem for path in names]
    learners = args.learners.split(",")
    work = (delayed(learn_all)(args.data_dir, t, learners, args.out, args.seeds) for t in tables)
    for name in Parallel(args.jobs, return_as="generator_unordered")(work):
        print(name, flush=True)


if __name__ == "__main__":
    main()
