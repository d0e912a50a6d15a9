"""Convert models of older format versions to the current one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conjunct.errors import ModelError
from conjunct.model.json_fields import Fields
from conjunct.model.promise import NO_PROMISE

PROMISING = 5
"""The first version that has promises."""
COUNTING = 6
"""The first version whose score cards have scores."""
REMEMBERING = 7
"""The first version with facts about the training."""


def renewed(data: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return the data of a model of any format version as the current version would hold them.

    Data that no older version wrote are left as they are, for the reader to refuse.

    Parameters
    ----------
    data : dict
        The parsed JSON object.
    kind : str
        The kind of model named in the file.
    """
    if data["version"] < PROMISING:
        data = _promising(data, kind)
    if data["version"] < COUNTING and kind == "score card":
        more: dict[str, Any] = {"scores": [], "checked": None, "seen": {}}
        _refuse_newer(Fields(data), more)
        data = {**data, **more}
    if data["version"] < REMEMBERING:
        _refuse_newer(Fields(data), ["training"])
        data = {**data, "training": None}
    return data


def _promising(data: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return the data of versions 1 to 4 as version 5 would hold them.

    These versions stored two errors with each rule. They are checked and dropped, because they
    promised something else.
    """
    read = Fields(data)
    more: dict[str, Any] = {"promises": None}
    if kind == "rule list":
        more["reached"] = False
    if kind == "score card":
        more["threshold"] = None
    _refuse_newer(read, more)
    parts: dict[str, Callable[[Fields], Any]] = {"rules": _rule, "nodes": _node}
    for name, renew in parts.items():
        if isinstance(data.get(name), list):
            more[name] = [renew(one) for one in read.objects(name)]
    return {**data, **more}


def _rule(read: Fields) -> Any:
    rule = _judged(read)
    if isinstance(rule, dict) and isinstance(rule.get("search"), dict):
        rule["search"] = _record(read.object("search"))
    return rule


def _node(read: Fields) -> Any:
    node = _judged(read)
    if isinstance(node, dict):
        _refuse_newer(read, ["possible"])
        node["possible"] = 0
    return node


def _judged(read: Fields) -> Any:
    """Return a rule or a node without its two errors, and with an empty promise."""
    if not isinstance(read.value, dict):
        return read.value
    _refuse_newer(read, ["promise"])
    gone = ("error", "corrected_error")
    for name in gone:
        read.number(name)
    kept = {name: value for name, value in read.value.items() if name not in gone}
    return {**kept, "promise": NO_PROMISE.to_dict()}


def _record(read: Fields) -> dict[str, Any]:
    record = {**_counted(read), "possible": 0}
    _refuse_newer(read, ["possible"])
    if isinstance(record.get("rounds"), list):
        record["rounds"] = [_counted(one) for one in read.objects("rounds")]
    return record


def _counted(read: Fields) -> Any:
    """Return a record or a round with the field for the number of candidates renamed."""
    if not isinstance(read.value, dict):
        return read.value
    _refuse_newer(read, ["tried"])
    tried = read.integer("scored")
    kept = {name: value for name, value in read.value.items() if name != "scored"}
    return {**kept, "tried": tried}


def _refuse_newer(read: Fields, names: Any) -> None:
    """Refuse fields that the old versions did not have."""
    for name in names:
        if name in read.value:
            raise ModelError(f"{read.path(name)} is not a field of this format")
