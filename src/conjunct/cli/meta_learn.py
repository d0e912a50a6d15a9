"""`conjunct meta-learn`: learn a heuristic from your own tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conjunct.cli.interrupts import INTERRUPTED, Interrupts
from conjunct.cli.option import argument, option
from conjunct.cli.options import AsJson, Jobs
from conjunct.cli.progress import TrialProgress, announce_compilation
from conjunct.cli.reproduce import STORE
from conjunct.cli.streams import inform, note, say, say_json
from conjunct.cli.study_plans import read_names
from conjunct.errors import DataError

if TYPE_CHECKING:
    from conjunct.evaluate import LearnedHeuristic
    from conjunct.experiments.runner import Plan
    from conjunct.experiments.study import Results

EXAMPLES = """\b
Examples:
  conjunct meta-learn tables --out mine.json
  conjunct meta-learn tables --tables loans,churn --repeats 10 --out mine.json
  conjunct meta-learn tables --recipe precision-linear --out linear.json
"""


def meta_learn(
    folder: Annotated[
        Path,
        argument(
            "FOLDER",
            "Folder of tables to learn from, such as loans.csv; the last column is the class.",
        ),
    ],
    *,
    out: Annotated[Path, option("FILE", "Write the heuristic to this file.")],
    recipe: Annotated[
        str,
        option(
            "NAME",
            "What to predict and how; an unknown name lists all recipes. The default is the "
            "recipe of the learned heuristic that comes with the package.",
        ),
    ] = "learned",
    tables: Annotated[str | None, option("A,B,…", "Tables to use; all by default.")] = None,
    repeats: Annotated[int, option("N", "How often each table is split in half.", min=1)] = 5,
    seed: Annotated[int, option("N", "Seed for the splits.", min=0)] = 0,
    keep: Annotated[Path, option("DIR", "Folder for the results of finished tables.")] = Path(
        "conjunct-studies"
    ),
    as_json: AsJson = False,
    jobs: Jobs = None,
) -> None:
    """Learn a heuristic from your own tables.

    Each table is split in half several times. Rules are learned on one half and counted on the
    other. A regression learns to predict how a rule does on the second half from its counts on the
    first. Use the result with SeCoClassifier(heuristic="mine.json"). If a run is interrupted, the
    same command continues where it stopped.
    """
    _check_recipe(recipe)
    plan = _plan(folder, tables, repeats, seed)
    results = _recorded(plan, keep, jobs)
    learned = _learned(results, recipe, seed)
    learned.save(out)
    inform(f"written to {out}")
    if as_json:
        say_json({"out": str(out), "recipe": recipe, "heuristic": json.loads(learned.to_json())})
    else:
        _print_heuristic(learned, out)


def _check_recipe(name: str) -> None:
    from conjunct.metalearning.recipes import RECIPES

    if name not in RECIPES:
        raise typer.BadParameter(
            f"there is no recipe {name!r}; the recipes are {', '.join(RECIPES)}",
            param_hint="'--recipe'",
        )


def _plan(folder: Path, asked: str | None, repeats: int, seed: int) -> Plan:
    from conjunct.experiments.meta_examples import STUDY
    from conjunct.experiments.runner import Plan
    from conjunct.experiments.sources import find_tables
    from conjunct.experiments.tables import table_files

    names = tuple(table_files(folder)) if asked is None else read_names(asked)
    if not names:
        raise DataError(f"{folder} holds no table; put files such as loans.csv there")
    found = find_tables(names, folder, bundled=False)
    if found.absent:
        raise DataError("; ".join(found.notes))
    for _, table in found.tables:
        for text in table.notes:
            note(text)
    return Plan(STUDY, found, repeats, seed)


def _recorded(plan: Plan, keep: Path, jobs: int | None) -> Results:
    from conjunct.experiments.runner import run_study
    from conjunct.experiments.store import Store

    announce_compilation()
    with Store(keep / STORE) as store, Interrupts() as interrupts:
        try:
            with TrialProgress("rules on unseen rows") as progress:
                return run_study(plan, store, jobs or -1, progress)
        except (Exception, KeyboardInterrupt) as error:
            if not interrupts.explain(error):
                raise
            inform("\ninterrupted; the same command continues from here")
            raise typer.Exit(INTERRUPTED) from None


def _learned(results: Results, recipe: str, seed: int) -> LearnedHeuristic:
    from conjunct.metalearning.examples import Examples
    from conjunct.metalearning.recipes import RECIPES
    from conjunct.metalearning.recorder import HEURISTICS
    from conjunct.metalearning.training import learn_heuristic

    inform("learning from the recorded rules…")
    return learn_heuristic(Examples.of(results.rows, HEURISTICS), RECIPES[recipe], seed)


def _print_heuristic(learned: LearnedHeuristic, out: Path) -> None:
    training = learned.training
    assert training is not None
    n_tables = len(training.tables)
    say(
        f"Learned from {training.examples:,} rules of {n_tables} table{'s' * (n_tables != 1)} by "
        f"{training.learner}; mean absolute error of the predicted {learned.target} "
        f"{training.mean_absolute_error:.3f}."
    )
    say(learned.formula())
    say(f"\nNext: conjunct learn TABLE --learner seco --set heuristic={out}")
