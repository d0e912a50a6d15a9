"""An edits file: the changes that a person wants, with reasons, as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from conjunct.errors import ModelError
from conjunct.model.json_fields import Fields
from conjunct.model.rules import Rules
from conjunct.model.saved import refuse_constant, unique_fields

AnyRules = TypeVar("AnyRules", bound=Rules)

FORMAT = "conjunct-edits"
VERSION = 1

_FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "drop": (("rule",), ()),
    "replace": (("rule", "with"), ()),
    "points": (("rule", "points"), ()),
    "add": (("with",), ("at",)),
    "lock": (("rule",), ()),
    "unlock": (("rule",), ()),
    "sign": (("rule", "sign"), ()),
    "forbid": ((), ("attribute", "rule")),
}
"""Required fields of each operation, and optional ones besides the reason."""


def apply_edits(rules: AnyRules, source: str | os.PathLike[str] | Sequence[Any]) -> AnyRules:
    """Apply the edits of a file one after the other, and return the new theory.

    A rule number is the one that the model would print after the preceding edits. A rule named by
    its body is found at any position. Counts and points stay until `Rules.refit`. The format is
    described in :doc:`/guide/editing`.

    Parameters
    ----------
    rules : Rules
        A list, set or card.
    source : str, path or sequence of dict
        A file, the JSON text itself (a str that starts with ``{``), or the entries.

    Examples
    --------
    >>> from conjunct.model import RuleList
    >>> rules = RuleList((), ("no", "yes"), 0, (7, 3), {})
    >>> entry = {"op": "add", "with": "if age > 60 then yes", "reason": "by law"}
    >>> print(apply_edits(rules, [entry]).edits[0])
    added: if age > 60 then yes (by law)
    >>> apply_edits(rules, [entry, {"op": "drop", "rule": 3}])
    Traceback (most recent call last):
    ...
    conjunct.errors.ModelError: edit 2: there is no rule 3: the rule list has 1 rule, from 1 on
    """
    name, entries = _entries(source)
    for number, entry in enumerate(entries, start=1):
        try:
            rules = _applied(rules, entry)
        except ModelError as error:
            raise ModelError(f"{name}edit {number}: {error}") from None
    return rules


def _entries(source: str | os.PathLike[str] | Sequence[Any]) -> tuple[str, list[Any]]:
    """Return the name of the source for messages, and its entries."""
    if not isinstance(source, str | os.PathLike):
        return "", list(source)
    if isinstance(source, str) and source.lstrip().startswith("{"):
        name, text = "the edits", source
    else:
        name = repr(os.fspath(source))
        text = _text_of(name, source)
    try:
        data = json.loads(text, object_pairs_hook=unique_fields, parse_constant=refuse_constant)
        read = Fields(data, "the file").only(["format", "version", "edits"])
        if (data["format"], data["version"]) != (FORMAT, VERSION):
            raise ModelError(f"it is not of the format {FORMAT!r}, version {VERSION}")
        return f"{name}: ", read.items("edits")
    except RecursionError:
        raise ModelError(f"{name} holds no edits: it is nested too deeply") from None
    except ModelError as error:
        raise ModelError(f"{name} holds no edits: {error}") from None
    except ValueError as error:
        raise ModelError(f"{name} is not JSON: {error}") from None


def _text_of(name: str, path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ModelError(f"{name} holds no edits: it is not text in UTF-8") from None
    except OSError as error:
        why = f"{error.strerror}; check the name and the folder"
        raise ModelError(f"cannot read the edits {name}: {why}") from error
    except ValueError as error:  # a path with a NUL character
        raise ModelError(f"cannot read the edits {name}: {error}") from error


def _applied(rules: AnyRules, entry: Any) -> AnyRules:
    op = entry.get("op") if isinstance(entry, dict) else None
    if not isinstance(op, str) or op not in _FIELDS:
        raise ModelError(f"it must be an object whose op is one of {', '.join(_FIELDS)}")
    required, optional = _FIELDS[op]
    read = Fields(entry).only(["op", *required], [*optional, "reason"])
    reason = read.text("reason") if "reason" in entry else ""
    rule = _rule(read) if "rule" in required else 0
    by_name: dict[str, Callable[[], AnyRules]] = {
        "drop": lambda: rules.drop(rule, reason=reason),
        "replace": lambda: rules.replace(rule, read.text("with"), reason=reason),
        "points": lambda: rules.replace(rule, points=read.number("points"), reason=reason),
        "add": lambda: rules.add(read.text("with"), at=_place(read), reason=reason),
        "lock": lambda: rules.lock(rule, reason=reason),
        "unlock": lambda: rules.unlock(rule, reason=reason),
        "sign": lambda: rules.fix_sign(rule, read.text("sign"), reason=reason),
        "forbid": lambda: _forbidden(rules, read, reason),
    }
    return by_name[op]()


def _forbidden(rules: AnyRules, read: Fields, reason: str) -> AnyRules:
    if ("attribute" in read.value) == ("rule" in read.value):
        raise ModelError("forbid takes either an attribute or a rule")
    if "rule" in read.value:
        return rules.forbid_rule(_rule(read), reason=reason)
    return rules.forbid(read.text("attribute"), reason=reason)


def _rule(read: Fields) -> int | str:
    is_text = isinstance(read.value["rule"], str)
    return read.text("rule") if is_text else read.integer("rule")


def _place(read: Fields) -> int | None:
    return None if read.value.get("at") is None else read.integer("at")
