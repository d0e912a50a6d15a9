"""The content of a model card, section by section, for Markdown and for the report page."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from conjunct.model import Rules, ScoreCard
from conjunct.model.edit import edited_text
from conjunct.model.notation import (
    amount_text,
    count_text,
    label_text,
    line_text,
    name_text,
    percent_text,
)
from conjunct.model.printed.footer import believed_text, footer_lines, size_text

_ONE_LINE = 10**9
_MISSING = {
    "fails": "A missing cell satisfies no condition.",
    "value": "A missing cell is a value of its own.",
}


class CardTable(NamedTuple):
    """A table of texts; the first columns are words, the others numbers."""

    headings: tuple[str, ...]
    n_words: int
    lines: tuple[tuple[str, ...], ...]


class CardSection(NamedTuple):
    """A title, sentences, tables and a list, in this order; each may be empty."""

    title: str
    said: tuple[str, ...] = ()
    tables: tuple[CardTable, ...] = ()
    listed: tuple[str, ...] = ()


def card_sections(rules: Rules, facts: dict[str, Any]) -> list[CardSection]:
    """Return the sections of a model card without the rules; the first has no title.

    Parameters
    ----------
    rules : Rules
    facts : dict
        As `model_facts` returns them.
    """
    sections = [
        CardSection("", (" ".join(_origin(facts)),)),
        _data(rules, facts),
        CardSection("Learning", listed=tuple(_learning(facts))),
    ]
    checks = [*_promised(rules), *_checks(rules)]
    if checks:
        sections.append(CardSection("What to expect", listed=tuple(checks)))
    if rules.edits:
        sections.append(CardSection("Edits", listed=tuple(map(str, rules.edits))))
    return sections


def _origin(facts: dict[str, Any]) -> list[str]:
    rules, conditions = facts["n_rules"], facts["n_conditions"]
    size = f"{count_text(rules, 'rule')} and {count_text(conditions, 'condition')}"
    said = [f"A {facts['kind']} of {size} that predicts {name_text(facts['target'])}."]
    if facts["learner"] is None:
        return [*said, "How it was learned is not known: it was saved by an older version."]
    learner = line_text(facts["learner"])
    dated = "" if facts["date"] is None else f" on {facts['date']}"
    return [*said, f"Learned by {learner} of conjunct {line_text(facts['version'])}{dated}."]


def _data(rules: Rules, facts: dict[str, Any]) -> CardSection:
    source = "" if facts["source"] is None else f" of {line_text(facts['source'])}"
    said = f"{count_text(facts['rows'], 'row')}{source}. {_MISSING[rules.missing]}"
    classes = [
        (label_text(one["class"]), amount_text(one["rows"]), percent_text(one["share"]))
        for one in facts["classes"]
    ]
    tables = [CardTable((name_text(rules.target), "rows", "share"), 1, tuple(classes))]
    columns = [
        (
            name_text(one["name"]),
            one["kind"],
            "yes" if one["used"] else "no",
            "" if one["missing"] is None else amount_text(one["missing"]),
        )
        for one in facts["attributes"]
    ]
    if columns:
        headings = ("column", "kind", "in the rules", "missing")
        tables.append(CardTable(headings, 3, tuple(columns)))
    return CardSection("Data", (said,), tuple(tables), tuple(map(line_text, facts["notes"])))


def _learning(facts: dict[str, Any]) -> list[str]:
    said = []
    if facts["learner"] is not None:
        changed = [
            f"{name} = {json.dumps(facts['settings'][name], ensure_ascii=False)}"
            for name in facts["changed_settings"]
        ]
        said.append(f"Settings: {line_text(', '.join(changed)) or 'the defaults'}.")
    searched = facts["search"]
    if searched["tried"]:
        said.append(f"Tried: {count_text(searched['tried'], 'candidate')}.")
    if searched["possible"]:
        possible = count_text(searched["possible"], "rule")
        said.append(f"Possible: {possible} with as many conditions as the longest.")
    return said or ["Nothing is known about it."]


def _promised(rules: Rules) -> list[str]:
    """Return sentences on the promises; what the rates of a card mean is said below its rules."""
    if isinstance(rules, ScoreCard):
        return [*believed_text(rules.promises), *edited_text(rules)]
    _, *lines = footer_lines(rules, size_text(rules), _ONE_LINE)
    return lines


def _checks(rules: Rules) -> list[str]:
    said = []
    checked, threshold = getattr(rules, "checked", None), getattr(rules, "threshold", None)
    if checked is not None:
        counts = rules.class_counts
        most = max(range(len(counts)), key=lambda one: counts[one])
        always = percent_text(1 - counts[most] / max(sum(counts), 1))
        auc = "" if checked.auc is None else f", AUC {checked.auc:.2f}"
        said.append(
            f"Cross-validated on {count_text(checked.n_folds, 'fold')}: "
            f"{percent_text(checked.error)} wrong "
            f"(always {label_text(rules.classes[most])}: {always}), "
            f"log loss {checked.log_loss:.3f}{auc}."
        )
    if threshold is not None:
        (ours,) = rules.scored  # type: ignore[attr-defined]
        said.append(f"Threshold: {threshold.kept(label_text(rules.classes[ours]))}.")
    return said
