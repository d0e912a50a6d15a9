"""Data for editing rules in the page: their conditions, and the columns they may test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conjunct.cards.refit import USUAL_RIDGE
from conjunct.count.requests import BASE_RIDGE
from conjunct.errors import ModelError
from conjunct.estimators.bounded import CONFIDENCE
from conjunct.estimators.refitted_card import points_decimals
from conjunct.model import Condition, Rule, Rules, ScoreCard, Tree
from conjunct.model.editing import forbidden_bodies, known_attributes
from conjunct.model.edits_file import FORMAT, VERSION
from conjunct.model.made_rule import class_name
from conjunct.model.notation import bound_text, percent_text
from conjunct.report.known_rows import KnownRows


def refuse_uneditable(rules: Rules, table: Any) -> None:
    """Refuse a tree, and a model without rows to try edits on."""
    if isinstance(rules, Tree):
        raise ModelError(
            "a tree is edited as a list of rules; in Python, tree.to_rules() returns one to save"
        )
    if table is None:
        raise ModelError("edits are tried on rows; give the table that the model was learned from")


def editing_data(rules: Rules, known: KnownRows) -> dict[str, Any]:
    """Return the data that editing needs besides the decision, the rules and the rows.

    Returns
    -------
    editing : dict
        ``rules`` hold conditions as attribute, operator and value; None stands for a missing cell.
        ``others`` are the columns after those of the decision; those of them that the model was not
        learned from are ``unlearned``. ``classes`` are written as in the
        text of a rule.

    Examples
    --------
    >>> from conjunct.model import RuleList
    >>> from conjunct.report.known_rows import known_rows
    >>> rules = RuleList((), ("no", "yes"), 1, (3, 7), {}, target="answer")
    >>> found = editing_data(rules, known_rows(rules, {"age": [3, 4], "answer": ["no", "yes"]}, every=True))
    >>> found["others"], found["file"]
    ([{'name': 'age', 'kind': 'numeric'}], {'format': 'conjunct-edits', 'version': 1})
    """  # noqa: E501
    return {
        "kind": rules.KIND,
        "missing": rules.missing,
        "classes": [class_name(label) for label in rules.classes],
        "default": rules.default,
        "counts": list(rules.class_counts),
        "rules": [_rule_data(rule) for rule in rules],
        "others": [{"name": one.name, "kind": one.kind} for one in known.others],
        "unlearned": _unlearned(rules, known),
        "forbidden": [edit.before for edit in rules.edits if edit.op == "forbid"],
        "forbidden_rules": [_conditions(body) for body in forbidden_bodies(rules)],
        "fitting": _fitting(rules),
        "believed": None if rules.promises is None else rules.promises.believed,
        "confidence": CONFIDENCE if rules.promises is None else rules.promises.confidence,
        "file": {"format": FORMAT, "version": VERSION},
    }


def _unlearned(rules: Rules, known: KnownRows) -> list[str]:
    learned = known_attributes(rules)
    return [one.name for one in known.others if learned is not None and one.name not in learned]


def _conditions(body: Sequence[Condition]) -> list[list[Any]]:
    return [[one.attribute, one.op, one.value] for one in body]


def _fitting(rules: Rules) -> dict[str, Any] | None:
    """Return the data for fitting points; None for models without points."""
    if not isinstance(rules, ScoreCard):
        return None
    ridge = USUAL_RIDGE if rules.ridge is None else rules.ridge
    return {"ridge": ridge, "baseRidge": BASE_RIDGE, "decimals": points_decimals(rules)}


def _rule_data(rule: Rule) -> dict[str, Any]:
    promised = []
    if rule.expected is not None:
        promised.append(f"expected {percent_text(rule.expected)} wrong")
    if rule.at_most is not None:
        promised.append(f"at most {bound_text(rule.at_most)}")
    return {
        "conditions": _conditions(rule.conditions),
        "locked": rule.locked,
        "signLocked": rule.sign_locked,
        "promise": ", ".join(promised) or "no promise",
    }
