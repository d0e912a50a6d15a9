"""`conjunct export`: a model for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from conjunct.cli.option import option
from conjunct.cli.options import AsJson, Model
from conjunct.cli.streams import inform, say, say_json

if TYPE_CHECKING:
    from conjunct.model import Rules

EXAMPLES = """\b
Examples:
  conjunct export loans.json --to sql --dialect postgresql --table loans --keep id
  conjunct export loans.json --to python --output loans.py
  conjunct export loans.json --to excel --output loans.xlsx
"""

Format = Literal["sql", "python", "pmml", "excel", "markdown", "latex"]
Dialect = Literal[
    "sqlite",
    "duckdb",
    "postgresql",
    "spark",
    "bigquery",
    "snowflake",
    "tsql",
    "oracle",
    "mysql",
]


def export(
    model: Model,
    *,
    to: Annotated[Format, typer.Option(show_default=False, help="The format to write.")],
    dialect: Annotated[
        Dialect | None,
        typer.Option(show_default=False, help="For SQL: the database; sqlite by default."),
    ] = None,
    table: Annotated[
        str | None,
        option("NAME", "For SQL: the name of the table, or schema.table; rows by default."),
    ] = None,
    keep: Annotated[
        list[str] | None,
        option(
            "NAME",
            "For SQL: a column to keep beside the results, such as a key. May be repeated. "
            "By default the columns that the rules use.",
        ),
    ] = None,
    reasons: Annotated[
        bool,
        typer.Option("--reasons", help="For SQL: add up to four reasons, with codes and texts."),
    ] = False,
    output: Annotated[
        Path | None, option("FILE", "Write to this file instead; an existing file is replaced.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a model as SQL, Python, PMML, Excel, Markdown or LaTeX.

    The exported model gives every row the same class as `conjunct predict`.
    """
    from conjunct.files import write_text
    from conjunct.model import load_model

    _refuse_what_is_not_asked(to, [dialect, table, keep, reasons or None])
    if to == "excel" and as_json:
        raise typer.BadParameter("a spreadsheet is not text; leave it out", param_hint="'--json'")
    rules = load_model(model)
    if to == "excel":
        _write_excel(rules, output)
        return
    options = {"dialect": dialect or "sqlite", "table": table or "rows"}
    if to == "sql":
        text = rules.to_sql(**options, keep=keep, reasons=reasons)
    else:
        text = str(getattr(rules, f"to_{to}")())
    if as_json:
        say_json({"format": to, "text": text})
    elif output is None:
        say(text.removesuffix("\n"))
    else:
        write_text(output, f"{text.removesuffix(chr(10))}\n")
        inform(f"written to {output}")


def _refuse_what_is_not_asked(to: Format, of_sql: list[object]) -> None:
    if to != "sql" and any(one is not None for one in of_sql):
        raise typer.BadParameter("--dialect, --table, --keep and --reasons are only for --to sql")


def _write_excel(rules: Rules, output: Path | None) -> None:
    if output is None:
        raise typer.BadParameter(
            "name the file to write the spreadsheet to", param_hint="'--output'"
        )
    rules.to_excel(output)
    inform(f"written to {output}")
