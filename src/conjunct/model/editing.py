"""How rules are changed by hand; numbers that an edit makes invalid are dropped."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TypeVar

from conjunct.data.table import Kind
from conjunct.errors import ModelError, nearest
from conjunct.model.card_order import in_order
from conjunct.model.condition import Condition
from conjunct.model.edit import Edit
from conjunct.model.made_rule import (
    changed_rule,
    class_name,
    class_of_points,
    class_position,
    new_rule,
    uncounted,
)
from conjunct.model.notation import count_text
from conjunct.model.printed.rules import rule_text
from conjunct.model.rule import Rule
from conjunct.model.rule_list import RuleList
from conjunct.model.rules import Rules
from conjunct.model.score_card import ScoreCard
from conjunct.model.tree import Tree
from conjunct.model.written_rule import WrittenRule, parse_rule

AnyRules = TypeVar("AnyRules", bound=Rules)

SIGNS = {1: "+", -1: "−"}
NO_THRESHOLD = "The threshold is gone: it was chosen for the rules before they were edited."


def drop(rules: AnyRules, which: int | str, reason: str = "") -> AnyRules:
    """Leave out one rule."""
    place = position_of(rules, which)
    edit = Edit("drop", rule_text(rules, place), reason=reason)
    return _with_rules(rules, [*rules.rules[:place], *rules.rules[place + 1 :]], edit, place)


def replace(
    rules: AnyRules,
    which: int | str,
    text: str | None = None,
    points: float | None = None,
    reason: str = "",
) -> AnyRules:
    """Replace one rule, or give it other points."""
    place = position_of(rules, which)
    old = rules.rules[place]
    if (text is None) == (points is None):
        raise ModelError("give either the new rule as text or new points for this one")
    written = _with_points(rules, old, points) if text is None else parse_rule(text)
    _refuse_forbidden(rules, written)
    _refuse_twice(rules, written, but=place)
    new = changed_rule(rules, old, written)
    others = [*rules.rules[:place], new, *rules.rules[place + 1 :]]
    from_place = place if new.conditions != old.conditions else len(rules)
    edit = Edit("replace", rule_text(rules, place), str(written), reason)
    return _with_rules(rules, others, edit, from_place)


def add(rules: AnyRules, text: str, at: int | None = None, reason: str = "") -> AnyRules:
    """Add one rule."""
    _refuse_tree(rules)
    written = parse_rule(text)
    _refuse_forbidden(rules, written)
    _refuse_twice(rules, written)
    if at is not None and isinstance(rules, ScoreCard):
        raise ModelError("a score card orders its rules by their points; leave out at")
    place = len(rules) if at is None else at - 1
    if not 0 <= place <= len(rules):
        raise ModelError(f"a rule can be added at number 1 to {len(rules) + 1}, not at {at}")
    more = [*rules.rules[:place], new_rule(rules, written), *rules.rules[place:]]
    return _with_rules(rules, more, Edit("add", "", str(written), reason), place)


def lock(rules: AnyRules, which: int | str, locked: bool, reason: str = "") -> AnyRules:
    """Lock or unlock the class or points of a rule; no number changes."""
    place = position_of(rules, which)
    edit = Edit("lock" if locked else "unlock", rule_text(rules, place), reason=reason)
    old = rules.rules[place]
    rule = dataclasses.replace(old, locked=locked, sign_locked=locked and old.sign_locked)
    changed = (*rules.rules[:place], rule, *rules.rules[place + 1 :])
    return dataclasses.replace(rules, rules=changed, edits=(*rules.edits, edit))


def fix_sign(rules: AnyRules, which: int | str, sign: str, reason: str = "") -> AnyRules:
    """Fix the sign of a rule's points; points of the other sign become one point of this sign."""
    place = position_of(rules, which)
    old, wanted = rules.rules[place], read_sign(sign)
    if not isinstance(rules, ScoreCard):
        raise ModelError(f"rules of a {rules.KIND} have no points; only those of a score card do")
    is_so = wanted * printed_points(rules, place) > 0
    new = old if is_so else changed_rule(rules, old, _with_points(rules, old, wanted))
    new = dataclasses.replace(new, locked=False, sign_locked=True)
    others: list[Any] = [*rules.rules[:place], new, *rules.rules[place + 1 :]]
    edit = Edit("sign", rule_text(rules, place), SIGNS[wanted], reason)
    if is_so:
        return dataclasses.replace(rules, rules=tuple(others), edits=(*rules.edits, edit))
    return _with_rules(rules, others, edit, len(rules))


