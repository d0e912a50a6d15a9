"""The content of the page about a model, as one plain dict."""

from __future__ import annotations

from typing import Any

import conjunct
from conjunct.export.card_sections import card_sections
from conjunct.export.model_card import model_facts
from conjunct.model import Rules
from conjunct.model.notation import label_text, name_text
from conjunct.report.checks import checks_data
from conjunct.report.code import code_data
from conjunct.report.controls import controls_data
from conjunct.report.coverage import coverage_data
from conjunct.report.decision import decision_data
from conjunct.report.drift import drift_data
from conjunct.report.editing import editing_data, refuse_uneditable
from conjunct.report.known_rows import KnownRows, known_rows
from conjunct.report.rule_facts import rule_facts
from conjunct.report.shown_rows import rows_data
from conjunct.report.wall import wall_data

SHOWN_ROWS = 10_000
"""Default for the largest number of rows that a page shows."""


def document(
    model: Any,
    table: Any = None,
    newer: Any = None,
    *,
    rows: int = SHOWN_ROWS,
    editing: bool = False,
) -> dict[str, Any]:
    """Return the content of the page about a model, ready for JSON.

    Parameters
    ----------
    model : Rules or fitted estimator
        A rule list, rule set, score card or tree, or an estimator with one in ``rules_``.
    table : Table, or anything that `read_table` reads, optional
        Rows to check the model on. If they have the column that the model predicts, the page shows
        how well it does.
    newer : Table, or anything that `read_table` reads, optional
        Rows to compare with the training rows instead of `table`; they need no class.
    rows : int, default=10000
        The largest number of rows to show, from the first on.
    editing : bool, default=False
        Whether rules can be edited in the page. That needs a table and a list, set or card.

    Returns
    -------
    document : dict
        ``decision`` holds the rules as data, ``controls`` the fields of the form for a row.

    Examples
    --------
    >>> from conjunct.model import ScoreCard
    >>> card = ScoreCard.of((), ("no", "yes"), (7, 3), {}, base=(0, -0.85), target="answer")
    >>> found = document(card)
    >>> found["title"], found["decision"]["base"], found["table"]
    ('answer: score card', ['0', '-85'], None)
    """
    rules: Rules = getattr(model, "rules_", model)
    if editing:
        refuse_uneditable(rules, table)
    known = None if table is None else known_rows(rules, table, every=editing)
    recent = known if newer is None else known_rows(rules, newer)
    decision = decision_data(rules)
    return {
        "conjunct": conjunct.__version__,
        "title": f"{name_text(rules.target)}: {rules.KIND}",
        "kind": rules.KIND,
        "target": rules.target,
        "classes": list(rules.classes),
        "labels": [label_text(label) for label in rules.classes],
        "wall": wall_data(rules),
        "rules": rule_facts(rules, known),
        "coverage": coverage_data(rules),
        "decision": decision,
        "controls": controls_data(rules, decision, known),
        "table": None if known is None else _table_data(rules, decision, known, rows, editing),
        "drift": None if recent is None else drift_data(rules, recent),
        "editing": editing_data(rules, known) if editing and known is not None else None,
        "code": code_data(rules),
        "model_card": _model_card(rules),
    }


def _table_data(
    rules: Rules, decision: dict[str, Any], known: KnownRows, most: int, editing: bool
) -> dict[str, Any]:
    return {
        "name": known.table.name,
        "n_rows": known.table.n_rows,
        "notes": list(known.notes),
        "checks": None if known.classes is None else checks_data(rules, known),
        "rows": rows_data(decision, known, most, every=editing),
    }


def _model_card(rules: Rules) -> list[dict[str, Any]]:
    """Return the sections of the model card, without the rules, which the page shows above."""
    return [
        {
            "title": one.title,
            "said": list(one.said),
            "tables": [
                {
                    "headings": list(table.headings),
                    "n_words": table.n_words,
                    "lines": [list(line) for line in table.lines],
                }
                for table in one.tables
            ],
            "listed": list(one.listed),
        }
        for one in card_sections(rules, model_facts(rules))
    ]
