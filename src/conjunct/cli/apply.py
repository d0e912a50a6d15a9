"""`conjunct apply`: apply an edits file to a model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conjunct.cli.large_tables import MemoryLimit, make_room
from conjunct.cli.option import argument, option
from conjunct.cli.option_groups import OptionGroup
from conjunct.cli.options import AsJson, Model, Reading
from conjunct.cli.source import open_source
from conjunct.cli.streams import heading, inform, note, say, say_json, width

if TYPE_CHECKING:
    from conjunct.estimators.edit_effect import EditEffect
    from conjunct.model import Edit, Rules

EXAMPLES = """\b
Examples:
  conjunct apply loans.json edits.json loans.csv --save edited.json
  conjunct apply loans.json edits.json loans.csv --json
"""
LISTED = 10
"""Largest number of rows that are listed by their numbers."""

EditsFile = Annotated[
    Path,
    argument(
        "EDITS",
        "A JSON file of edits: drop, replace, add, lock, unlock, points, sign and forbid, "
        "each with a reason.",
    ),
]
TableToRefit = Annotated[
    Path,
    argument(
        "TABLE", "The table that the model was learned from, with its target. - is standard input."
    ),
]


def apply(
    context: typer.Context,
    model: Model,
    edits: EditsFile,
    table: TableToRefit,
    *,
    reading: Annotated[
        Reading, OptionGroup(Reading.of, "kind", "delimiter", "encoding", "sheet", "weight")
    ],
    save: Annotated[
        Path | None, option("FILE", "Write the edited model to this file, as JSON.")
    ] = None,
    as_json: AsJson = False,
    memory_limit: MemoryLimit = None,
) -> None:
    """Apply edits to a model, and refit what is not locked.

    Prints the error and the log loss before and after, the rows whose class changes, and the
    edited model. The model keeps every edit with its reason. The old model file is not changed.
    """
    from conjunct.estimators.edit_effect import edit_effect
    from conjunct.model import load_model
    from conjunct.model.edits_file import apply_edits

    before = load_model(model)
    edited = apply_edits(before, edits)
    kinds = {**before.written, **edited.written, **reading.kinds}
    make_room(context, table, memory_limit)
    source = open_source(table, before.target, replace(reading, kinds=kinds))
    after = edited.refit(source.table)
    effect = edit_effect(before, after, source.table)
    made = edited.edits[len(before.edits) :]
    if save is not None:
        after.save(save)
        inform(f"saved to {save}")
    for text in after.notes[len(before.notes) :]:
        note(text)
    if as_json:
        document = {"table": source.facts(), "edits": [one.to_dict() for one in made]}
        say_json({**document, **effect.to_dict(), "model": json.loads(after.to_json())})
    else:
        say(source.sentence())
        _print_edits(made)
        _print_effect(effect)
        _print_rules(after)


def _print_edits(edits: Sequence[Edit]) -> None:
    say(f"\n{heading('edits')}" if edits else "\nNo edits.")
    for number, edit in enumerate(edits, start=1):
        say(f"{number:>3}  {edit}")


def _print_effect(effect: EditEffect) -> None:
    from conjunct.model.notation import count_text, label_text, percent_text
    from conjunct.model.printed.entries import columns

    pairs = [
        ("error", *(percent_text(one.error) for one in (effect.before, effect.after))),
        ("log loss", *(f"{one.log_loss:.3f}" for one in (effect.before, effect.after))),
        ("rules", f"{effect.before.n_rules:,}", f"{effect.after.n_rules:,}"),
        ("conditions", f"{effect.before.n_conditions:,}", f"{effect.after.n_conditions:,}"),
    ]
    head, *lines = columns([("on this table", "before", "after"), *pairs], left=1)
    say("\n".join(["", heading(head), *lines]))
    n_changed = f"{len(effect.rows):,}" if len(effect.rows) else "No"
    get = "row gets" if len(effect.rows) <= 1 else "rows get"
    say(f"\n{n_changed} {get} another class.")
    for was, now, rows in effect.moves():
        more = f" and {len(rows) - LISTED:,} more" if len(rows) > LISTED else ""
        listed = ", ".join(map(str, rows[:LISTED]))
        changed = f"{label_text(was)} to {label_text(now)}"
        say(f"  {changed}: {count_text(len(rows), 'row')} ({listed}{more})")


def _print_rules(rules: Rules) -> None:
    first, *others = rules.to_text(width=width()).split("\n")
    say("\n".join(["", heading(first) if len(rules) else first, *others]))
