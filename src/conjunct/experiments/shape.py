"""Whether more search helps, hurts or does both: the shape of an error curve, by a test."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from scipy.special import stdtr

from conjunct.experiments.judging import LEAST
from conjunct.types import Floats

Verdict = Literal["helps", "hurts", "U-shaped", "no clear change", "too few trials"]
LEVEL = 0.05
_ROUNDING = 1e-12

TEST_NOTE = (
    "Verdict by paired t tests over the trials: fall, some wider beam has a lower error than width "
    "1; rise, some narrower beam has a lower error than the widest; p-values corrected for the "
    f"number of widths, each taken at {LEVEL / 2:g}. Both: U-shaped. Trials are splits of the same "
    "rows, so a verdict is on this table and not on others like it. Fewer than "
    f"{LEAST} trials are not judged."
)
"""The sentence below every table of verdicts."""


class Shape(NamedTuple):
    """What a test says of a curve over growing search.

    Parameters
    ----------
    verdict : str
        ``"helps"``, ``"hurts"``, ``"U-shaped"``, ``"no clear change"`` or ``"too few trials"``.
    fall, rise : float
        p-values, corrected for the number of widths: that some wider search has a lower error
        than the narrowest, and that some narrower search has a lower error than the widest.
    """

    verdict: Verdict
    fall: float
    rise: float


def shape_of(errors: Floats, level: float = LEVEL) -> Shape:
    """Tell by paired tests whether an error falls, rises, or falls and then rises.

    Two questions are asked. Does some wider search beat the narrowest one (a fall)? Does some
    narrower search beat the widest one (a rise)? If both are answered yes, the lowest error lies
    inside: the curve is U-shaped. With a fall alone more search helps, with a rise alone it
    hurts. Each question takes every width in turn, by a one-sided paired t test over the trials,
    with Bonferroni's correction for the number of widths, at half the level: no width is singled
    out by the data it is then tested on, and a curve that only wavers is called anything but
    "no clear change" at most at the given rate. The unit is the trial, a random split of the
    same table: the verdict is on what other splits of this table would show, not other tables.
    There is none for fewer than ten trials.

    Parameters
    ----------
    errors : ndarray, (trials, widths)
        Error by trial and width, from the narrowest search to the widest. Trials in which an
        error is not a number are left out.
    level : float
        The chance of calling a flat curve anything else.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> trials = rng.normal([0.3, 0.2, 0.2, 0.3], 0.05, (50, 4))
    >>> shape_of(trials).verdict
    'U-shaped'
    >>> shape_of(trials[:, :3]).verdict
    'helps'
    """
    known = errors[np.isfinite(errors).all(axis=1)]
    fall = _some_is_lower(known[:, 1:], known[:, :1])
    rise = _some_is_lower(known[:, :-1], known[:, -1:])
    if len(known) < LEAST:
        return Shape("too few trials", fall, rise)
    return Shape(_verdict(fall <= level / 2, rise <= level / 2), fall, rise)


def _verdict(falls: bool, rises: bool) -> Verdict:
    if falls and rises:
        return "U-shaped"
    if falls:
        return "helps"
    return "hurts" if rises else "no clear change"


def _some_is_lower(errors: Floats, reference: Floats) -> float:
    """Return the corrected p-value that the mean of some column is below the reference."""
    n_trials, n_columns = errors.shape
    if n_trials < 2 or not n_columns:
        return 1.0
    gains = reference - errors
    gains[np.abs(gains) < _ROUNDING] = 0.0
    mean, spread = gains.mean(axis=0), gains.std(axis=0, ddof=1)
    varies = spread > _ROUNDING
    t = mean / np.where(varies, spread, 1.0) * np.sqrt(n_trials)
    # Where every trial gains the same a t test has no scale; the sign test still has.
    constant = np.where(mean > 0, 0.5**n_trials, 1.0)
    p = np.where(varies, stdtr(n_trials - 1, -t), constant)
    return float(min(1.0, p.min() * n_columns))


def never_falls(means: Floats) -> bool:
    """Tell whether a curve of means goes up or stays level from each width to the next."""
    return bool((np.diff(means) >= -_ROUNDING).all())


def never_rises(means: Floats) -> bool:
    """Tell whether a curve of means goes down or stays level from each width to the next."""
    return never_falls(-means)
