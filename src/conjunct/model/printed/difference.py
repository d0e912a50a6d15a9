"""How one model differs from another, as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conjunct.model.notation import chance_text, count_text, label_text
from conjunct.model.printed.entries import columns

if TYPE_CHECKING:
    from conjunct.model.difference import ModelDifference
    from conjunct.model.row_changes import RowChanges
    from conjunct.model.rules import Rules

EXAMPLES = 5
"""Number of rows shown of those that change class."""


def difference_text(found: ModelDifference, examples: int = EXAMPLES) -> str:
    """Return the differences: lines with − for the old model and with + for the new one.

    Parameters
    ----------
    found : ModelDifference
    examples : int, default=5
        Number of rows to show of those that change class.
    """
    parts = [_summary(found)]
    lines = {
        "changed": [
            line
            for one in found.changed
            for line in (("−", found.old, one.old), ("+", found.new, one.new))
        ],
        "removed": [("−", found.old, one) for one in found.removed],
        "added": [("+", found.new, one) for one in found.added],
    }
    parts += ["\n".join([title, *_rule_lines(few)]) for title, few in lines.items() if few]
    if found.facts:
        parts.append("\n".join(f"{one.what}: {one.old} → {one.new}" for one in found.facts))
    if found.rows is not None:
        parts += _row_parts(found.rows, examples)
    return "\n\n".join(parts)


def _summary(found: ModelDifference) -> str:
    told = {
        "changed": len(found.changed),
        "removed": len(found.removed),
        "added": len(found.added),
        "with other counts only": found.recounted,
        "the same": found.unchanged,
    }
    said = ", ".join(f"{count:,} {what}" for what, count in told.items() if count)
    start = f"{count_text(len(found.old), 'rule')} → {count_text(len(found.new), 'rule')}"
    text = f"{start}: {said}." if said else f"{start}."
    if found.old.KIND != found.new.KIND:
        text += (
            f"\nA {found.old.KIND} and a {found.new.KIND} are compared by bodies and classes alone."
        )
    return text


def _rule_lines(lines: Sequence[tuple[str, Rules, int]]) -> list[str]:
    cells = [
        (f"  {sign}", str(position + 1), rules[position].body, rules.consequence(position))
        for sign, rules, position in lines
    ]
    return [line.rstrip() for line in columns(cells, left=4)]


def _row_parts(rows: RowChanges, examples: int) -> list[str]:
    n_changed = len(rows.changes)
    verb = "changes" if n_changed == 1 else "change"
    parts = [f"{n_changed:,} of {count_text(rows.n_rows, 'row')} {verb} class."]
    if n_changed:
        counted = [(label_text(a), label_text(b), f"{n:,}") for a, b, n in rows.by_classes()]
        parts.append("\n".join(columns([("old", "new", "rows"), *counted], left=2)))
    shown = [
        (
            f"{one.row:,}",
            label_text(one.old),
            chance_text(one.old_probability),
            label_text(one.new),
            chance_text(one.new_probability),
        )
        for one in rows.changes[:examples]
    ]
    if shown:
        heading = ("row", "old", "probability", "new", "probability")
        parts.append("\n".join(columns([heading, *shown])))
    return parts
