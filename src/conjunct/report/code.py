"""The model as SQL, Python and JSON, to copy from the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conjunct.errors import ConjunctError
from conjunct.model import Rules
from conjunct.report.sentences import closed

LONGEST = 30_000
"""Longest text that is put into the page, in characters."""


def code_data(rules: Rules) -> list[dict[str, str]]:
    """Return SQL, Python and JSON, or a sentence in place of each one that cannot be shown."""
    writers: dict[str, tuple[Callable[[], str], str]] = {
        "SQL": (rules.to_sql, "conjunct export MODEL --to sql"),
        "Python": (rules.to_python, "conjunct export MODEL --to python"),
        "JSON": (rules.to_json, "the model file itself"),
    }
    return [_written(name, write, where) for name, (write, where) in writers.items()]


def _written(name: str, write: Callable[[], str], where: str) -> dict[str, str]:
    try:
        text: Any = write()
    except ConjunctError as fault:
        return {"name": name, "text": "", "note": f"No {name} here: {closed(str(fault))}"}
    if len(text) > LONGEST:
        return {
            "name": name,
            "text": "",
            "note": f"The {name} has {len(text):,} characters, too many to show here: {where}.",
        }
    return {"name": name, "text": text.rstrip("\n"), "note": ""}
