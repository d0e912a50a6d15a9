"""A card whose ridge is given, and not chosen by the folds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from conjunct.params import Constraint, Number, OneVariant, Variant, Whole

WantedSize: TypeAlias = Literal["small", "accurate"] | int
_SIZES = Whole(0, words=("small", "accurate"))


@dataclass(frozen=True)
class FixedRidge(Variant):
    """Fit the weights of a card with a given ridge; the folds choose its size alone.

    Parameters
    ----------
    ridge : float
        Half of it times the square of each weight is added to the loss.
    size : {"small", "accurate"} or int
        How many conditions the card may have, as without a fixed ridge.

    Examples
    --------
    >>> from conjunct import ScoreCardClassifier
    >>> ScoreCardClassifier(size=FixedRidge(2.0, size=10))
    ScoreCardClassifier(size=FixedRidge(ridge=2.0, size=10))
    """

    ridge: float = 2.0
    size: WantedSize = "small"
    _allowed: ClassVar[Mapping[str, Constraint]] = {
        "ridge": Number(1e-12, 1e12),  # outside, sums are not exact
        "size": _SIZES,
    }


A_SIZE = OneVariant({}, _SIZES, unnamed=FixedRidge())
"""What the size of a card may be."""
