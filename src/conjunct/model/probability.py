"""Class probabilities of a theory: smoothed counts that agree with the class it predicts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conjunct.types import Floats

LIFT = 1e-9
"""By how much a head is put above the classes that it would otherwise tie with."""


def class_distribution(counts: Sequence[int], head: int) -> Floats:
    """Return the Laplace-smoothed distribution of one rule, with its head as the only maximum.

    Each class gets (count + 1) / (all + number of classes). A rule need not predict the class
    that is most frequent among all the rows it covers: an earlier rule may have taken those.
    Where the head is not the only maximum, the head and every class at or above it share their
    mean, and the head is lifted by `LIFT` before everything is scaled back to sum to 1. So the
    most probable class is always the predicted one, and no other order among classes changes.

    Parameters
    ----------
    counts : sequence of int
        Training rows by class.
    head : int
        Position of the predicted class.

    Returns
    -------
    distribution : ndarray of float64
        Sums to 1.

    Examples
    --------
    >>> class_distribution((0, 8), head=1).tolist()
    [0.1, 0.9]
    >>> class_distribution((2, 6), head=0).round(6).tolist()
    [0.5, 0.5]
    >>> int(class_distribution((2, 6), head=0).argmax())
    0
    """
    smoothed = (np.asarray(counts, dtype=np.float64) + 1) / (sum(counts) + len(counts))
    not_below = smoothed >= smoothed[head]
    if not_below.sum() > 1:
        smoothed[not_below] = smoothed[not_below].mean()
        smoothed[head] += LIFT
        smoothed /= smoothed.sum()
    return smoothed
