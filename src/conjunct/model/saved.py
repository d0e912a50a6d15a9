"""Read a saved model: everything is checked, and no code is run."""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from conjunct.data.forms import read_form
from conjunct.data.table import Kind
from conjunct.errors import ModelError
from conjunct.model.condition import MISSING, OPERATORS, Condition
from conjunct.model.decided import check_decided
from conjunct.model.edit import read_edits
from conjunct.model.figures import check_figures
from conjunct.model.json_fields import Fields
from conjunct.model.json_form import FORMAT, LOCKS, VERSION
from conjunct.model.node import Node, check_nodes, leaf_rules
from conjunct.model.notation import Label
from conjunct.model.older import renewed
from conjunct.model.promise import read_promise, read_promises
from conjunct.model.record import SearchRecord
from conjunct.model.rule import Rule
from conjunct.model.rule_list import RuleList
from conjunct.model.rule_set import RuleSet
from conjunct.model.rules import Rules
from conjunct.model.scale import Scale
from conjunct.model.score_card import ScoreCard
from conjunct.model.scored_rule import ScoredRule
from conjunct.model.scores import read_checked, read_scores
from conjunct.model.threshold import read_threshold
from conjunct.model.training import read_training
from conjunct.model.tree import Tree

_KINDS: tuple[Kind, ...] = get_args(Kind)
_FORMS: dict[int, tuple[type[Rules], ...]] = {
    1: (RuleList,),
    2: (RuleList, RuleSet),
    3: (RuleList, RuleSet, Tree),
    4: (RuleList, RuleSet, Tree, ScoreCard),
    5: (RuleList, RuleSet, Tree, ScoreCard),
    6: (RuleList, RuleSet, Tree, ScoreCard),
    7: (RuleList, RuleSet, Tree, ScoreCard),
}
"""The kinds of model that each version of the format can hold."""


def load_model(source: str | os.PathLike[str]) -> Rules:
    """Read a model that `save` or `to_json` wrote.

    Parameters
    ----------
    source : str or path
        A file, or the JSON text itself: a str that starts with ``{`` is taken as text.

    Returns
    -------
    rules : RuleList, RuleSet, Tree or ScoreCard
        A model equal to the one that was saved.

    Examples
    --------
    >>> rules = RuleList((), ("no", "yes"), 1, (3, 7), {}, target="answer", n_rows=10)
    >>> load_model(rules.to_json()) == rules
    True
    >>> load_model('{"format": "something else"}')
    Traceback (most recent call last):
    ...
    conjunct.errors.ModelError: the model text is not a Conjunct model: its format is 'something else'
    """  # noqa: E501
    name, text = _text_of(source)
    try:
        data = json.loads(text, object_pairs_hook=unique_fields, parse_constant=refuse_constant)
    except RecursionError:
        raise ModelError(f"{name} is not a Conjunct model: it is nested too deeply") from None
    except ModelError as error:
        raise ModelError(f"{name} is broken: {error}") from None
    except ValueError as error:
        raise ModelError(
            f"{name} is not a Conjunct model: it is not JSON ({error}); give one that "
            "conjunct learn --save wrote"
        ) from None
    form = _form_of(name, data)
    try:
        rules = _read_rules(form, renewed(data, form.KIND))
        check_decided(rules)
        check_figures(rules)
    except ModelError as error:
        raise ModelError(f"{name} is broken: {error}") from None
    return rules


def _text_of(source: str | os.PathLike[str]) -> tuple[str, str]:
    """Return the name of the model for messages, and its text."""
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return "the model text", source
    name = repr(os.fspath(source))
    try:
        return name, Path(source).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ModelError(f"{name} is not a Conjunct model: it is not text in UTF-8") from None
    except OSError as error:
        why = f"{error.strerror}; check the name and the folder"
        raise ModelError(f"cannot read the model {name}: {why}") from error
    except ValueError as error:  # a path with a NUL character
        raise ModelError(f"cannot read the model {name}: {error}") from error


def unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of a JSON object as a dict; refuse a field that is given twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(name for name, _ in pairs)
        twice = next(name for name, count in times.items() if count > 1)
        raise ModelError(f"the field {twice!r} is given twice")
    return found


def refuse_constant(constant: str) -> float:
    """Refuse NaN and infinities, which are not valid JSON."""
    raise ModelError(f"{constant} is not a number that a model can hold")


def _form_of(name: str, data: Any) -> type[Rules]:
    """Check format and version, and return the class of the model."""
    if not isinstance(data, dict) or "format" not in data:
        raise ModelError(f"{name} is not a Conjunct model: it does not name its format")
    if data["format"] != FORMAT:
        raise ModelError(f"{name} is not a Conjunct model: its format is {data['format']!r:.60}")
    version = data.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise ModelError(f"{name} is broken: version must be a whole number, not {version!r:.60}")
    if version > VERSION:
        raise ModelError(
            f"{name} was written by a newer Conjunct (format version {version}, this one reads "
            f"{VERSION}); upgrade with: pip install --upgrade conjunct"
        )
    for form in _FORMS[version]:
        if data.get("kind") == form.KIND:
            return form
    known = " or ".join(repr(form.KIND) for form in _FORMS[version])
    raise ModelError(
        f"{name} holds a {data.get('kind')!r:.60}; format version {version} holds only {known}"
    )


