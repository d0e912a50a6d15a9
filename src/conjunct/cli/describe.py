"""`conjunct describe`: the model card of a model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from conjunct.cli.option import option
from conjunct.cli.options import AsJson, Model
from conjunct.cli.streams import inform, say

EXAMPLES = """\b
Examples:
  conjunct describe loans.json                          Markdown on standard output
  conjunct describe loans.json --out loans.md
  conjunct describe loans.json --json
"""


def describe(
    model: Model,
    *,
    out: Annotated[
        Path | None, option("FILE", "Write to this file instead; an existing file is replaced.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a model card in Markdown.

    It describes the data, learner, settings, rules and promises of a model.
    """
    from conjunct.export.model_card import model_facts
    from conjunct.files import write_text
    from conjunct.model import load_model

    rules = load_model(model)
    if as_json:
        text = json.dumps(model_facts(rules), indent=2, ensure_ascii=False, allow_nan=False)
    else:
        text = rules.to_model_card().removesuffix("\n")
    if out is None:
        say(text)
    else:
        write_text(out, f"{text}\n")
        inform(f"written to {out}")