def read_sign(sign: Any) -> int:
    """Return 1 or -1 for a written sign; minus may be a minus sign or a hyphen."""
    for number, text in SIGNS.items():
        if sign in (text, text.replace("−", "-")):
            return number
    raise ModelError(f"the sign must be + or -, not {sign!r:.60}")


def printed_points(card: ScoreCard, place: int) -> float:
    """Return the points of a rule for the class that they are printed for."""
    rule = card.rules[place]
    if sum(map(bool, rule.points)) > 1:
        raise ModelError(
            f"rule {place + 1} gives points to several classes, which may have several signs; "
            "lock it instead"
        )
    return rule.points[card.scored[0] if len(card.classes) == 2 else rule.head]


def forbid(rules: AnyRules, attribute: str, reason: str = "") -> AnyRules:
    """Leave out all rules that use an attribute."""
    _refuse_tree(rules)
    if not isinstance(attribute, str):
        raise ModelError(f"the attribute to forbid must be a name, not {attribute!r:.60}")
    _refuse_unknown(rules, [attribute])
    uses = [attribute in rule.attributes for rule in rules.rules]
    kept = [rule for rule, out in zip(rules.rules, uses, strict=True) if not out]
    first = uses.index(True) if True in uses else len(rules)
    return _with_rules(rules, kept, Edit("forbid", attribute, reason=reason), first)


def forbid_rule(rules: AnyRules, which: int | str, reason: str = "") -> AnyRules:
    """Leave out a rule for good, named by its number or by a body, which no rule need have."""
    _refuse_tree(rules)
    if isinstance(which, str):
        body = parse_rule(which).conditions
        _refuse_unknown(rules, [condition.attribute for condition in body])
    else:
        body = rules.rules[position_of(rules, which)].conditions
    text = str(WrittenRule(body))
    out = [set(rule.conditions) == set(body) for rule in rules.rules]
    kept = [rule for rule, gone in zip(rules.rules, out, strict=True) if not gone]
    first = out.index(True) if True in out else len(rules)
    return _with_rules(rules, kept, Edit("forbid_rule", text, reason=reason), first)


def position_of(rules: Rules, which: int | str) -> int:
    """Return the position of a rule, from 0, by its printed number or by its body.

    Parameters
    ----------
    rules : Rules
        Any theory but a tree.
    which : int or str
        A number from 1, or a text that `parse_rule` reads. The order of its conditions does not
        matter; its class matters only if several rules have the body.
    """
    _refuse_tree(rules)
    if isinstance(which, str):
        return _found(rules, which)
    if isinstance(which, bool) or not isinstance(which, int):
        raise ModelError(f"a rule is named by its number or its text, not by {which!r:.60}")
    if not 1 <= which <= len(rules):
        of_all = count_text(len(rules), "rule")
        raise ModelError(f"there is no rule {which}: the {rules.KIND} has {of_all}, from 1 on")
    return which - 1


def _found(rules: Rules, text: str) -> int:
    written = parse_rule(text)
    found = [at for at, rule in enumerate(rules) if set(rule.conditions) == set(written.conditions)]
    label = _label(written)
    if len(found) > 1 and label is not None:
        head = class_position(rules.classes, label)
        found = [at for at in found if rules[at].head == head]
    if len(found) != 1:
        many = "several rules have" if found else "no rule has"
        raise ModelError(f"{many} the body of {text!r:.80}; give the number of the rule")
    return found[0]


def _label(written: WrittenRule) -> str | None:
    """Return the class that a written rule names first, if any."""
    return written.points[0][1] if written.points else written.head


def _with_points(rules: Rules, old: Rule, points: Any) -> WrittenRule:
    if not isinstance(rules, ScoreCard):
        raise ModelError(f"rules of a {rules.KIND} have no points; only those of a score card do")
    if isinstance(points, bool) or not isinstance(points, int | float):
        raise ModelError(f"points must be a number, not {points!r:.60}")
    label = class_name(class_of_points(rules, old))
    return WrittenRule(old.conditions, points=((float(points), label),))


