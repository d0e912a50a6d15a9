from __future__ import annotations

import math
from typing import Any

import pytest

from conjunct.errors import ModelError
from conjunct.model import NO_PROMISE, Promise, Promises


def test_a_promise_may_be_empty() -> None:
    assert Promise() == NO_PROMISE
    assert NO_PROMISE.to_dict() == {"expected": None, "at_most": None, "p_value": None}


@pytest.mark.parametrize("name", ["expected", "at_most", "p_value"])
@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan, math.inf])
def test_a_promise_that_is_no_share_is_refused(name: str, share: float) -> None:
    with pytest.raises(ModelError, match=f"^{name} must be between 0 and 1, not "):
        Promise(**{name: share})
    assert getattr(Promise(**{name: 1.0}), name) == 1


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"believed": -1.0}, "believed must be a finite number from 0 up, not -1"),
        ({"believed": math.inf}, "believed must be a finite number from 0 up, not inf"),
        ({"believed": math.nan}, "believed must be a finite number from 0 up, not nan"),
        ({"confidence": 0.0}, "confidence must be between 0 and 1, not 0"),
        ({"confidence": 1.0}, "confidence must be between 0 and 1, not 1"),
        ({"n_folds": -1}, "n_folds and held_out must not be below 0"),
        ({"held_out": -1}, "n_folds and held_out must not be below 0"),
    ],
)
def test_promises_that_cannot_be_are_refused(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint):
        Promises(**change)
