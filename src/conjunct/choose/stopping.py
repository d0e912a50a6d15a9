"""When a search for one rule ends: criteria over its rounds so far."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple, Protocol

from conjunct.choose.poe import Prior, checked_prior
from conjunct.choose.poe_product import poe_error_dependent, poe_error_product
from conjunct.evaluate import likelihood_ratio_test
from conjunct.params import Constraint, Number, OneOf, Pair, Variant


class Stage(NamedTuple):
    """The state of a search after one round; stage 0 is the empty body, before any round.

    Parameters
    ----------
    scored : int
        Number of rules tried in the round; 1 for the empty body.
    covered : int
        Sum of the numbers of rows that they cover.
    positives, negatives : int
        Number of rows that the best rule so far covers.
    score : float
        Score of the best rule so far.
    purest_positives, purest_negatives : int
        Number of rows covered by the rule of the round with the lowest training error.
    combinations : int
        Number of distinct sets of attributes that the rules of the round test.

    Examples
    --------
    >>> start = Stage(1, 40, 20, 20, 0.5, 20, 20)
    >>> better, worse = Stage(9, 90, 10, 1, 0.9, 9, 1), Stage(20, 60, 8, 1, 0.8, 8, 1)
    >>> NoGain().last([start, better, worse])
    1
    """

    scored: int
    covered: int
    positives: int
    negatives: int
    score: float
    purest_positives: int
    purest_negatives: int
    combinations: int = 1


class Ending(Protocol):
    """A criterion that decides when a search ends.

    Examples
    --------
    >>> from conjunct.choose import NoGain, Stage
    >>> NoGain().last([Stage(1, 40, 20, 20, 0.5, 20, 20), Stage(9, 90, 10, 1, 0.9, 9, 1)])
    1
    """

    def last(self, stages: Sequence[Stage]) -> int:
        """Return the number of the stage whose best rule is kept; 0 keeps no rule."""


@dataclass(frozen=True)
class NoGain(Variant):
    """End before the first round without a better score: CN2 after Clark & Boswell (1991).

    Examples
    --------
    >>> start = Stage(1, 40, 20, 20, 0.5, 20, 20)
    >>> better, worse = Stage(9, 90, 10, 1, 0.9, 9, 1), Stage(20, 60, 8, 1, 0.8, 8, 1)
    >>> NoGain().last([start, better, worse])
    1
    """

    def last(self, stages: Sequence[Stage]) -> int:
        """Return the stage before the first one without a gain."""
        for number in range(1, len(stages)):
            if stages[number].score <= stages[number - 1].score:
                return number - 1
        return len(stages) - 1


@dataclass(frozen=True)
class Significance(Variant):
    """End before the first round whose best rule is not significant, or without a gain.

    A rule is compared with the class shares of the rows that were searched, by CN2's
    likelihood-ratio test (Clark & Niblett 1989).

    Parameters
    ----------
    alpha : float
        Largest p-value of a significant rule.

    Examples
    --------
    >>> start = Stage(1, 40, 20, 20, 0.5, 20, 20)
    >>> better, worse = Stage(9, 90, 10, 1, 0.9, 9, 1), Stage(20, 60, 8, 1, 0.8, 8, 1)
    >>> Significance(alpha=0.05).last([start, better, worse])
    1
    """

    alpha: float = 0.05
    _allowed: ClassVar[Mapping[str, Constraint]] = {"alpha": Number(0.0, 1.0)}

    def last(self, stages: Sequence[Stage]) -> int:
        """Return the last stage whose rule is significant and better than those before it."""
        whole = stages[0]
        total = whole.positives + whole.negatives
        shares = (whole.positives / total, whole.negatives / total)
        kept = 0
        for number in range(1, len(stages)):
            stage = stages[number]
            if stage.score <= stages[number - 1].score:
                break
            test = likelihood_ratio_test((stage.positives, stage.negatives), shares)
            if test.p_value <= self.alpha:
                kept = number
        return kept


@dataclass(frozen=True)
class ProcessOriented(Variant):
    """End when the expected error of the best rule, given all rules tried, no longer falls.

    Domingos (1998), section 3. After each round the expected error is computed from the number m
    of rule versions tried so far, their mean coverage and the lowest error rate found (equation
    15). The search ends at the first round after which it is not lower than before.

    Parameters
    ----------
    rate : {"m_estimate", "raw", "best"}
        The lowest error rate: the m-estimate of the best rule (m = 2, prior 1/2), as the paper's
        remark about Laplace suggests; the lowest training error of any version, as the paper says
        after equation 14; or the training error of the rule with the best score.
    form : {"mean", "product", "dependent"}
        Equation 15, in which all versions cover the mean number of rows; or equation 14 or 12, in
        which the versions of a round cover the mean number of their round and, in equation 12,
        their parents that of the round before.
    count : {"versions", "combinations"}
        What m counts: every rule version, as in the paper, or the distinct sets of attributes that
        they test. The thresholds or values of one attribute give versions that are nearly the
        same; layered search counts them once too (Quinlan & Cameron-Jones 1995).
    prior : (float, float)
        Beta prior of the error rate, as for `conjunct.choose.poe_error`; (1, 1) is uniform, as in
        the paper.

    Examples
    --------
    >>> start = Stage(1, 40, 20, 20, 0.5, 20, 20)
    >>> better, worse = Stage(9, 90, 10, 1, 0.9, 9, 1), Stage(20, 60, 8, 1, 0.8, 8, 1)
    >>> ProcessOriented().last([start, better, worse])
    1
    """

    rate: Literal["m_estimate", "raw", "best"] = "m_estimate"
    form: Literal["mean", "product", "dependent"] = "mean"
    count: Literal["versions", "combinations"] = "versions"
    prior: Prior = (1.0, 1.0)
    _allowed: ClassVar[Mapping[str, Constraint]] = {
        "rate": OneOf(("m_estimate", "raw", "best")),
        "form": OneOf(("mean", "product", "dependent")),
        "count": OneOf(("versions", "combinations")),
        "prior": Pair(),
    }

    def last(self, stages: Sequence[Stage]) -> int:
        """Return the stage before the first one whose expected error is not lower."""
        before = math.inf
        for number, expected in enumerate(self.expected_errors(stages)):
            if expected >= before:
                return number - 1
            before = expected
        return len(stages) - 1

    def expected_errors(self, stages: Sequence[Stage]) -> Iterator[float]:
        """Yield the expected error after every stage, computed lazily."""
        from conjunct.choose.poe_kernels import mean_rate  # loads numba

        a, b = checked_prior(self.prior)
        tried = scored = covered = 0
        lowest = 1.0
        for number, stage in enumerate(stages, start=1):
            tried += self._tried(stage)
            scored += stage.scored
            covered += stage.covered
            rate = self._rate(stage)
            if self.rate == "raw":
                rate = lowest = min(lowest, rate)
            if self.form == "mean" or tried == 1:
                mean = covered / scored
                yield mean_rate(mean, mean * rate, float(tried), a, b)
            else:
                yield self._by_round(stages[:number], rate)

    def _by_round(self, stages: Sequence[Stage], rate: float) -> float:
        """Return the expected error by equation 14 or 12, with the mean cover of each round."""
        tried = [self._tried(stage) for stage in stages]
        means = [stage.covered / max(stage.scored, 1) for stage in stages]
        if self.form == "product":
            return poe_error_product(means, rate, self.prior, times=tried)
        parents = [math.inf, *map(max, means[:-1], means[1:])]
        return poe_error_dependent(means, parents, rate, self.prior, times=tried)

    def _tried(self, stage: Stage) -> int:
        return stage.scored if self.count == "versions" else stage.combinations

    def _rate(self, stage: Stage) -> float:
        p, n = stage.positives, stage.negatives
        if self.rate == "raw":
            p, n = stage.purest_positives, stage.purest_negatives
        if self.rate == "m_estimate":
            return (n + 1.0) / (p + n + 2.0)
        return n / (p + n)


ENDINGS: Mapping[str, NoGain | Significance | ProcessOriented] = MappingProxyType(
    {"laplace": NoGain(), "poe": ProcessOriented(), "significance": Significance()}
)
"""The criteria for the end of a search for one rule, by name."""
