"""`conjunct evaluate`: learners or searches compared by cross-validation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from conjunct.cli.learners import (
    COMPARED,
    LAYERED,
    Learner,
    LearnerNames,
    Options,
    Parameters,
    read_learners,
)
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
    from conjunct.estimators.comparison import Comparison

EXAMPLES = """\b
Examples:
  conjunct evaluate                                     the shipped table
  conjunct evaluate loans.csv --target status
  conjunct evaluate vote.arff --learner card --cv 5 --json
  conjunct evaluate vote.arff --learner card,layered,cn2 --set max_conditions=2
  conjunct evaluate vote.arff --learner layered --search greedy,extensive
"""

SEARCHES = "greedy,layered,extensive"
"""What is compared of layered where it is alone and no search is asked for."""

_MEANING = (
    "p: how often two equally good learners would differ at least as much (sign test).\n"
    "Another --seed deals other folds; on a small table it may tell another story."
)


def evaluate(
    table: TableToLearn = None,
    *,
    target: Target = None,
    weight: Weight = None,
    learner: LearnerNames = None,
    parameters: Parameters = None,
    cv: Annotated[int, typer.Option(metavar="N", min=2, help="Number of folds.")] = 10,
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
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Seed of the folds.")] = 0,
    as_json: AsJson = False,
    jobs: Jobs = None,
) -> None:
    """Compare learners or searches by stratified cross-validation.

    All learn from the same folds. Below their errors, sign tests tell for each two of them whether
    the rows that only one of them gets right speak for a difference.
    """
    options = Options.of(parameters, missing=missing, search=search)
    chosen = read_learners(learner or ",".join(COMPARED))
    plans = _plans(chosen, options)
    source = open_source(table, target, Reading.of(kind, delimiter, encoding, dates, sheet, weight))
    if not as_json:
        say(source.sentence())
    from conjunct.estimators.comparison import compare

    learners = {name: one.make(own, n_jobs=1) for name, (one, own) in plans.items()}
    announce_compilation()
    with ProgressBar("folds learned") as progress:
        comparison = compare(
            source.table,
            learners,
            n_folds=cv,
            seed=seed,
            n_jobs=jobs or -1,
            on_fold=lambda done, of: progress(done / of),
        )
    if as_json:
        say_json({"table": source.facts(), "seed": seed, **comparison.to_dict()})
    else:
        what = "search" if _compares_searches(chosen, options) else "learner"
        _print_comparison(comparison, what, cv, seed)


def _plans(learners: Sequence[Learner], options: Options) -> dict[str, tuple[Learner, Options]]:
    """Return what is compared, by name: each learner, layered once with each of its searches."""
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


def _print_comparison(comparison: Comparison, what: str, n_folds: int, seed: int) -> None:
    say(f"{n_folds}-fold cross-validation, stratified, seed {seed}.\n")
    head, *lines = _aligned(
        [
            (what, "error", "rules", "conditions", "seconds"),
            *(
                (
                    one.name,
                    f"{100 * one.error:.1f} % ± {100 * one.standard_error:.1f}",
                    f"{one.n_rules:.1f}",
                    f"{one.n_conditions:.1f}",
                    f"{one.seconds:.2f}",
                )
                for one in comparison.learners
            ),
        ]
    )
    say("\n".join([heading(head), *lines]))
    if comparison.sign_tests:
        _print_sign_tests(comparison)


def _print_sign_tests(comparison: Comparison) -> None:
    head, *lines = _aligned(
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


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows as columns: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "   ".join(
            cell.rjust(width) if index else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
