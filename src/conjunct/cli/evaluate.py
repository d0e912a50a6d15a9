"""`conjunct evaluate`: compare learners by cross-validation, or check a model on new rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from conjunct.cli.large_tables import MemoryLimit, make_room
from conjunct.cli.learners import (
    COMPARED,
    LAYERED,
    Learner,
    LearnerNames,
    Options,
    Parameters,
    read_learners,
)
from conjunct.cli.measure_table import (
    Metrics,
    Positive,
    about_positive,
    aligned,
    best_first,
    measure_cell,
    measure_heading,
    printed_metrics,
    read_metrics,
    say_table,
)
from conjunct.cli.new_rows import NewRows, evaluate_model
from conjunct.cli.options import (
    AsJson,
    DatesAs,
    Delimiter,
    Encoding,
    Jobs,
    Kinds,
    MissingCells,
    Reading,
    SheetName,
    TableToLearn,
    Target,
    Weight,
    read_searches,
)
from conjunct.cli.progress import ProgressBar, announce_compilation
from conjunct.cli.source import open_source
from conjunct.cli.streams import heading, say, say_json

if TYPE_CHECKING:
    from conjunct.data import Table
    from conjunct.estimators.compared import Comparison, LearnerResult

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

_MEANING = (
    "p: how often two equally good learners would differ at least as much (sign test).\n"
    "Another --seed deals other folds; on a small table it may tell another story."
)


def evaluate(
    context: typer.Context,
    table: TableToLearn = None,
    *,
    target: Target = None,
    weight: Weight = None,
    learner: LearnerNames = None,
    parameters: Parameters = None,
    model: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help="Evaluate this saved model on the TABLE instead, and check each of its rules.",
        ),
    ] = None,
    metric: Metrics = None,
    positive: Positive = None,
    cv: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=2, show_default=False, help=f"Number of folds; {FOLDS} by default."
        ),
    ] = None,
    search: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…",
            help="Searches of layered to compare: greedy, layered, extensive, exhaustive; of "
            "--learner layered alone, the first three by default.",
        ),
    ] = None,
    missing: MissingCells = None,
    kind: Kinds = None,
    delimiter: Delimiter = None,
    encoding: Encoding = None,
    dates: DatesAs = None,
    sheet: SheetName = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, show_default=False, help="Seed of the folds; 0 by default."
        ),
    ] = None,
    as_json: AsJson = False,
    jobs: Jobs = None,
    memory_limit: MemoryLimit = None,
) -> None:
    """Compare learners or searches by stratified cross-validation, or check a saved model.

    All learn from the same folds. The first line is what every learner should beat: always the
    majority. Below the measures, sign tests tell for each two learners whether the rows that only
    one of them gets right speak for a difference. With --model nothing is learned: a saved model
    is measured on rows it has not seen, and each of its rules is held to its promise.
    """
    metrics = read_metrics(metric)
    if model is not None:
        learning = {
            "--learner": learner,
            "--set": parameters,
            "--cv": cv,
            "--search": search,
            "--missing": missing,
            "--kind": kind,
            "--dates": dates,
            "--seed": seed,
            "--jobs": jobs,
            "--memory-limit": memory_limit,
        }
        _refuse_learning(learning)
        reading = Reading.of(None, delimiter, encoding, sheet=sheet, weight=weight)
        evaluate_model(NewRows(model, table, target, reading), metrics, positive, as_json)
        return
    make_room(context, table, memory_limit)
    options = Options.of(parameters, missing=missing, search=search, memory_limit=memory_limit)
    chosen = read_learners(learner or ",".join(COMPARED))
    plans = _plans(chosen, options)
    source = open_source(table, target, Reading.of(kind, delimiter, encoding, dates, sheet, weight))
    if not as_json:
        say(source.sentence())
    plan = _Plan(plans, cv or FOLDS, seed or 0, jobs or -1, positive)
    comparison = _compared(source.table, plan)
    if as_json:
        say_json({"table": source.facts(), "seed": plan.seed, **comparison.to_dict()})
    else:
        what = "search" if _compares_searches(chosen, options) else "learner"
        say(f"{plan.n_folds}-fold cross-validation, stratified, seed {plan.seed}.\n")
        _print_comparison(comparison, what, metrics)


class _Plan(NamedTuple):
    """The learners to compare, and the settings of the comparison."""

    learners: dict[str, tuple[Learner, Options]]
    n_folds: int
    seed: int
    n_jobs: int
    positive: str | None


def _compared(table: Table, plan: _Plan) -> Comparison:
    from conjunct.estimators.comparison import compare

    learners = {name: one.make(own, n_jobs=1) for name, (one, own) in plan.learners.items()}
    announce_compilation()
    with ProgressBar("folds learned") as progress:
        return compare(
            table,
            learners,
            n_folds=plan.n_folds,
            seed=plan.seed,
            n_jobs=plan.n_jobs,
            on_fold=lambda done, of: progress(done / of),
            positive=plan.positive,
        )


def _refuse_learning(given: Mapping[str, object]) -> None:
    for option, value in given.items():
        if value is not None:
            raise typer.BadParameter(
                "--model measures a saved model, which learns nothing and reads tables its own "
                "way; leave this option out",
                param_hint=f"'{option}'",
            )


def _plans(learners: Sequence[Learner], options: Options) -> dict[str, tuple[Learner, Options]]:
    """Return the learners to compare, by name; layered comes once with each of its searches."""
    options.check(learners)
    usual = SEARCHES if _compares_searches(learners, options) else None
    given = options.flags.get("search", usual)
    searches = read_searches(given) if given else []
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


def _print_comparison(comparison: Comparison, what: str, metrics: Sequence[str]) -> None:
    majority, learners = comparison.majority, list(comparison.learners)
    shown = printed_metrics(metrics, [one.measures for one in learners])
    if metrics:
        learners.sort(key=lambda one: best_first(metrics[0], _value(one, metrics[0])))
    names = [measure_heading(name) for name in shown]
    say_table(
        [
            (what, *names, "rules", "conditions", "seconds"),
            (majority.name, *(_cell(majority, name) for name in shown), "", "", ""),
            *(
                (
                    one.name,
                    *(_cell(one, name) for name in shown),
                    f"{one.n_rules:.1f}",
                    f"{one.n_conditions:.1f}",
                    f"{one.seconds:.2f}",
                )
                for one in learners
            ),
        ],
        together=3,
    )
    about = about_positive(shown, comparison.positive)
    if about:
        say(f"\n{about}")
    if comparison.sign_tests:
        _print_sign_tests(comparison)


def _value(one: LearnerResult, name: str) -> float | None:
    return one.error if name == "error" else one.measures[name]


def _cell(one: LearnerResult, name: str) -> str:
    text = measure_cell(name, _value(one, name))
    return f"{text} ± {100 * one.standard_error:.1f}" if name == "error" else text


def _print_sign_tests(comparison: Comparison) -> None:
    head, *lines = aligned(
        [
            ("rows that only one gets right", "first", "second", "p"),
            *(
                (
                    f"{one.first} and {one.second}",
                    f"{one.wins:,}",
                    f"{one.losses:,}",
                    f"{one.p_value:.3f}",
                )
                for one in comparison.sign_tests
            ),
        ]
    )
    say("\n".join(["", heading(head), *lines]))
    say(f"\n{_MEANING}")