def _read_rules(form: type[Rules], data: dict[str, Any]) -> Rules:
    derived = {"rules", "reached"} if issubclass(form, Tree) else set()
    optional = {"forms", "scale", "edits", "ridge"} & set(_names(form))
    names = [*(name for name in _names(form) if name not in derived | optional), "training"]
    read = Fields(data).only(["format", "version", "kind", *names], optional=sorted(optional))
    facts: dict[str, Any] = {
        "classes": _read_classes(read),
        "default": read.integer("default"),
        "class_counts": read.counts("class_counts"),
        "kinds": _read_kinds(read.object("kinds")),
        "missing": read.choice("missing", MISSING),
        "target": read.text("target"),
        "n_rows": read.count("n_rows"),
        "notes": read.texts("notes"),
        "promises": read_promises(read.object("promises")),
        "training": read_training(read.object("training")),
        "forms": _read_forms(read.object("forms")) if "forms" in data else {},
        "edits": read_edits(read.objects("edits")) if "edits" in data else (),
    }
    if issubclass(form, Tree):
        nodes = tuple(_read_node(node) for node in read.objects("nodes"))
        check_nodes(nodes)
        return form(rules=leaf_rules(nodes), nodes=nodes, **facts)
    rules = read.objects("rules")
    if issubclass(form, ScoreCard):
        facts |= {"base": read.numbers("base"), "unit": read.number("unit")}
        facts["threshold"] = read_threshold(read.object("threshold"))
        facts["scores"] = read_scores(read, "scores")
        facts["checked"] = read_checked(read.object("checked"))
        facts["seen"] = _read_seen(read.object("seen"))
        facts["scale"] = Scale.of(read.numbers("scale")) if "scale" in data else None
        facts["ridge"] = read.number("ridge") if "ridge" in data else None
        return form(rules=tuple(map(_read_scored_rule, rules)), **facts)
    if issubclass(form, RuleList):
        facts["reached"] = read.boolean("reached")
    return form(rules=tuple(map(_read_rule, rules)), **facts)


def _read_node(read: Fields) -> Node:
    read.only(_names(Node))
    return Node(
        counts=read.counts("counts"),
        head=read.integer("head"),
        branches=tuple(_read_condition(one) for one in read.objects("branches")),
        children=read.integers("children"),
        usual=read.integer("usual"),
        gain=read.number("gain"),
        p_chance=read.number("p_chance"),
        attributes_tried=read.integer("attributes_tried"),
        splits_tried=read.integer("splits_tried"),
        conditions_tried=read.integer("conditions_tried"),
        promise=read_promise(read.object("promise")),
        possible=read.any_integer("possible"),
    )


def _read_rule(read: Fields) -> Rule:
    return Rule(**_rule_facts(_of_rule(read, Rule)))


def _of_rule(read: Fields, of: type[Rule]) -> Fields:
    return read.only((name for name in _names(of) if name not in LOCKS), optional=LOCKS)


def _read_scored_rule(read: Fields) -> ScoredRule:
    facts = _rule_facts(_of_rule(read, ScoredRule))
    return ScoredRule(points=read.numbers("points"), **facts)


def _rule_facts(read: Fields) -> dict[str, Any]:
    search = read.object("search")
    return {
        "conditions": tuple(_read_condition(one) for one in read.objects("conditions")),
        "head": read.integer("head"),
        "counts": read.counts("counts"),
        "promise": read_promise(read.object("promise")),
        "search": SearchRecord.from_dict(search.value, search.where),
        **{name: name in read.value and read.boolean(name) for name in LOCKS},
    }


def _read_condition(read: Fields) -> Condition:
    read.only(_names(Condition))
    attribute, op = read.text("attribute"), read.choice("op", OPERATORS)
    if op in ("<=", ">"):
        return Condition(attribute, op, read.number("value"))
    value = read.value["value"]
    return Condition(attribute, op, None if value is None else read.text("value"))


def _read_classes(read: Fields) -> tuple[Label, ...]:
    labels = read.items("classes")
    for label in labels:
        if not isinstance(label, Label):
            raise ModelError(f"classes must be texts, numbers or booleans, not {label!r:.60}")
    return tuple(labels)


def _read_kinds(read: Fields) -> dict[str, Kind]:
    if not isinstance(read.value, dict):
        raise ModelError(f"kinds must be an object, not {read.value!r:.60}")
    return {name: read.choice(name, _KINDS) for name in read.value}


def _read_forms(read: Fields) -> dict[str, str]:
    if not isinstance(read.value, dict):
        raise ModelError(f"forms must be an object, not {read.value!r:.60}")
    for name in read.value:
        if read_form(read.text(name)) is None:
            raise ModelError(f"{read.path(name)} is not a form: {read.text(name)!r:.60}")
    return dict(read.value)


def _read_seen(read: Fields) -> dict[str, tuple[str, ...]]:
    if not isinstance(read.value, dict):
        raise ModelError(f"seen must be an object, not {read.value!r:.60}")
    return {name: read.texts(name) for name in read.value}


def _names(of: type[Rules | Rule | Condition | Node]) -> list[str]:
    """Return the names of the saved fields: those that comparisons use."""
    return [field.name for field in fields(of) if field.compare]
