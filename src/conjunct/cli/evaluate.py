"""`conjunct evaluate`: searches compared by cross-validation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from conjunct.cli.options import (
    AsJson,
    Delimiter,
    Encoding,
    Jobs,
    Kinds,
    MissingCells,
    Reading,
    TableToLearn,
    Target,
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
  conjunct evaluate vote.arff --search layered --cv 5 --json
"""

_MEANING = (
    "p: how often two equally good searches would differ at least as much (sign test).\n"
    "Another --seed deals other folds; on a small table it may tell another story."
)


def evaluate(
    table: TableToLearn = None,
    *,
    target: Target = None,
    cv: Annotated[int, typer.Option(metavar="N", min=2, help="Number of folds.")] = 10,
    search: Annotated[
        str,
        typer.Option(
            metavar="A,B,…", help="Searches to compare: greedy, layered, extensive, exhaustive."
        ),
    ] = "greedy,layered,extensive",
    missing: MissingCells = "fails",
    kind: Kinds = None,
    delimiter: Delimiter = None,
    encoding: Encoding = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Seed of the folds.")] = 0,
    as_json: AsJson = False,
    jobs: Jobs = None,
) -> None:
    """Compare searches by stratified cross-validation.

    All learn from the same folds. Below their errors, sign tests tell for each two of them whether
    the rows that only one of them gets right speak for a difference.
    """
    searches = read_searches(search)
    source = open_source(table, target, Reading.of(kind, delimiter, encoding))
    if not as_json:
        say(source.sentence())
    from conjunct.estimators import LayeredRuleClassifier
    from conjunct.estimators.comparison import TableLearner, compare

    learners: dict[str, TableLearner] = {
        name: LayeredRuleClassifier(name, missing=missing, n_jobs=1) for name in searches
    }
    announce_compilation(source.table.n_rows)
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
        _print_comparison(comparison, cv, seed)


def _print_comparison(comparison: Comparison, n_folds: int, seed: int) -> None:
    say(f"{n_folds}-fold cross-validation, stratified, seed {seed}.\n")
    head, *lines = _aligned(
        [
            ("search", "error", "rules", "conditions", "seconds"),
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
