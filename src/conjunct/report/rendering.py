"""From the dict to the page: templates, and a policy that allows nothing from outside.

The only file that imports jinja2.
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from conjunct.errors import MissingPackageError
from conjunct.model.notation import amount_text

try:
    from jinja2 import Environment, PackageLoader
    from markupsafe import Markup, escape
except ImportError as fault:
    raise MissingPackageError.named("jinja2", "report", "A report") from fault

SCRIPTS = (
    *("texts", "cells", "decide", "changes", "tabs", "rows", "rule_rows", "threshold"),
    *("change_shown", "answer", "what_if"),
)
"""Small scripts that become one, in this order."""
EDITING = (
    *("exact_points", "rule_text", "rule_reader", "theory", "edits", "effect"),
    *("solve", "fit_points", "bound", "refit"),
    *("desk", "edit_rule", "edit"),
)
"""Scripts of a page that edits."""
MOST_RULES = 100
"""Rules that open to what is known about them; the table shows all."""
_FOR_SCRIPTS = ("labels", "decision", "controls", "table", "editing")
_HIDDEN = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def render(document: dict[str, Any]) -> str:
    """Return the page that shows a document."""
    style, script = _part("page.css"), _script(document["editing"] is not None)
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
            style=Markup(style),
            script=Markup(script),
            data=Markup(_data(document)),
        )
    )
    # Halves of characters cannot be encoded; names and values show them as escapes anyway.
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def _data(document: dict[str, Any]) -> str:
    """Write what scripts need so that no text in it can end the element it stands in."""
    rules = [
        {name: one[name] for name in ("body", "then", "points", "head", "against", "counts")}
        for one in document["rules"]
    ]
    kept = {**{name: document[name] for name in _FOR_SCRIPTS}, "rules": rules}
    return json.dumps(kept, separators=(",", ":"), allow_nan=False).translate(_HIDDEN)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("conjunct.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["code"] = _code
    environment.filters["amount"] = amount_text
    return environment


def _code(text: str) -> Markup:
    """Escape a text that is copied from the page; a bare carriage return would become a newline."""
    return Markup(escape(text).replace("\r", Markup("&#13;")))


@cache
def _script(editing: bool) -> str:
    names = (*SCRIPTS, *(EDITING if editing else ()), "start")
    parts = "\n".join(_part(f"scripts/{name}.js") for name in names)
    return f'(() => {{\n"use strict";\n{parts}}})();\n'


@cache
def _part(name: str) -> str:
    return files("conjunct.report").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
