"""The JSON form of a learned heuristic, checked field by field."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from conjunct.errors import ModelError

FORMAT = "conjunct-heuristic"
VERSION = 1

FIELDS = ("target", "features", "classic", "layers", "training")
TRAINING_FIELDS = ("learner", "tables", "examples", "mean_absolute_error")


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a file."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ModelError(
            f"{os.fspath(path)!r} is not a learned heuristic: it is not text in UTF-8"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ModelError(
            f"cannot read the heuristic {os.fspath(path)!r}: {reason}; "
            "conjunct meta-learn writes such files"
        ) from error


def parse_document(text: str) -> dict[str, Any]:
    """Return the fields of a heuristic file, checked and converted to their types.

    Examples
    --------
    >>> parse_document('{"format": "conjunct-heuristic", "version": 1}')
    Traceback (most recent call last):
    ...
    conjunct.errors.ModelError: target is missing
    """
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ModelError(f"it is not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ModelError(f"its format is not {FORMAT!r}")
    if data.get("version") != VERSION:
        raise ModelError(f"this Conjunct reads version {VERSION}, not {data.get('version')!r:.60}")
    _refuse_other(data, ("format", "version", *FIELDS), "")
    features = _texts(data, "features")
    layers = [_layer(one, f"layers[{at}]") for at, one in enumerate(_list(data, "layers"))]
    return {
        "target": data["target"],
        "features": features,
        "classic": data["classic"],
        "layers": layers,
        "training": None if data["training"] is None else _training(data["training"]),
    }


def _layer(data: Any, where: str) -> tuple[list[list[float]], list[float]]:
    _refuse_other(data, ("weights", "intercepts"), f"{where}.")
    rows = _list(data, "weights", where)
    weights = [_numbers(row, f"{where}.weights[{at}]") for at, row in enumerate(rows)]
    return weights, _numbers(data["intercepts"], f"{where}.intercepts")


def _training(data: Any) -> dict[str, Any]:
    _refuse_other(data, TRAINING_FIELDS, "training.")
    error, examples = data["mean_absolute_error"], data["examples"]
    if not isinstance(data["learner"], str):
        raise ModelError(f"training.learner must be a text, not {data['learner']!r:.60}")
    if not isinstance(examples, int) or isinstance(examples, bool) or examples < 0:
        raise ModelError(f"training.examples must be a whole number, not {examples!r:.60}")
    if error is not None:
        (error,) = _numbers([error], "training.mean_absolute_error")
    return {
        "learner": data["learner"],
        "tables": _texts(data, "tables", "training."),
        "examples": examples,
        "mean_absolute_error": error,
    }


def _refuse_other(data: Any, names: tuple[str, ...], where: str) -> None:
    """Raise an error unless `data` is an object with exactly these fields."""
    if not isinstance(data, dict):
        raise ModelError(f"{where.rstrip('.')} must be an object, not {data!r:.60}")
    for name in names:
        if name not in data:
            raise ModelError(f"{where}{name} is missing")
    for name in data:
        if name not in names:
            shown = name if name.isprintable() else repr(name)
            raise ModelError(f"{where}{shown:.200} is not a field of this format")


def _list(data: dict[str, Any], name: str, where: str = "") -> list[Any]:
    value = data[name]
    if not isinstance(value, list):
        raise ModelError(f"{f'{where}.' if where else ''}{name} must be a list, not {value!r:.60}")
    return value


def _texts(data: dict[str, Any], name: str, where: str = "") -> tuple[str, ...]:
    value = data[name]
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ModelError(f"{where}{name} must be a list of texts, not {value!r:.60}")
    return tuple(value)


def _numbers(value: Any, where: str) -> list[float]:
    is_list = isinstance(value, list)
    if not is_list or any(isinstance(w, bool) or not isinstance(w, int | float) for w in value):
        raise ModelError(f"{where} must be a list of numbers, not {value!r:.60}")
    try:
        return [float(one) for one in value]
    except OverflowError:
        raise ModelError(f"{where} holds a number that is too large") from None
