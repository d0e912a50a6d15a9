"""Learners compared by cross-validation: with a progress bar, and as printed tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from conjunct.cli.learners import Learner, Options
from conjunct.cli.measure_table import (
    about_positive,
    aligned,
    best_first,
    measure_cell,
    measure_heading,
    printed_metrics,
    say_table,
)
from conjunct.cli.progress import ProgressBar, announce_compilation
from conjunct.cli.streams import heading, say

if TYPE_CHECKING:
    from conjunct.data import Table
    from conjunct.estimators.compared import Comparison, LearnerResult

_MEANING = (
    "p: how often two equally good learners would differ at least as much (sign test).\n"
    "Another --seed gives other folds; on a small table the result may be different."
)


class ComparisonPlan(NamedTuple):
    """The learners to compare, and how."""

    learners: dict[str, tuple[Learner, Options]]
    n_folds: int
    seed: int
    n_jobs: int
    positive: str | None


def compared(table: Table, plan: ComparisonPlan) -> Comparison:
    """Compare the learners on all folds, with a progress bar."""
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


def print_comparison(comparison: Comparison, what: str, metrics: Sequence[str]) -> None:
    """Print the measures of all learners, and the sign tests between them.

    Parameters
    ----------
    comparison : Comparison
        The results.
    what : str
        What is compared, in a word.
    metrics : sequence of str
        Measures to print, the best learner by the first of them on top; empty for the usual ones.
    """
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
    from conjunct.model.notation import p_text

    head, *lines = aligned(
        [
            ("rows that only one gets right", "first", "second", "p"),
            *(
                (
                    f"{one.first} and {one.second}",
                    f"{one.wins:,}",
                    f"{one.losses:,}",
                    p_text(one.p_value),
                )
                for one in comparison.sign_tests
            ),
        ]
    )
    say("\n".join(["", heading(head), *lines]))
    say(f"\n{_MEANING}")
