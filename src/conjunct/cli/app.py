"""The command list of ``conjunct``, and its entry point."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from conjunct import __version__
from conjunct.cli import evaluate, explain, export, learn, meta_learn, predict, reproduce
from conjunct.cli.interrupts import CommandGroup
from conjunct.cli.streams import DEFAULT_WIDTH, say

EXAMPLES = """\b
Examples:
  conjunct learn                                        the shipped table
  conjunct learn loans.csv --target status --save loans.json
  conjunct predict loans.json new.csv > predicted.csv
  conjunct explain loans.json new.csv --row 7
  conjunct export loans.json --to sql --dialect postgresql --table loans
  conjunct evaluate loans.csv --target status
  conjunct reproduce --list                             published studies to run again
  conjunct meta-learn tables --out mine.json            a heuristic from tables of your own
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
    """Short, readable if-then rules from tables, and what each of them promises about new rows."""
    if context.invoked_subcommand is None:
        say(context.get_help())


app.command("learn", epilog=learn.EXAMPLES)(learn.learn)
app.command("predict", epilog=predict.EXAMPLES)(predict.predict)
app.command("explain", epilog=explain.EXAMPLES)(explain.explain)
app.command("export", epilog=export.EXAMPLES)(export.export)
app.command("evaluate", epilog=evaluate.EXAMPLES)(evaluate.evaluate)
app.command("reproduce", epilog=reproduce.EXAMPLES)(reproduce.reproduce)
app.command("meta-learn", epilog=meta_learn.EXAMPLES)(meta_learn.meta_learn)


def main() -> None:
    """Run the command of the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a character gets its code, not a traceback.
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="conjunct")
