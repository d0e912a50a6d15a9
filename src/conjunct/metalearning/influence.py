"""How much each feature of a rule moves a linear prediction.

Janssen & Fürnkranz (2007), section 5.1, call features important by their weights. Counts have small
weights because they are large numbers, so a weight is taken times the spread of its feature here.
"""

from __future__ import annotations

import numpy as np

from conjunct.types import Floats


def influences(inputs: Floats, outputs: Floats) -> Floats:
    """Return by how much a linear prediction moves with one standard deviation of each feature.

    The regression has all features; a feature that never changes has no influence.

    Parameters
    ----------
    inputs : ndarray of shape (n_examples, n_features)
        The features.
    outputs : ndarray of shape (n_examples,)
        What is predicted.

    Examples
    --------
    >>> inputs = np.array([[0.0, 10.0], [0.0, 20.0], [1.0, 30.0], [1.0, 10.0]])
    >>> influences(inputs, 3 * inputs[:, 0] - 0.1 * inputs[:, 1]).round(3)
    array([1.5  , 0.829])
    """
    spread = inputs.std(axis=0)
    scaled = (inputs - inputs.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    slopes: Floats = np.linalg.lstsq(scaled, outputs - outputs.mean(), rcond=None)[0]
    return np.abs(slopes)