def _refuse_tree(rules: Rules) -> None:
    if isinstance(rules, Tree):
        raise ModelError("a tree is edited as a list of rules: call to_rules() first")


def known_attributes(rules: Rules) -> tuple[str, ...] | None:
    """Return the columns that a model was learned from or uses; None if they are not known."""
    if rules.training is None:
        return None
    return tuple(dict.fromkeys([*rules.training.attributes, *rules.kinds]))


def _refuse_unknown(rules: Rules, names: Sequence[str]) -> None:
    """Refuse to forbid a column that the model does not know: its name may be misspelt."""
    known = known_attributes(rules)
    if known is None:
        return
    for name in names:
        if name not in known:
            raise ModelError(
                f"the model was not learned from a column {name!r}, so there is nothing to "
                f"forbid; {nearest(name, known)}"
            )


def forbidden_bodies(rules: Rules) -> list[tuple[Condition, ...]]:
    """Return the bodies that edits forbid; a text that is not a rule forbids nothing."""
    bodies = []
    for edit in rules.edits:
        if edit.op == "forbid_rule":
            with suppress(ModelError):
                bodies.append(parse_rule(edit.before).conditions)
    return bodies


def _refuse_forbidden(rules: Rules, written: WrittenRule) -> None:
    forbidden = {edit.before for edit in rules.edits if edit.op == "forbid"}
    for condition in written.conditions:
        if condition.attribute in forbidden:
            raise ModelError(f"the attribute {condition.attribute!r} was forbidden by an edit")
    for body in forbidden_bodies(rules):
        if set(body) == set(written.conditions):
            raise ModelError(f"the rule '{WrittenRule(body)}' was forbidden by an edit")


def _refuse_twice(rules: Rules, written: WrittenRule, but: int = -1) -> None:
    """Refuse a body that a card has already: the split of points between the two is arbitrary."""
    if not isinstance(rules, ScoreCard):
        return
    for place, rule in enumerate(rules.rules):
        if place == but or set(rule.conditions) != set(written.conditions):
            continue
        named = {None, class_name(class_of_points(rules, rule))}
        if len(rules.classes) == 2 or _label(written) in named:
            raise ModelError(f"rule {place + 1} already has the body {rule.body!r:.80}; replace it")


def _with_rules(rules: AnyRules, changed: Sequence[Any], edit: Edit, place: int) -> AnyRules:
    """Return a theory with other rules; from position `place` on, rules may get other rows."""
    if isinstance(rules, RuleList) and rules.reached:
        changed = [*changed[:place], *map(uncounted, changed[place:])]
    ordered = in_order(changed) if isinstance(rules, ScoreCard) else tuple(changed)
    kinds = _kinds(rules, ordered)
    forms = {name: form for name, form in rules.forms.items() if name in kinds}
    facts: dict[str, Any] = {"rules": ordered, "kinds": kinds, "forms": forms, "learner": None}
    edits = (*rules.edits, edit)
    return dataclasses.replace(rules, edits=edits, **facts, **_of_card(rules, kinds))


def _kinds(rules: Rules, changed: Sequence[Rule]) -> dict[str, Kind]:
    """Return the kinds of the attributes in use; those of new ones follow from their conditions."""
    kinds: dict[str, Kind] = {}
    for rule in changed:
        for condition in rule.conditions:
            kind = rules.kinds.get(condition.attribute, condition.kind)
            if kind is not None:
                kinds.setdefault(condition.attribute, kind)
    for rule in changed:
        for name in rule.attributes:
            if name not in kinds:
                raise ModelError(
                    f"the model does not know whether {name!r} is numeric or nominal; also test "
                    "one of its values"
                )
    return kinds


def _of_card(rules: Rules, kinds: dict[str, Kind]) -> dict[str, Any]:
    """Return replacements for the fields of a card that an edit makes invalid."""
    if not isinstance(rules, ScoreCard):
        return {}
    seen = {name: levels for name, levels in rules.seen.items() if name in kinds}
    notes = rules.notes if rules.threshold is None else (*rules.notes, NO_THRESHOLD)
    return {"scores": (), "checked": None, "threshold": None, "seen": seen, "notes": notes}
