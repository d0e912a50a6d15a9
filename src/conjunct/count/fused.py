"""Which requests the compiled engine answers in one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conjunct.count.fused_beams import fused_beams
from conjunct.count.fused_fit import fused_fit
from conjunct.count.fused_list import fused_list
from conjunct.count.fused_newton import fused_newton
from conjunct.count.fused_splits import fused_splits
from conjunct.count.requests import (
    BeamRequest,
    FitRequest,
    ListRequest,
    NewtonRequest,
    SplitRequest,
)

FUSED: dict[type, Callable[[Any, Any], Any]] = {
    BeamRequest: fused_beams,
    FitRequest: fused_fit,
    ListRequest: fused_list,
    NewtonRequest: fused_newton,
    SplitRequest: fused_splits,
}
