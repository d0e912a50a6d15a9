"""A model as JSON: data only, readable, exact."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conjunct.errors import ModelError
from conjunct.model.scores import scores_data

if TYPE_CHECKING:
    from conjunct.model.node import Node
    from conjunct.model.rule import Rule
    from conjunct.model.rules import Rules
    from conjunct.model.score_card import ScoreCard
    from conjunct.model.tree import Tree

FORMAT = "conjunct-model"
VERSION = 7
"""Version 1 knew rule lists alone, version 2 also rule sets, version 3 also trees, version 4 also
score cards; version 5 has promises in place of errors;
version 6 has scores, what was cross-validated and categories with score cards; version 7 has what
is known of the training."""
LINE = 100
"""Objects and lists of plain values stay on one line up to this width."""


def rules_json(rules: Rules, **more: Any) -> str:
    """Return rules as JSON text.

    Numbers are written so that they read back exactly, and each condition stands on a line of
    its own, so that two saved models can be compared line by line.

    Parameters
    ----------
    rules : Rules
    **more
        Further fields, before the rules.

    Returns
    -------
    text : str
        Ends with a newline.
    """
    return _written({**_facts(rules), **more, "rules": [_rule_data(rule) for rule in rules]})


def tree_json(tree: Tree) -> str:
    """Return a tree as JSON text: its nodes, of which its rules follow. As `rules_json`."""
    return _written({**_facts(tree), "nodes": [_node_data(node) for node in tree.nodes]})


def card_json(card: ScoreCard) -> str:
    """Return a score card as JSON text: rules with their points. As `rules_json`."""
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
        **({"locked": True} if rule.locked else {}),
    }


def _node_data(node: Node) -> dict[str, Any]:
    branches = [asdict(condition) for condition in node.branches]
    lists = {"counts": list(node.counts), "branches": branches, "children": list(node.children)}
    facts = {name: getattr(node, name) for name in node.__slots__}
    return {**facts, **lists, "promise": node.promise.to_dict()}


def _render(value: Any, indent: int) -> str:
    """Write a value; containers of containers and long ones take one line for each item."""
    flat = json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)
    if not isinstance(value, dict | list) or not value:
        return flat
    if isinstance(value, dict):
        opening, closing = "{", "}"
        names = [json.dumps(name, ensure_ascii=False) for name in value]
        named = [(f"{name}: ", item) for name, item in zip(names, value.values(), strict=True)]
    else:
        opening, closing = "[", "]"
        named = [("", item) for item in value]
    nested = any(isinstance(item, dict | list) for _, item in named)
    if not nested and indent + len(flat) <= LINE:
        return flat
    inner = " " * (indent + 2)
    lines = [f"{inner}{name}{_render(item, indent + 2)}" for name, item in named]
    return "\n".join([opening, ",\n".join(lines), " " * indent + closing])


def _plain(value: Any) -> Any:
    """Turn a NumPy number that a learner left in the model into a Python one."""
    return value.item()


def _escape_surrogates(text: str) -> str:
    """Write halves of characters, which no encoding takes, as JSON escapes."""
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)


def write_text(path: str | os.PathLike[str], text: str | Iterable[str]) -> None:
    """Write a whole file or nothing: first beside it, then into its place.

    Parameters
    ----------
    path : str or path
        The folder must exist; an existing file is replaced.
    text : str or iterable of str
        Written as UTF-8, one text after the other.
    """
    place = Path(path).resolve()
    beside = place.with_name(f".{place.name}.{secrets.token_hex(4)}.tmp")
    try:
        try:
            with open(beside, "xb") as file:
                texts = [text] if isinstance(text, str) else text
                file.writelines(one.encode("utf-8") for one in texts)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, place)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise ModelError(f"cannot write {os.fspath(path)!r}: {error.strerror}") from error
