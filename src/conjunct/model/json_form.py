"""A model as JSON: data only, readable, exact."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from conjunct.files import write_text as write_text
from conjunct.model.scores import scores_data

if TYPE_CHECKING:
    from conjunct.model.node import Node
    from conjunct.model.rule import Rule
    from conjunct.model.rules import Rules
    from conjunct.model.score_card import ScoreCard
    from conjunct.model.tree import Tree

FORMAT = "conjunct-model"
VERSION = 7
"""Version of the format. Version 1 had only rule lists. Version 2 added rule sets, version 3 trees
and version 4 score cards. Version 5 replaced errors by promises. Version 6 added scores,
cross-validated measures and categories of score cards. Version 7 added facts about the training."""
LOCKS = ("locked", "sign_locked")
"""Fields of a rule that are written only if they are true."""
LINE = 100
"""Objects and lists of plain values stay on one line up to this width, in characters."""


def rules_json(rules: Rules, **more: Any) -> str:
    """Return rules as JSON text.

    Numbers are written so that they are read back exactly. Each condition is on a line of its
    own, so that two saved models can be compared line by line.

    Parameters
    ----------
    rules : Rules
    **more
        Further fields, written before the rules.

    Returns
    -------
    text : str
        Ends with a newline.
    """
    return _written({**_facts(rules), **more, "rules": [_rule_data(rule) for rule in rules]})


def tree_json(tree: Tree) -> str:
    """Return a tree as JSON text, like `rules_json`: its nodes, which determine its rules."""
    return _written({**_facts(tree), "nodes": [_node_data(node) for node in tree.nodes]})


def card_json(card: ScoreCard) -> str:
    """Return a score card as JSON text, like `rules_json`: rules with their points."""
    rules = [{**_rule_data(rule), "points": list(rule.points)} for rule in card.rules]
    threshold = None if card.threshold is None else card.threshold.to_dict()
    facts = {
        "base": list(card.base),
        "unit": card.unit,
        "threshold": threshold,
        "scores": scores_data(card.scores),
        "checked": None if card.checked is None else card.checked.to_dict(),
        "seen": {name: list(levels) for name, levels in card.seen.items()},
        **({"scale": card.scale.to_list()} if card.scale else {}),
        **({} if card.ridge is None else {"ridge": card.ridge}),
    }
    return _written({**_facts(card), **facts, "rules": rules})


def _facts(rules: Rules) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": rules.KIND,
        "target": rules.target,
        "classes": list(rules.classes),
        "default": rules.default,
        "class_counts": list(rules.class_counts),
        "n_rows": rules.n_rows,
        "missing": rules.missing,
        "kinds": dict(rules.kinds),
        **({"forms": dict(rules.forms)} if rules.forms else {}),
        "notes": list(rules.notes),
        "promises": None if rules.promises is None else rules.promises.to_dict(),
        "training": None if rules.training is None else rules.training.to_dict(),
        **({"edits": [edit.to_dict() for edit in rules.edits]} if rules.edits else {}),
    }


def _written(data: dict[str, Any]) -> str:
    return _escape_surrogates(_render(data, 0)) + "\n"


def _rule_data(rule: Rule) -> dict[str, Any]:
    return {
        "conditions": [asdict(condition) for condition in rule.conditions],
        "head": rule.head,
        "counts": list(rule.counts),
        "promise": rule.promise.to_dict(),
        "search": rule.search.to_dict(),
        **{name: True for name in LOCKS if getattr(rule, name)},
    }


def _node_data(node: Node) -> dict[str, Any]:
    branches = [asdict(condition) for condition in node.branches]
    lists = {"counts": list(node.counts), "branches": branches, "children": list(node.children)}
    facts = {name: getattr(node, name) for name in node.__slots__}
    return {**facts, **lists, "promise": node.promise.to_dict()}


def _render(value: Any, indent: int) -> str:
    """Write a value; long containers and containers of containers get one line for each item."""
    if not isinstance(value, dict | list) or not value:
        return _flat(value)
    items = value.values() if isinstance(value, dict) else value
    if not any(isinstance(item, dict | list) for item in items):
        flat = _flat(value)
        if indent + len(flat) <= LINE:
            return flat
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    names = [f"{_flat(name)}: " for name in value] if isinstance(value, dict) else [""] * len(value)
    inner = " " * (indent + 2)
    lines = [
        f"{inner}{name}{_render(item, indent + 2)}" for name, item in zip(names, items, strict=True)
    ]
    return "\n".join([opening, ",\n".join(lines), " " * indent + closing])


def _plain(value: Any) -> Any:
    """Return a NumPy number that a learner left in the model as a Python number."""
    return value.item()


_flat = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=_plain).encode
"""Writes a value on one line."""


def _escape_surrogates(text: str) -> str:
    """Write lone surrogates, which cannot be encoded, as JSON escapes."""
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)
