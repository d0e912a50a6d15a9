"""When a study may judge, and how: p-values, the shape of a curve, and intervals of differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from scipy.special import stdtr, stdtrit

from conjunct.evaluate import sign_test
from conjunct.experiments.findings import signed
from conjunct.types import Floats

LEAST = 10  # trials, or tables where tables are what is counted, that a verdict by a test needs
TOO_FEW = "too few"  # what stands in a table in place of a verdict
LEVEL = 0.05
_ROUNDING = 1e-12

TEST_NOTE = (
    "Verdict by paired t tests over the trials: fall, some wider beam has a lower error than width "
    "1; rise, some narrower beam has a lower error than the widest; p-values corrected for the "
    f"number of widths, each taken at {LEVEL / 2:g}. Both: U-shaped. Trials are splits of the same "
    "rows, so a verdict is on this table and not on others like it. Fewer than "
    f"{LEAST} trials are not judged."
)

Verdict = Literal["helps", "hurts", "U-shaped", "no clear change", "too few trials"]


def judged_p(p_value: float, count: int) -> str:
    """Write the p-value of a test over trials or tables, or say that there are too few of them."""
    return TOO_FEW if count < LEAST else f"{p_value:.3f}"


def too_few(what: str = "trials") -> str:
    """Return the sentence that stands in place of a verdict."""
    return f"Too few {what} to judge: a test needs at least {LEAST}."


class TrialSigns(NamedTuple):
    """The number of trials, or of tables, in which the first of two is better, worse, and in all.

    Examples
    --------
    >>> test = TrialSigns.of(np.array([0.2] * 8 + [-0.1] + [0.0] * 3))
    >>> test, test.equal, round(test.p_value, 3), test.verdict
    (TrialSigns(better=8, worse=1, compared=12), 3, 0.039, 'better')
    """

    better: int
    worse: int
    compared: int

    @classmethod
    def of(cls, gains: Floats) -> TrialSigns:
        """Count the gains above and below 0."""
        return cls(int((gains > 0).sum()), int((gains < 0).sum()), len(gains))

    @property
    def equal(self) -> int:
        """How often both are the same."""
        return self.compared - self.better - self.worse

    @property
    def p_value(self) -> float:
        """Of the two-tailed test, equal ones left out."""
        return sign_test(self.better, self.worse)

    @property
    def verdict(self) -> Literal["better", "worse", ""]:
        """Whether it is significantly better or worse; neither where there are too few."""
        if self.compared < LEAST or self.p_value >= LEVEL:
            return ""
        return "better" if self.better > self.worse else "worse"


class Shape(NamedTuple):
    """What a test says of a curve over growing search, and p-values of its fall and its rise."""

    verdict: Verdict
    fall: float
    rise: float


def shape_of(errors: Floats) -> Shape:
    """Tell by paired tests whether an error falls, rises, or falls and then rises.

    `errors` has a row per trial and a column per width, the narrowest search first. Does some wider
    search beat the narrowest one (a fall), and some narrower one the widest (a rise)? With both the
    lowest error lies inside. Each question takes every width in turn, by a one-sided paired t test
    at half of `LEVEL` with Bonferroni's correction: no width is singled out by the data it is then
    tested on, and a flat curve gets a verdict with a chance of at most `LEVEL`.
    """
    known = errors[np.isfinite(errors).all(axis=1)]
    fall = _some_is_lower(known[:, 1:], known[:, :1])
    rise = _some_is_lower(known[:, :-1], known[:, -1:])
    if len(known) < LEAST:
        return Shape("too few trials", fall, rise)
    if fall <= LEVEL / 2:
        return Shape("U-shaped" if rise <= LEVEL / 2 else "helps", fall, rise)
    return Shape("hurts" if rise <= LEVEL / 2 else "no clear change", fall, rise)


def _some_is_lower(errors: Floats, reference: Floats) -> float:
    """Return the corrected p-value of the claim that some column has a mean below the reference."""
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


class Margin(NamedTuple):
    """A mean difference in points and the interval that holds it with 95 % confidence."""

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether 0 lies outside the interval."""
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        mean, low, high = (signed(one, 2) for one in self)
        return f"{mean} points (95 %: {low} to {high})"

    @classmethod
    def of(cls, values: Floats) -> Margin | None:
        """Return Student's interval for the mean, None for fewer than two values."""
        if len(values) < 2:
            return None
        mean, error = float(values.mean()), float(values.std(ddof=1)) / len(values) ** 0.5
        half = float(stdtrit(len(values) - 1, 1 - LEVEL / 2)) * error
        return cls(mean, mean - half, mean + half)


def margin_over_tables(differences: Sequence[Floats]) -> Margin | None:
    """Return the mean difference with an interval for other tables like these.

    There is a number for each seed of a table, which counts once, by its mean.
    """
    return Margin.of(np.array([one.mean() for one in differences]))


def margin_over_seeds(differences: Sequence[Floats]) -> Margin | None:
    """Return the mean difference with an interval for other seeds, from those of every table."""
    shared = min((len(one) for one in differences), default=0)
    return Margin.of(np.mean([one[:shared] for one in differences], axis=0)) if shared else None
