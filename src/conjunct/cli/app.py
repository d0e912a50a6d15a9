"""The command list of ``conjunct``, and its entry point."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from conjunct import __version__
from conjunct.cli import (
    apply,
    bands,
    describe,
    diff,
    drift,
    edit,
    evaluate,
    explain,
    export,
    learn,
    meta_learn,
    predict,
    report,
    reproduce,
    stability,
)
from conjunct.cli.interrupts import INTERRUPTED, CommandGroup, leave_soon
from conjunct.cli.option_groups import with_options
from conjunct.cli.outputs import CarefulCommand
from conjunct.cli.streams import DEFAULT_WIDTH, say

EXAMPLES = """\b
Examples:
  conjunct learn                                        the shipped table
  conjunct learn loans.csv --target status --save loans.json
  conjunct predict loans.json new.csv > predicted.csv
  conjunct explain loans.json new.csv --row 7
  conjunct export loans.json --to sql --dialect postgresql --table loans
  conjunct report loans.json loans.csv --out report.html
  conjunct edit loans.json loans.csv --open             edit rules in the browser
  conjunct apply loans.json edits.json loans.csv --save edited.json
  conjunct evaluate loans.csv --target status
  conjunct evaluate --model loans.json new.csv          does every rule keep its promise?
  conjunct diff old.json new.json new.csv               rules and rows that change
  conjunct stability loans.csv --target status          which rules recur on bootstrap samples
  conjunct describe loans.json --out loans.md           a model card
  conjunct drift loans.json new.csv --by month          what changed since training
  conjunct reproduce --list                             published studies to run again
  conjunct meta-learn tables --out mine.json            a heuristic from your own tables
"""

app = typer.Typer(
    cls=CommandGroup,
    rich_markup_mode=None,  # plain help starts in half the time and reads the same in a pipe
    pretty_exceptions_enable=False,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": DEFAULT_WIDTH,
    },
)


def _print_version(wanted: bool) -> None:
    if wanted:
        say(f"conjunct {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True, epilog=EXAMPLES)
def conjunct(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Short, readable if-then rules from tables, each with a promise about new rows."""
    if context.invoked_subcommand is None:
        say(context.get_help())


LEARN_AND_USE = "Learn and use"
CHECK_AND_WATCH = "Check and watch"
STUDIES = "Studies"


def _add(group: str, name: str, function: Callable[..., None], examples: str) -> None:
    """Add a command; the help lists the commands of a group in the order of these calls."""
    command = app.command(name, cls=CarefulCommand, epilog=examples, rich_help_panel=group)
    command(with_options(function))


_add(LEARN_AND_USE, "learn", learn.learn, learn.EXAMPLES)
_add(LEARN_AND_USE, "predict", predict.predict, predict.EXAMPLES)
_add(LEARN_AND_USE, "explain", explain.explain, explain.EXAMPLES)
_add(LEARN_AND_USE, "export", export.export, export.EXAMPLES)
_add(LEARN_AND_USE, "report", report.report, report.EXAMPLES)
_add(LEARN_AND_USE, "edit", edit.edit, edit.EXAMPLES)
_add(LEARN_AND_USE, "apply", apply.apply, apply.EXAMPLES)
_add(CHECK_AND_WATCH, "evaluate", evaluate.evaluate, evaluate.EXAMPLES)
_add(CHECK_AND_WATCH, "describe", describe.describe, describe.EXAMPLES)
_add(CHECK_AND_WATCH, "diff", diff.diff, diff.EXAMPLES)
_add(CHECK_AND_WATCH, "drift", drift.drift, drift.EXAMPLES)
_add(CHECK_AND_WATCH, "bands", bands.bands, bands.EXAMPLES)
_add(CHECK_AND_WATCH, "stability", stability.stability, stability.EXAMPLES)
_add(STUDIES, "reproduce", reproduce.reproduce, reproduce.EXAMPLES)
_add(STUDIES, "meta-learn", meta_learn.meta_learn, meta_learn.EXAMPLES)


def main() -> None:
    """Run the command given on the command line."""
    if sys.stderr is None:  # closed by 2>&-
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - until the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a character gets its escape, not a traceback.
            stream.reconfigure(errors="backslashreplace")
    try:
        app(prog_name="conjunct")
    except SystemExit as end:
        if end.code == INTERRUPTED:
            leave_soon()
        raise
