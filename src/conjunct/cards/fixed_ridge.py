"""A card whose ridge is given instead of chosen by cross-validation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from conjunct.params import Constraint, Number, OneVariant, Variant, Whole

WantedSize: TypeAlias = Literal["small", "accurate"] | int
_SIZES = Whole(0, words=("small", "accurate"))


@dataclass(frozen=True)
class FixedRidge(Variant):
    """Fit the weights of a card with a given ridge; cross-validation chooses only its size.

    Parameters
    ----------
    ridge : float
        Half of it times the square of each weight is added to the loss.
    size : {"small", "accurate"} or int
        The number of conditions that the card may have, as without a fixed ridge.

    Examples
    --------
    >>> from conjunct import ScoreCardClassifier
    >>> ScoreCardClassifier(size=FixedRidge(2.0, size=10))
    ScoreCardClassifier(size=FixedRidge(ridge=2.0, size=10))
    """

    ridge: float = 2.0
    size: WantedSize = "small"
    _allowed: ClassVar[Mapping[str, Constraint]] = {
        "ridge": Number(1e-12, 1e12),  # outside this range, sums are not exact
        "size": _SIZES,
    }


A_SIZE = OneVariant({}, _SIZES, unnamed=FixedRidge())
"""The values that the size of a card may have."""
