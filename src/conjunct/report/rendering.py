"""Render the dict as a page: templates, and a security policy that allows nothing external.

Only this module of the reports imports jinja2.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import takewhile
from typing import Any

from conjunct.errors import MissingPackageError
from conjunct.model.notation import amount_text
from conjunct.model.probability import class_distribution

try:
    from jinja2 import Environment, PackageLoader, pass_context
    from jinja2.runtime import Context
    from markupsafe import Markup, escape
except ImportError as fault:
    raise MissingPackageError.named("jinja2", "report", "A report") from fault

SCRIPTS = (
    *("texts", "cells", "decide", "changes", "tabs", "rows", "rule_rows", "threshold"),
    *("change_shown", "answer", "what_if", "unpack"),
)
"""Small scripts that are joined into one, in this order."""
EDITING = (
    *("exact_points", "rule_text", "rule_reader", "theory", "edits", "effect"),
    *("solve", "fit_points", "bound", "refit"),
    *("desk", "edit_rule", "edit"),
)
"""Further scripts of a page with editing."""
MOST_RULES = 100
"""Largest number of rules with details to unfold."""
MOST_LINES = 300
"""Largest number of rules in the table and in coverage space."""
LARGEST = 190_000
"""Size of a page without rows, in bytes, above which its long parts are compressed."""
_FOR_SCRIPTS = ("labels", "decision", "controls", "table", "editing")
_HIDDEN = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def render(document: dict[str, Any]) -> str:
    """Return the page that shows a document; the long parts of a large one are compressed."""
    page = _rendered(document, None)
    rows = "" if document["table"] is None else json.dumps(document["table"]["rows"])
    return page if len(page.encode()) - len(rows) <= LARGEST else _rendered(document, [])


def _rendered(document: dict[str, Any], packed: list[str] | None) -> str:
    """Fill the templates; if `packed` is a list, long parts are moved into it."""
    style, script = _part("page.css"), _script(document["editing"] is not None)
    data = _data(document)
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    text = (
        _environment()
        .get_template("page.html")
        .render(
            document=document,
            policy=policy,
            most_rules=MOST_RULES,
            most_lines=MOST_LINES,
            style=Markup(style),
            script=Markup(script),
            data=Markup(data),
            packed=packed,
            pack=lambda: _compressed({"data": data, "parts": packed}),
        )
    )
    # Lone surrogates cannot be encoded; names and values show them as escapes anyway.
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def _data(document: dict[str, Any]) -> str:
    """Write the data for scripts so that no text in it can end its HTML element."""
    rules = document["rules"]
    names = ("then", "points", "head", "against", "counts")
    by_field = {name: [rule[name] for rule in rules] for name in names}
    conditions, bodies = _numbered(rules)
    kept = {name: document[name] for name in _FOR_SCRIPTS}
    kept |= {"decision": _without_what_follows(document), "conditions": conditions}
    kept |= {"rules": {**by_field, "body": bodies}}
    return json.dumps(kept, separators=(",", ":"), allow_nan=False).translate(_HIDDEN)


def _numbered(rules: list[dict[str, Any]]) -> tuple[list[Any], list[list[int]]]:
    """Return the distinct conditions, and bodies as lists of their numbers.

    A body starts with the number of leading conditions that it shares with the previous body;
    these are left out, because leaves of a tree share most of them.
    """
    numbers: dict[tuple[str, ...], int] = {}
    bodies, before = [], list[int]()
    for rule in rules:
        body = [numbers.setdefault(tuple(part), len(numbers)) for part in rule["body"]]
        pairs = zip(before, body, strict=False)
        shared = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
        bodies.append([shared, *body[shared:]])
        before = body
    return list(numbers), bodies


def _without_what_follows(document: dict[str, Any]) -> dict[str, Any]:
    """Return the decision without probabilities that follow from counts and bodies of leaves."""
    decision: dict[str, Any] = document["decision"]
    if "outcomes" not in decision:
        return decision
    if "nodes" in decision:
        decision = {**decision, "bodies": []}
    counts = [rule["counts"] for rule in document["rules"]]
    outcomes = [list(one) for one in decision["outcomes"]]
    for outcome, own in zip(outcomes, counts, strict=False):
        if class_distribution(own, outcome[0]).tolist() == outcome[1]:
            outcome[1] = None
    return {**decision, "outcomes": outcomes}


def _compressed(parts: dict[str, Any]) -> Markup:
    """Return parts as text that `unpack.js` reads; the same parts always give the same text."""
    text = json.dumps(parts, separators=(",", ":")).encode()
    return Markup(b64encode(gzip.compress(text, mtime=0)).decode())


@pass_context
def _long(context: Context, markup: Markup) -> Markup:
    """Return a part of a template, or a placeholder if long parts are compressed."""
    packed: list[str] | None = context["packed"]
    if packed is None:
        return markup
    packed.append(str(markup).encode("utf-8", "backslashreplace").decode())
    return Markup('<div data-packed="{}"></div>').format(len(packed) - 1)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("conjunct.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["code"] = _code
    environment.filters["long"] = _long
    environment.filters["amount"] = amount_text
    return environment


def _code(text: str) -> Markup:
    """Escape a text that is copied from the page; a bare carriage return would become a newline."""
    return Markup(escape(text).replace("\r", Markup("&#13;")))


@cache
def _script(editing: bool) -> str:
    names = (*SCRIPTS, *(EDITING if editing else ()), "start")
    lines = [line for name in names for line in _part(f"scripts/{name}.js").splitlines(True)]
    parts = "".join(line for line in lines if not line.lstrip().startswith("//"))
    return f'(() => {{\n"use strict";\n{parts}}})();\n'


@cache
def _part(name: str) -> str:
    return files("conjunct.report").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
