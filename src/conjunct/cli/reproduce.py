"""`conjunct reproduce`: run published studies again, with our numbers beside the published ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conjunct.cli.interrupts import INTERRUPTED, Interrupts
from conjunct.cli.option import argument, option
from conjunct.cli.options import AsJson, Jobs
from conjunct.cli.progress import TrialProgress, announce_compilation
from conjunct.cli.streams import heading, inform, say, say_json
from conjunct.cli.study_plans import (
    TableFinder,
    other_plans,
    plans_of,
    read_settings,
    read_studies,
)
from conjunct.errors import MissingPackageError

if TYPE_CHECKING:
    from conjunct.experiments.output import Report
    from conjunct.experiments.runner import Plan
    from conjunct.experiments.store import Store
    from conjunct.experiments.study import Study

EXAMPLES = """\b
Examples:
  conjunct reproduce --list                             all studies, with their expected time
  conjunct reproduce layered --data-dir tables
  conjunct reproduce layered oversearching --trials 50 --tables vote,glass --data-dir tables
  conjunct reproduce all --trials 500 --jobs 2 --data-dir tables --out studies
"""

STORE = "results.sqlite"
"""Name of the store in the folder of ``--out``."""


def reproduce(
    studies: Annotated[
        list[str] | None,
        argument("[STUDY]...", "Names of studies, or all. Without names, the studies are listed."),
    ] = None,
    *,
    listed: Annotated[
        bool, typer.Option("--list", help="List the studies with their expected time.")
    ] = False,
    trials: Annotated[
        int | None, option("N", "Trials per table; by default those of the study.", min=1)
    ] = None,
    tables: Annotated[
        str | None, option("A,B,…", "Tables to run on; by default those of the study.")
    ] = None,
    data_dir: Annotated[
        Path | None,
        option(
            "DIR",
            "Folder of tables, such as vote.arff or vote.csv with the class last. By default "
            "tables come from OpenML or, without a network, from scikit-learn.",
        ),
    ] = None,
    out: Annotated[Path, option("DIR", "Folder for finished trials, tables and figures.")] = Path(
        "conjunct-studies"
    ),
    seed: Annotated[int, option("N", "Seed for the trials.", min=0)] = 0,
    max_width: Annotated[
        int | None, option("N", "Largest beam width; the same as --set max_width=N.", min=1)
    ] = None,
    setting: Annotated[
        list[str] | None,
        option(
            "NAME=N",
            "Change a whole-number setting of the studies that have it. May be repeated.",
            "--set",
        ),
    ] = None,
    as_json: AsJson = False,
    jobs: Jobs = None,
) -> None:
    """Run published studies again.

    Prints our numbers beside the published ones. Every finished trial is kept in
    DIR/results.sqlite: if a run is interrupted or killed, the same command continues where it
    stopped. Trials with another seed, other settings, other tables or another version of the code
    are never mixed. DIR/index.html has all tables and figures.
    """
    chosen = read_studies(studies or [])
    if listed or not chosen:
        _list_studies(chosen or read_studies(["all"]), trials, jobs, as_json)
        return
    widest = [] if max_width is None else [f"max_width={max_width}"]
    settings = read_settings([*(setting or []), *widest], chosen)
    finder = TableFinder(tables, data_dir)
    plans = plans_of(chosen, finder, trials, seed, settings)
    from conjunct.experiments.store import Store

    with Store(out / STORE) as store, Interrupts() as interrupts:
        try:
            _run(plans, store, jobs)
        except (Exception, KeyboardInterrupt) as error:
            if not interrupts.explain(error):
                raise
            inform("\ninterrupted; these results are partial, and the same command continues")
            _show(plans, finder, store, out, as_json)
            raise typer.Exit(INTERRUPTED) from None
        try:
            _show(plans, finder, store, out, as_json)
        except KeyboardInterrupt as error:
            interrupts.explain(error)
            inform("\ninterrupted; all trials are kept, and the same command shows them")
            raise typer.Exit(INTERRUPTED) from None


def _run(plans: Sequence[Plan], store: Store, jobs: int | None) -> None:
    from conjunct.experiments.runner import run_study

    announce_compilation()
    for plan in plans:
        with TrialProgress(plan.study.name) as progress:
            run_study(plan, store, jobs or -1, progress)


def _show(
    plans: Sequence[Plan], finder: TableFinder, store: Store, out: Path, as_json: bool
) -> None:
    """Print the stored results of the plans; the page also holds other studies in the store."""
    from conjunct.experiments.output import as_text, write_report
    from conjunct.experiments.registry import STUDIES

    reports = [report for plan in plans if (report := _report(plan, store))]
    for name in {plan.study.name for plan in plans} - {report.study.name for report in reports}:
        inform(f"{name}: no trial is finished")
    if reports:
        others = [_report(plan, store) for plan in other_plans(plans, finder, store)]
        shown = [*reports, *(report for report in others if report)]
        shown.sort(key=lambda report: list(STUDIES).index(report.study.name))
        try:
            inform(f"written to {write_report(out, shown)}")
        except MissingPackageError as error:
            inform(f"tables are written to {out}; {error}")
    if as_json:
        say_json({"out": str(out), "studies": [_document(report) for report in reports]})
    else:
        say("\n".join(as_text(report) for report in reports))


def _report(plan: Plan, store: Store) -> Report | None:
    """Return the report of a plan's trials; None if no trial is finished."""
    from conjunct.experiments.output import Report
    from conjunct.experiments.runner import gather

    results = gather(plan, store)
    if not results.tables:
        return None
    return Report(plan.study, results, plan.study.findings(results))


