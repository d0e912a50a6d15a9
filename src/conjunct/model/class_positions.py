"""Match labels from another source with the classes of a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from conjunct.data.values import is_null
from conjunct.errors import ModelError
from conjunct.model.notation import Label, label_text
from conjunct.types import Ints

UNKNOWN = -1
"""Position of a class that the model does not have."""


def class_positions(classes: Sequence[Label], labels: Any) -> Ints:
    """Return the position of every label among the classes of a model; -1 if it is not one.

    A label matches a class if they are equal or are written alike: a file holds text, while the
    model may have been learned from numbers or booleans.

    Parameters
    ----------
    classes : sequence of str, int, float or bool
    labels : array-like of shape (n_rows,)
        The labels; none may be missing.

    Examples
    --------
    >>> class_positions((0, 1), ["1", "0", "2"])
    array([ 1,  0, -1])
    >>> class_positions((False, True), [True, "false"])
    array([1, 0])
    """
    same = {label: place for place, label in enumerate(classes)}
    written = {_written(label): place for place, label in reversed(list(enumerate(classes)))}
    listed = labels.tolist() if hasattr(labels, "tolist") else list(labels)
    for row, one in enumerate(listed, start=1):
        if is_null(one):
            raise ModelError(f"row {row} has no class; leave out rows without one")
    known = {one: same.get(one, written.get(_written(one), UNKNOWN)) for one in set(listed)}
    return np.array([known[one] for one in listed], dtype=np.int64)


def _written(label: Any) -> str:
    return label if isinstance(label, str) else label_text(label)
