"""The rules of many trials on one table as arrays: what was promised, and what came true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from conjunct.choose import ESTIMATES, Chosen
from conjunct.experiments.study import Row
from conjunct.types import AnyArray, Floats, Ints


@dataclass(frozen=True, eq=False)
class RuleResults:
    """Rules found in the training halves and tested on the other halves; a place a rule.

    Parameters
    ----------
    n_trials : int
        Trials in all, those without a rule included.
    trial : ndarray of int
        From 0, in the order of the trials.
    head : ndarray of str
        Class of the rule.
    weight : ndarray of float
        Share of the class in the training half.
    width : ndarray of int
        Beam width of the search.
    chosen : Chosen
        Counts in the training half and the extent of the search.
    test_covered, test_errors : ndarray of int
        Rows covered in the test half, and errors among them.
    """

    n_trials: int
    trial: Ints
    head: AnyArray
    weight: Floats
    width: Ints
    chosen: Chosen
    test_covered: Ints
    test_errors: Ints

    @property
    def error(self) -> Floats:
        """Error on the test half; not a number where the rule covers no row of it."""
        covered = np.where(self.test_covered > 0, self.test_covered, np.nan)
        return np.asarray(self.test_errors / covered)

    @property
    def widths(self) -> list[int]:
        """The beam widths, each once."""
        return [int(width) for width in np.unique(self.width)]

    def estimate(self, name: str) -> Floats:
        """Return an estimate of `conjunct.choose.ESTIMATES` for every rule."""
        return ESTIMATES[name].error(self.chosen)

    def take(self, places: AnyArray) -> RuleResults:
        """Return some of the rules."""
        return RuleResults(
            self.n_trials,
            self.trial[places],
            self.head[places],
            self.weight[places],
            self.width[places],
            Chosen(*(fact[places] for fact in self.chosen)),
            self.test_covered[places],
            self.test_errors[places],
        )

    def layered_choice(self, estimate: str = "layered") -> RuleResults:
        """Return of each trial and class the rule of the width that layered search chooses.

        Parameters
        ----------
        estimate : str
            The rule with the lowest one is chosen, r_w by default; the narrowest if tied.
        """
        order = np.lexsort((self.width, self.estimate(estimate), self.head, self.trial))
        trial, head = self.trial[order], self.head[order]
        is_first = np.ones(len(order), np.bool_)
        is_first[1:] = (trial[1:] != trial[:-1]) | (head[1:] != head[:-1])
        return self.take(order[is_first])

    def over_classes(self, values: Floats) -> Floats:
        """Return the mean over the classes of each trial, weighted by their share.

        Values that are not numbers are left out and the other weights made to sum to one again;
        a trial without any value has none.
        """
        known = ~np.isnan(values)
        trial, weight = self.trial[known], self.weight[known]
        total = np.bincount(trial, weight * values[known], self.n_trials)
        weights = np.bincount(trial, weight, self.n_trials)
        mean: Floats = total / np.where(weights > 0, weights, np.nan)
        return mean


def read_results(trials: Sequence[Sequence[Row]]) -> RuleResults:
    """Put the rows of `conjunct.experiments.single_rules` into arrays.

    Parameters
    ----------
    trials : sequence of sequence of Row
        The rows of each trial on one table.
    """
    rows = [row for trial in trials for row in trial]

    def column(name: str, dtype: type) -> AnyArray:
        return np.array([row[name] for row in rows], dtype)

    return RuleResults(
        len(trials),
        np.repeat(np.arange(len(trials)), [len(trial) for trial in trials]),
        column("class", str),
        column("weight", float),
        column("width", int),
        Chosen(*(column(name, int) for name in Chosen._fields)),
        column("test_covered", int),
        column("test_errors", int),
    )
