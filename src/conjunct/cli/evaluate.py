"""`conjunct evaluate`: compare learners by cross-validation, or check a model on new rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from conjunct.cli.comparing import ComparisonPlan, compared, print_comparison
from conjunct.cli.large_tables import MemoryLimit
from conjunct.cli.learners import (
    COMPARED,
    LAYERED,
    Learner,
    LearnerNames,
    Options,
    Parameters,
    read_learners,
)
from conjunct.cli.measure_table import Metrics, Positive, read_metrics
from conjunct.cli.new_rows import NewRows, evaluate_model
from conjunct.cli.option import option
from conjunct.cli.options import (
    AsJson,
    Jobs,
    MissingCells,
    ReadingToLearn,
    read_searches,
)
from conjunct.cli.source import SourceToLearn
from conjunct.cli.streams import say, say_json

EXAMPLES = """\b
Examples:
  conjunct evaluate                                     the shipped table
  conjunct evaluate loans.csv --target status
  conjunct evaluate vote.arff --learner card --cv 5 --json
  conjunct evaluate vote.arff --learner card,layered,cn2 --set max_conditions=2
  conjunct evaluate vote.arff --learner layered --search greedy,extensive
  conjunct evaluate loans.csv --target status --metric auc --metric recall --positive bad
  conjunct evaluate --model loans.json new.csv          a saved model on rows it has not seen
"""

FOLDS = 10
SEARCHES = "greedy,layered,extensive"
"""Searches to compare if layered is the only learner and no search is given."""


def evaluate(
    *,
    wanted: SourceToLearn,
    learner: LearnerNames = None,
    parameters: Parameters = None,
    model: Annotated[
        Path | None,
        option(
            "FILE", "Measure this saved model on the TABLE instead, and check each of its rules."
        ),
    ] = None,
    metric: Metrics = None,
    positive: Positive = None,
    cv: Annotated[int | None, option("N", f"Number of folds; {FOLDS} by default.", min=2)] = None,
    search: Annotated[
        str | None,
        option(
            "A,B,…",
            "For layered: the searches to compare, out of greedy, layered, extensive and "
            "exhaustive. The first three by default, if layered is the only learner.",
        ),
    ] = None,
    missing: MissingCells = None,
    reading: ReadingToLearn,
    seed: Annotated[
        int | None, option("N", "Seed for the assignment of rows to folds; 0 by default.", min=0)
    ] = None,
    as_json: AsJson = False,
    jobs: Jobs = None,
    memory_limit: MemoryLimit = None,
) -> None:
    """Compare learners by cross-validation, or check a saved model.

    All learners use the same stratified folds. The first line is what every learner should beat:
    always predict the majority. Below the measures, a sign test for each pair of learners shows
    whether the rows that only one of them gets right are evidence of a difference. With --model
    nothing is learned: a saved model is measured on new rows, and the promise of each rule is
    checked.
    """
    metrics = read_metrics(metric)
    if model is not None:
        learning = {
            "--learner": learner,
            "--set": parameters,
            "--cv": cv,
            "--search": search,
            "--missing": missing,
            "--kind": reading.kinds or None,
            "--dates": reading.dates,
            "--seed": seed,
            "--jobs": jobs,
            "--memory-limit": memory_limit,
        }
        _refuse_learning(learning)
        evaluate_model(
            NewRows(model, wanted.path, wanted.target, reading), metrics, positive, as_json
        )
        return
    options = Options.of(parameters, missing=missing, search=search, memory_limit=memory_limit)
    chosen = read_learners(learner or ",".join(COMPARED))
    plans = _plans(chosen, options)
    source = wanted.open(reading, memory_limit)
    if not as_json:
        say(source.sentence())
    plan = ComparisonPlan(plans, cv or FOLDS, seed or 0, jobs or -1, positive)
    comparison = compared(source.table, plan)
    if as_json:
        say_json({"table": source.facts(), "seed": plan.seed, **comparison.to_dict()})
    else:
        what = "search" if _compares_searches(chosen, options) else "learner"
        say(f"{plan.n_folds}-fold cross-validation, stratified, seed {plan.seed}.\n")
        print_comparison(comparison, what, metrics)


def _refuse_learning(given: Mapping[str, object]) -> None:
    for name, value in given.items():
        if value is not None:
            raise typer.BadParameter(
                "--model measures a saved model, so nothing is learned, and the model says how to "
                "read the table; leave this option out",
                param_hint=f"'{name}'",
            )


def _plans(learners: Sequence[Learner], options: Options) -> dict[str, tuple[Learner, Options]]:
    """Return the learners to compare, by name; layered comes once with each of its searches."""
    usual = SEARCHES if _compares_searches(learners, options) else None
    given = options.flags.get("search", usual)
    searches = read_searches(given) if given else []
    one = {"search": searches[0]} if "search" in options.flags else {}
    replace(options, flags={**options.flags, **one}).check(learners)
    plans: dict[str, tuple[Learner, Options]] = {}
    for learner in learners:
        if learner.name == LAYERED and searches:
            for name in searches:
                flags = {**options.flags, "search": name}
                plans[name] = (learner, replace(options, flags=flags))
        else:
            plans[learner.name] = (learner, options)
    return plans


def _compares_searches(learners: Sequence[Learner], options: Options) -> bool:
    return [one.name for one in learners] == [LAYERED] and "search" not in options.texts
