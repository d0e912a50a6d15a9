"""Corrupted models, and the sentences that refuse them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conjunct import load_model
from conjunct.errors import ModelError
from conjunct.model import Rules


def refusal(model: Rules, spoil: Callable[[dict[str, Any]], Any], folder: Path) -> str:
    """Save a model, corrupt the file, and return the sentence that refuses it, with its name."""
    data = json.loads(model.to_json())
    spoil(data)
    path = folder / "spoilt.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ModelError) as refused:
        load_model(path)
    message = str(refused.value)
    assert message.startswith(repr(str(path)))
    assert "\n" not in message
    return message
