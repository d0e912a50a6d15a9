"""Processor seconds of one fit on made-up rows of an awkward size.

``python benchmarks/sizes.py wide LayeredRuleClassifier``; the sizes are the keys of `SIZES`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import conjunct

Rows = tuple[Any, Any]


def _many_rows(random: np.random.Generator) -> Rows:
    X = random.normal(size=(200_000, 20))
    return X, (X[:, 0] > 0) & (X[:, 1] > 0) | (random.random(len(X)) < 0.1)


def _many_classes(random: np.random.Generator) -> Rows:
    return random.integers(0, 50, (4_000, 4)), random.integers(0, 1_000, 4_000)


def _learnable_classes(random: np.random.Generator) -> Rows:
    X = random.integers(0, 50, (5_000, 6))
    return X, X[:, 0] * 10 + X[:, 1] % 10


def _many_categories(random: np.random.Generator) -> Rows:
    names = [f"k{number}" for number in random.integers(0, 5_000, 10_000)]
    numbers = random.normal(size=len(names))
    y = (numbers > 0) ^ (random.random(len(names)) < 0.1)
    return np.array([*zip(names, numbers.tolist(), strict=True)], object), y


def _wide(random: np.random.Generator) -> Rows:
    X = random.normal(size=(200, 20_000))
    return X, X[:, 0] > 0


SIZES: dict[str, Callable[[np.random.Generator], Rows]] = {
    "rows": _many_rows,
    "classes": _many_classes,
    "learnable-classes": _learnable_classes,
    "categories": _many_categories,
    "wide": _wide,
}


def main(size: str, learner: str) -> None:
    """Fit once, and print the seconds and the number of rules."""
    X, y = SIZES[size](np.random.default_rng(0))
    start = time.process_time()
    model = getattr(conjunct, learner)(promises=False).fit(X, y)
    seconds = time.process_time() - start
    sys.stdout.write(f"{size} {learner}: {seconds:.1f} s, {len(model.rules_)} rules\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
