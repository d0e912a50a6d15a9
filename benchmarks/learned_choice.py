"""Choose the best way of learning a heuristic, on the training tables only.

    python benchmarks/learned_choice.py --recipes learned final-linear-4

Tables are put into groups, with versions of the same data together. For each group a heuristic is
learned from the rules of all other tables and evaluated on the group by 10-fold cross-validation.
No evaluation table of the study `meta` is read. ``--features`` replaces the features of the
recipes. Classic heuristics are printed for comparison.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed

from conjunct.data import Table
from conjunct.evaluate import Heuristic, as_heuristic
from conjunct.experiments.meta_examples import STUDY
from conjunct.experiments.meta_trials import folds_of, record_examples, validated
from conjunct.experiments.trial import Trial
from conjunct.metalearning.examples import Examples
from conjunct.metalearning.recipes import RECIPES, Recipe
from conjunct.metalearning.recorder import HEURISTICS
from conjunct.metalearning.training import learn_heuristic
from public_tables import add_data_dir, public_table

KIN = (
    *(("glass", "glass2"), ("hypothyroid-3163", "sick-euthyroid"), ("vote", "vote-1")),
    ("monks-1", "monks-2", "monks-3"),
)
"""Versions of the same data."""

N_GROUPS = 9


def groups() -> list[list[str]]:
    """Put all training tables into groups of about equal size, kin in the same group."""
    alone = [name for name in STUDY.tables if not any(name in kin for kin in KIN)]
    found: list[list[str]] = [list(kin) for kin in KIN]
    found += [[] for _ in range(N_GROUPS - len(KIN))]
    for name in alone:
        min(found, key=len).append(name)
    return found


def recorded(folder: Path, name: str) -> list[list]:
    """Return the rules of a table on five pairs of halves."""
    table = public_table(folder, name)
    return [list(record_examples(table, Trial(name, number, 0))) for number in range(5)]


def judged(table: Table, heuristic: Heuristic, seeds: int) -> tuple[float, float]:
    """Return the mean accuracy in percent and number of conditions over the seeds."""
    found = [validated(heuristic, list(folds_of(table, 10, seed))) for seed in range(seeds)]
    return 100 - 100 * np.mean([one["error"] for one in found]), np.mean(
        [one["conditions"] for one in found]
    )


def held_out(examples: Examples, recipe: Recipe) -> dict[str, Heuristic]:
    """Return, for each table, a heuristic that was learned without its group."""
    found = {}
    for group in groups():
        others = [examples.tables.index(name) for name in STUDY.tables if name not in group]
        rules = examples.take(np.isin(examples.table, others))
        learned = learn_heuristic(rules, recipe, with_error=False)
        found |= dict.fromkeys(group, learned)
    return found


def main() -> None:
    """Print one line per heuristic."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    parser.add_argument("--recipes", nargs="*", default=list(RECIPES))
    parser.add_argument("--classic", nargs="*", default=[*HEURISTICS, "m_estimate"])
    parser.add_argument("--features", nargs="*", help="instead of those of the recipes")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    tables = {name: public_table(args.data_dir, name) for name in STUDY.tables}
    rows = Parallel(args.jobs)(delayed(recorded)(args.data_dir, name) for name in STUDY.tables)
    examples = Examples.of(dict(zip(STUDY.tables, rows, strict=True)), HEURISTICS)
    print(
        f"{len(examples):,} rules of {len(tables)} tables; means over tables and {args.seeds} seeds"
    )
    print(f"{'heuristic':20} accuracy  conditions")
    for name in [*args.classic, *args.recipes]:
        if name in RECIPES:
            recipe = RECIPES[name]
            if args.features:
                recipe = replace(recipe, features=tuple(args.features))
            heuristics = held_out(examples, recipe)
        else:
            heuristics = dict.fromkeys(STUDY.tables, as_heuristic(name))
        found = Parallel(args.jobs)(
            delayed(judged)(table, heuristics[name], args.seeds) for name, table in tables.items()
        )
        accuracy, conditions = np.mean(found, axis=0)
        print(f"{name:20} {accuracy:8.2f}  {conditions:10.1f}", flush=True)


if __name__ == "__main__":
    main()
