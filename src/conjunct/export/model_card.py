"""A model card: what a model was learned from, how it was learned, and what it promises."""

from __future__ import annotations

from typing import Any

from conjunct.export.card_sections import CardSection, CardTable, card_sections
from conjunct.export.markdown import escaped, markdown_row, to_markdown
from conjunct.model import Rules, ScoreCard, Tree
from conjunct.model.notation import label_text, name_text


def model_facts(rules: Rules) -> dict[str, Any]:
    """Return the content of a model card as plain data, ready for JSON.

    Unknown facts are None, such as the source of a model that an older version saved.

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
        "edits": [edit.to_dict() for edit in rules.edits],
    }


def to_model_card(rules: Rules) -> str:
    """Return a model card in GitHub's Markdown.

    It names the rows and columns that the model was learned from, the learner and its settings,
    the rules, what they promise, and how the model was checked.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    text : str
        Ends with a newline. Names are escaped.

    Examples
    --------
    >>> from conjunct.model import RuleList
    >>> rules = RuleList((), ("no", "yes"), 0, (3, 1), {}, n_rows=4).add("if age > 40 then yes")
    >>> print(to_model_card(rules).splitlines()[0])
    # Model card: class
    """
    first, *sections = card_sections(rules, model_facts(rules))
    parts = [f"# Model card: {escaped(name_text(rules.target))}", _section(first)]
    for section in sections:
        parts.append(f"## {section.title}\n\n{_section(section)}")
        if section.title == "Learning":
            parts.append(f"## Rules\n\n{to_markdown(rules).rstrip()}")
    return "\n\n".join(parts) + "\n"


def _by_class(rules: Rules) -> list[dict[str, Any]]:
    total = sum(rules.class_counts) or 1
    return [
        {"class": label, "rows": rows, "share": rows / total}
        for label, rows in zip(rules.classes, rules.class_counts, strict=True)
    ]


def _attributes(rules: Rules) -> list[dict[str, Any]]:
    """Return the columns learned from or, if these are not known, those that the rules use."""
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
    """Return the number of candidates tried for all rules; in a card, each rule has the total."""
    if isinstance(rules, Tree):
        return sum(node.conditions_tried for node in rules.nodes)
    tried = [rule.search.tried for rule in rules]
    return max(tried, default=0) if isinstance(rules, ScoreCard) else sum(tried)


def _possible(rules: Rules) -> int | None:
    """Return the number of possible rules as long as the longest rule; None if not known."""
    return max((rule.search.possible for rule in rules), default=0) or None


def _section(section: CardSection) -> str:
    """Write the sentences, tables and list of a section."""
    listed = "\n".join(f"- {escaped(line)}" for line in section.listed)
    parts = [
        *map(escaped, section.said),
        *map(_table, section.tables),
        *([listed] if listed else []),
    ]
    return "\n\n".join(parts)


def _table(table: CardTable) -> str:
    sides = [":--" if at < table.n_words else "--:" for at in range(len(table.headings))]
    lines = map(markdown_row, table.lines)
    return "\n".join([markdown_row(table.headings), f"| {' | '.join(sides)} |", *lines])
