"""Class probabilities of a theory: smoothed counts, consistent with the predicted class."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from conjunct.types import Flags, Floats, Ints

LIFT = 1e-9
"""How far a head is lifted above the classes that it would otherwise tie with."""


def class_distribution(counts: npt.ArrayLike, head: npt.ArrayLike) -> Floats:
    """Return Laplace-smoothed class distributions, each with its head as the only maximum.

    Each class gets (count + 1) / (all + number of classes). A rule need not predict the most
    frequent class of the rows it covers: earlier rules may have taken most rows of that class.
    If the head is not the only maximum, the head and every class at or above it get their mean,
    and the head is lifted by `LIFT` before the distribution is scaled to sum to 1. So the most
    probable class is always the predicted one, and no other order among classes changes.

    Parameters
    ----------
    counts : array-like of int, shape (n_classes,) or (n, n_classes)
        Training rows by class.
    head : int or array-like of int, shape (n,)
        Position of the predicted class.

    Returns
    -------
    distribution : ndarray of float64, of the shape of `counts`
        Sums to 1 over the classes.

    Examples
    --------
    >>> class_distribution((0, 8), head=1).tolist()
    [0.1, 0.9]
    >>> class_distribution((2, 6), head=0).round(6).tolist()
    [0.5, 0.5]
    >>> class_distribution([(2, 6), (0, 8)], head=[0, 1]).argmax(axis=1).tolist()
    [0, 1]
    """
    seen = np.asarray(counts, dtype=np.float64)
    smoothed = (seen + 1) / (seen.sum(axis=-1, keepdims=True) + seen.shape[-1])
    return with_head_first(smoothed, head)


def with_head_first(shares: Floats, head: npt.ArrayLike) -> Floats:
    """Return distributions with their head as the only maximum, as in `class_distribution`.

    Parameters
    ----------
    shares : ndarray of float64, shape (n_classes,) or (n, n_classes)
        Distributions that sum to 1 over the classes.
    head : int or array-like of int, shape (n,)
        Position of the predicted class.

    Examples
    --------
    >>> with_head_first(np.array([0.5, 0.5]), head=1).argmax()
    np.int64(1)
    """
    place = np.asarray(head)[..., np.newaxis]
    not_below = shares >= np.take_along_axis(shares, place, axis=-1)
    shared = np.count_nonzero(not_below, axis=-1) > 1
    if not shared.any():
        return shares
    found = np.array(shares)
    found[shared] = _lifted(shares[shared], not_below[shared], place[shared])
    return found


def _lifted(shares: Floats, not_below: Flags, place: Ints) -> Floats:
    """Give the head and every class at or above it their mean, and the head a little more."""
    mean = shares.mean(axis=-1, keepdims=True, where=not_below)
    lifted = np.where(not_below, mean, shares)
    np.put_along_axis(lifted, place, mean + LIFT, axis=-1)
    return np.asarray(lifted / lifted.sum(axis=-1, keepdims=True))
