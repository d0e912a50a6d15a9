"""Pieces of PMML: predicates, expressions, and the fields that hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from xml.etree.ElementTree import Element

from conjunct.errors import ModelError
from conjunct.export.cell_test import CellTest, Form
from conjunct.model.notation import number_text

_OPERATORS: dict[Form, str] = {
    "missing": "isMissing",
    "known": "isNotMissing",
    "equals": "equal",
    "differs": "notEqual",
    "differs or missing": "notEqual",
    "at most": "lessOrEqual",
    "above": "greaterThan",
}

_OPPOSITES: dict[Form, tuple[Form, ...]] = {
    "missing": ("known",),
    "known": ("missing",),
    "equals": ("differs or missing",),
    "differs": ("equals", "missing"),
    "differs or missing": ("equals",),
    "at most": ("above", "missing"),
    "above": ("at most", "missing"),
}


def element(tag: str, *children: Element, **attributes: str) -> Element:
    """Return an element with children."""
    made = Element(tag, attributes)
    made.extend(children)
    return made


def predicate(tests: Sequence[CellTest], unless: Sequence[CellTest] = ()) -> Element:
    """Return a predicate: all tests hold, and none of `unless`; without tests it is true."""
    parts = [*map(_predicate, tests), *map(fails, unless)]
    if len(parts) > 1:
        return element("CompoundPredicate", *parts, booleanOperator="and")
    return parts[0] if parts else element("True")


def _predicate(test: CellTest) -> Element:
    if test.form == "never":
        return element("False")
    asked = element("SimplePredicate", field=test.attribute, operator=_OPERATORS[test.form])
    if test.form not in ("missing", "known"):
        asked.set("value", _value(test))
    if test.form != "differs or missing":
        return asked
    missing = element("SimplePredicate", field=test.attribute, operator="isMissing")
    return element("CompoundPredicate", asked, missing, booleanOperator="or")


def fails(test: CellTest) -> Element:
    """Return a predicate that is true if a test fails; PMML cannot negate a predicate."""
    others = [_predicate(replace(test, form=form)) for form in _OPPOSITES[test.form]]
    return element("CompoundPredicate", *others, booleanOperator="or") if others[1:] else others[0]


def _value(test: CellTest) -> str:
    return _category(test) if test.kind == "nominal" else number_text(test.number)


def _category(test: CellTest) -> str:
    """Return the category; refuse the empty text, which PMML scorers take for a missing value."""
    if not test.text:
        raise ModelError(
            f"PMML cannot ask whether column {test.attribute!r} is the empty text; rename that "
            "category and learn again"
        )
    return test.text


def number(value: float) -> Element:
    """Return a constant number."""
    made = element("Constant", dataType="double")
    made.text = number_text(value)
    return made


def text(value: str) -> Element:
    """Return a constant text."""
    made = element("Constant", dataType="string")
    made.text = value
    return made


def field(name: str) -> Element:
    """Return the value of a field."""
    return element("FieldRef", field=name)


def apply(function: str, *parts: Element) -> Element:
    """Return the application of a function."""
    return element("Apply", *parts, function=function)


def choose(condition: Element, yes: Element, no: Element) -> Element:
    """Return one of two values, depending on a condition."""
    return apply("if", condition, yes, no)


def flag(tests: Sequence[CellTest]) -> Element:
    """Return 1 if all tests hold, otherwise 0; the result is never missing."""
    flags = [_flag(test) for test in tests] or [number(1)]
    made, *others = flags
    for other in others:
        made = apply("*", made, other)
    return made


def _flag(test: CellTest) -> Element:
    if test.form == "never":
        return number(0)
    cell = field(test.attribute)
    if test.form in ("missing", "known"):
        return choose(apply(_OPERATORS[test.form], cell), number(1), number(0))
    if test.kind == "nominal":
        same = element("NormDiscrete", field=test.attribute, value=_category(test))
        same.set("mapMissingTo", "1" if test.form == "differs" else "0")
        return same if test.form == "equals" else apply("-", number(1), same)
    asked = apply(_OPERATORS[test.form], cell, number(test.number))
    missing = apply("isMissing", field(test.attribute))
    return choose(missing, number(0), choose(asked, number(1), number(0)))


def total(parts: Sequence[Element]) -> Element:
    """Return a sum."""
    return apply("sum", *parts) if len(parts) > 1 else parts[0]


def text_field(tag: str, name: str, value: Element, **more: str) -> Element:
    """Return a text field with the value of an expression."""
    return element(tag, value, name=name, optype="categorical", dataType="string", **more)


def number_field(tag: str, name: str, value: Element, **more: str) -> Element:
    """Return a numeric field with the value of an expression."""
    return element(tag, value, name=name, optype="continuous", dataType="double", **more)
