"""How far an estimate of a rule's error is off, and how far chance alone would put it off."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln, xlog1py, xlogy

from conjunct.experiments.rule_results import RuleResults, mean_of
from conjunct.types import Floats


class Miss(NamedTuple):
    """An estimate held against the error on unseen rows, on average.

    Parameters
    ----------
    estimated, error : float
        What was promised, and what came true.
    bias : float
        Estimated less true error: negative where too much was promised.
    size : float
        Mean absolute difference.
    """

    estimated: float
    error: float
    bias: float
    size: float


def miss_of(rules: RuleResults, estimate: str) -> Miss:
    """Average over classes, weighted by their share of a trial's training rows, then over trials.

    Parameters
    ----------
    rules : RuleResults
        Of one table, at most one of each trial and class. Rules without a test row are left out.
    estimate : str
        Name in `conjunct.choose.ESTIMATES`.
    """
    estimated, error = rules.estimate(estimate), rules.error
    estimated = np.where(np.isnan(error), np.nan, estimated)
    kinds = (estimated, error, estimated - error, np.abs(estimated - error))
    return Miss(*(mean_of(rules.over_classes(values)) for values in kinds))


def chance_miss(rules: RuleResults) -> float:
    """Return about how far the true error rates themselves would miss the errors observed.

    The true rate of a rule is not known; the mean of its class over all trials stands for it.
    """
    rates, error = np.full(len(rules.head), np.nan), rules.error
    for head in np.unique(rules.head):
        of_class = (rules.head == head) & (rules.test_covered > 0)
        if of_class.any():
            rates[of_class] = error[of_class].mean()
    miss = mean_deviation(np.maximum(rules.test_covered, 1), np.nan_to_num(rates))
    return mean_of(rules.over_classes(np.where(np.isnan(rates), np.nan, miss)))


def mean_deviation(n: npt.ArrayLike, rate: npt.ArrayLike) -> Floats:
    """Return the mean absolute difference of a binomial share from its rate.

    De Moivre's formula: ``2 k C(n, k) rate^k (1 - rate)^(n - k + 1) / n`` with k the whole
    number above n times the rate.

    Examples
    --------
    Two coins show 0, 1/2 or 1 heads with chances 1/4, 1/2, 1/4: 1/4 off on average.

    >>> float(mean_deviation(2, 0.5).round(12))
    0.25
    """
    n, rate = np.asarray(n, float), np.asarray(rate, float)
    k = np.minimum(np.floor(n * rate) + 1, n)
    ways = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return np.asarray(2 * k / n * np.exp(ways + xlogy(k, rate) + xlog1py(n - k + 1, -rate)))