def _document(report: Report) -> dict[str, Any]:
    """Return a report as plain data: the numbers behind its tables, not the rounded text."""
    from dataclasses import asdict

    study, results, findings = report
    return {
        "study": study.name,
        "title": study.title,
        "source": study.source,
        "trials": results.trials,
        "seed": results.seed,
        "settings": dict(results.settings),
        "complete": results.is_complete,
        "tables": [
            {**asdict(table), "trials": len(results.rows[table.name])} for table in results.tables
        ],
        "absent": list(results.absent),
        "waiting": list(results.waiting),
        "summary": list(findings.summary),
        "grids": [
            {
                "name": grid.name,
                "title": grid.title,
                "columns": list(grid.data_columns),
                "rows": [list(row) for row in grid.data],
                "notes": list(grid.notes),
            }
            for grid in findings.grids
        ],
    }


def _list_studies(
    studies: Sequence[Study], trials: int | None, jobs: int | None, as_json: bool
) -> None:
    from joblib import cpu_count

    from conjunct.experiments.study import duration_text, expected_seconds, machine_slowness

    n_jobs = jobs or cpu_count()
    slowness = machine_slowness()
    times = [expected_seconds(one, trials or one.trials, n_jobs, slowness) for one in studies]
    if as_json:
        say_json(
            [
                {
                    "study": one.name,
                    "title": one.title,
                    "source": one.source,
                    "tables": list(one.tables),
                    "trials": trials or one.trials,
                    "settings": dict(one.settings),
                    "jobs": n_jobs,
                    "expected_seconds": seconds,
                }
                for one, seconds in zip(studies, times, strict=True)
            ]
        )
        return
    for one, seconds in zip(studies, times, strict=True):
        size = f"{len(one.tables)} table{'s' * (len(one.tables) != 1)}"
        each = trials or one.trials
        say(f"{heading(one.name)}: {one.title}")
        say(f"    {one.source}")
        say(
            f"    {size}, {each} trial{'s' * (each != 1)} each; "
            f"about {duration_text(seconds)} on {n_jobs} core{'s' * (n_jobs != 1)}"
        )
    say(
        "\nTimes are processor time shared by the cores, from one measured trial on all tables; a "
        "busy\nmachine takes longer. Run one with: conjunct reproduce STUDY --data-dir DIR"
    )
