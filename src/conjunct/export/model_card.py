"""A model card: what a model was learned from, how, and what it promises."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from conjunct.export.markdown import escaped, markdown_row, to_markdown
from conjunct.model import Rules, ScoreCard, Tree
from conjunct.model.footer import footer_lines, size_text
from conjunct.model.notation import (
    amount_text,
    count_text,
    label_text,
    line_text,
    name_text,
    percent_text,
)

_ONE_LINE = 10**9
_MISSING = {
    "fails": "A missing cell satisfies no condition.",
    "value": "A missing cell is a value of its own.",
}


def model_facts(rules: Rules) -> dict[str, Any]:
    """Return what a model card tells, as plain data that is ready for JSON.

    What the model does not know, such as the source of one that an older version saved, is None.

    Parameters
    ----------
    rules : Rules

    Examples
    --------
    >>> from conjunct.model import RuleList
    >>> facts = model_facts(RuleList((), ("no", "yes"), 1, (3, 7), {}, target="answer", n_rows=10))
    >>> facts["kind"], facts["classes"][1], facts["learner"]
    ('rule list', {'class': 'yes', 'rows': 7, 'share': 0.7}, None)
    """
    training = rules.training
    known = {"source": None, "learner": None, "settings": None, "version": None, "date": None}
    if training is not None:
        known = {name: getattr(training, name) for name in known}
    checked, threshold = getattr(rules, "checked", None), getattr(rules, "threshold", None)
    return {
        "kind": rules.KIND,
        "target": rules.target,
        "n_rules": len(rules),
        "n_conditions": rules.n_conditions,
        **known,
        "changed_settings": None if training is None else list(training.changed),
        "rows": rules.n_rows if training is None else training.rows,
        "classes": _by_class(rules),
        "missing": rules.missing,
        "attributes": _attributes(rules),
        "notes": list(rules.notes),
        "search": {"tried": _tried(rules), "possible": _possible(rules)},
        "promises": None if rules.promises is None else rules.promises.to_dict(),
        "cross_validated": checked and checked.to_dict(),
        "threshold": threshold and threshold.to_dict(),
        "rules": [_rule(rules, position) for position in range(len(rules))],
        "default": label_text(rules.classes[rules.default]),
        "decides": rules.combination,
    }


def to_model_card(rules: Rules) -> str:
    """Return a model card in GitHub's Markdown.

    It tells from which rows and columns the model was learned, by what and with which settings,
    its rules, what they promise, and how it was checked.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    text : str
        Ends with a newline. Names are escaped: they read as they are.
    """
    facts = model_facts(rules)
    parts = [
        f"# Model card: {escaped(name_text(rules.target))}",
        " ".join(_origin(facts)),
        f"## Data\n\n{_data(rules, facts)}",
        f"## Learning\n\n{_learning(facts)}",
        f"## Rules\n\n{to_markdown(rules).rstrip()}",
    ]
    checks = [*_promised(rules), *_checks(rules)]
    if checks:
        parts.append(f"## What to expect\n\n{_listed(checks)}")
    return "\n\n".join(parts) + "\n"


def _by_class(rules: Rules) -> list[dict[str, Any]]:
    total = sum(rules.class_counts) or 1
    return [
        {"class": label, "rows": rows, "share": rows / total}
        for label, rows in zip(rules.classes, rules.class_counts, strict=True)
    ]


def _attributes(rules: Rules) -> list[dict[str, Any]]:
    """Return the columns that were learned from, or those that are known."""
    used = set(rules.attributes)
    if rules.training is None:
        return [
            {"name": name, "kind": rules.kinds[name], "missing": None, "used": True}
            for name in rules.attributes
        ]
    return [
        {"name": name, "kind": one.kind, "missing": one.missing, "used": name in used}
        for name, one in rules.training.attributes.items()
    ]


def _rule(rules: Rules, position: int) -> dict[str, Any]:
    rule = rules[position]
    return {
        "rule": position + 1,
        "if": rule.body,
        "then": rules.consequence(position),
        "rows": rule.covered,
        "wrong": rule.errors,
        **rule.promise.to_dict(),
        "tried": rule.search.tried,
        "possible": rule.search.possible or None,
    }


def _tried(rules: Rules) -> int:
    """Return how many candidates were tried for all rules; for a card each rule says it of all."""
    if isinstance(rules, Tree):
        return sum(node.conditions_tried for node in rules.nodes)
    tried = [rule.search.tried for rule in rules]
    return max(tried, default=0) if isinstance(rules, ScoreCard) else sum(tried)


def _possible(rules: Rules) -> int | None:
    """Return how many rules as long as the longest one could be formed; None if not known."""
    return max((rule.search.possible for rule in rules), default=0) or None


def _origin(facts: dict[str, Any]) -> list[str]:
    rules, conditions = facts["n_rules"], facts["n_conditions"]
    size = f"{count_text(rules, 'rule')} and {count_text(conditions, 'condition')}"
    said = [f"A {facts['kind']} of {size} that predicts {escaped(name_text(facts['target']))}."]
    if facts["learner"] is None:
        return [*said, "How it was learned is not known: it was saved by an older version."]
    learner = _plain(facts["learner"])
    dated = "" if facts["date"] is None else f" on {facts['date']}"
    return [*said, f"Learned by {learner} of conjunct {_plain(facts['version'])}{dated}."]


def _data(rules: Rules, facts: dict[str, Any]) -> str:
    source = "" if facts["source"] is None else f" of {_plain(facts['source'])}"
    parts = [f"{count_text(facts['rows'], 'row')}{source}. {_MISSING[rules.missing]}"]
    classes = [
        (label_text(one["class"]), amount_text(one["rows"]), percent_text(one["share"]))
        for one in facts["classes"]
    ]
    parts.append(_table((name_text(rules.target), "rows", "share"), classes, 1))
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
        parts.append(_table(("column", "kind", "in the rules", "missing"), columns, 3))
    if facts["notes"]:
        parts.append(_listed([_plain(note) for note in facts["notes"]]))
    return "\n\n".join(parts)


def _learning(facts: dict[str, Any]) -> str:
    said = []
    if facts["learner"] is not None:
        changed = [
            f"{name} = {json.dumps(facts['settings'][name], ensure_ascii=False)}"
            for name in facts["changed_settings"]
        ]
        said.append(f"Settings: {_plain(', '.join(changed) or 'the defaults')}.")
    searched = facts["search"]
    if searched["tried"]:
        said.append(f"Tried: {count_text(searched['tried'], 'candidate')}.")
    if searched["possible"]:
        possible = count_text(searched["possible"], "rule")
        said.append(f"Possible: {possible} with as many conditions as the longest.")
    return _listed(said or ["Nothing is known of it."])


def _promised(rules: Rules) -> list[str]:
    """Say in words what the numbers beside the rules promise."""
    _, *lines = footer_lines(rules, size_text(rules), _ONE_LINE)
    return [escaped(line) for line in lines]


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
            f"(always {escaped(label_text(rules.classes[most]))}: {always}), "
            f"log loss {checked.log_loss:.3f}{auc}."
        )
    if threshold is not None:
        (ours,) = rules.scored  # type: ignore[attr-defined]
        kept = threshold.kept(label_text(rules.classes[ours]))
        said.append(f"Threshold: {escaped(kept)}.")
    return said


def _table(heading: Sequence[str], rows: Sequence[Sequence[str]], n_words: int) -> str:
    sides = [":--" if at < n_words else "--:" for at in range(len(heading))]
    lines = [markdown_row(heading), f"| {' | '.join(sides)} |", *map(markdown_row, rows)]
    return "\n".join(lines)


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _plain(text: str) -> str:
    """Return a text on one line, with its special characters escaped."""
    return escaped(line_text(text))
