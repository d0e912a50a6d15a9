"""The training scores of a card of two classes, and the cross-validated measures of a card."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from conjunct.errors import ModelError
from conjunct.model.json_fields import Fields
from conjunct.model.points import from_whole, n_decimals

MOST_SCORES = 1000
"""Largest number of distinct scores that are kept, if points have decimals."""


class Score(NamedTuple):
    """A score that occurs in training, and how often.

    Parameters
    ----------
    score : float
        Points of the rules that hold, without the base points.
    counts : tuple of int
        Training rows with the score, by class.

    Examples
    --------
    >>> from conjunct import ScoreCardClassifier
    >>> X, y = [[1], [2], [3], [4]] * 20, ["low", "low", "high", "high"] * 20
    >>> card = ScoreCardClassifier(size=1, promises=False).fit(X, y).rules_
    >>> sum(sum(score.counts) for score in card.scores)
    80
    """

    score: float
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CrossValidated:
    """Cross-validated measures of a card.

    Cards are learned in the same way as the one at hand, each without one fold of the rows, and
    checked on that fold. Rows count with their weights, except in the AUC, where they count once.

    Parameters
    ----------
    n_folds : int
        Number of folds, and of cards.
    error : float
        Share of the rows that are predicted wrongly.
    log_loss : float
        Log loss in nats per row.
    auc : float or None
        For two classes, the share of pairs of rows, one of each class in the same fold, whose
        scores are in the right order; equal scores count as half. None for more classes.

    Examples
    --------
    >>> CrossValidated(5, error=0.17, log_loss=0.41, auc=0.9)
    CrossValidated(n_folds=5, error=0.17, log_loss=0.41, auc=0.9)
    >>> CrossValidated(5, error=1.7, log_loss=0.41)
    Traceback (most recent call last):
    ...
    conjunct.errors.ModelError: the error of cross-validation must be between 0 and 1, not 1.7
    """

    n_folds: int
    error: float
    log_loss: float
    auc: float | None = None

    def __post_init__(self) -> None:
        if self.n_folds < 1:
            raise ModelError("cross-validation needs at least one fold")
        for name in ("error", "auc"):
            share = getattr(self, name)
            if share is not None and not 0 <= share <= 1:
                raise ModelError(
                    f"the {name} of cross-validation must be between 0 and 1, not {share}"
                )
        if not 0 <= self.log_loss < math.inf:
            raise ModelError(f"a log loss must be a number from 0 up, not {self.log_loss}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return asdict(self)


def counted_scores(
    sums: Sequence[int], counts: Sequence[Sequence[int]], decimals: int
) -> tuple[Score, ...]:
    """Return scores from integers in units of the last decimal place.

    If there are more than `MOST_SCORES`, they are rounded to as many decimals as that allows.

    Parameters
    ----------
    sums : sequence of int
        The scores in increasing order.
    counts : sequence of sequence of int
        Rows with each score, by class.
    decimals : int
        Decimals of the points.

    Examples
    --------
    >>> counted_scores([-50, 25], [(3, 0), (1, 4)], decimals=1)
    (Score(score=-5.0, counts=(3, 0)), Score(score=2.5, counts=(1, 4)))
    """
    for kept in range(decimals, -1, -1):
        step = 10 ** (decimals - kept)
        merged: dict[int, tuple[int, ...]] = {}
        for one, rows in zip(sums, counts, strict=True):
            at = (2 * one + step) // (2 * step)
            before = merged.get(at, (0,) * len(rows))
            merged[at] = tuple(a + b for a, b in zip(before, rows, strict=True))
        if len(merged) <= MOST_SCORES:
            break
    return tuple(Score(from_whole(at, kept), rows) for at, rows in merged.items())


def check_scores(scores: Sequence[Score], class_counts: Sequence[int]) -> None:
    """Refuse scores that do not increase, and counts that do not add up to the training rows.

    Parameters
    ----------
    scores : sequence of Score
        One score or more.
    class_counts : sequence of int
        Training rows by class.
    """
    if len(class_counts) != 2:
        raise ModelError("only a card of two classes can have scores")
    if any(len(one.counts) != 2 or min(one.counts) < 0 or not any(one.counts) for one in scores):
        raise ModelError("every score must have rows of the two classes")
    if any(not before.score < after.score for before, after in pairwise(scores)):
        raise ModelError("scores must be in increasing order")
    totals = tuple(map(sum, zip(*(one.counts for one in scores), strict=True)))
    if totals != tuple(class_counts):
        raise ModelError(
            f"the scores have {totals} rows by class, but there are {tuple(class_counts)}"
        )


def check_reach(scores: Sequence[Score], reach: tuple[float, float], decimals: int) -> None:
    """Refuse scores that the rules cannot give.

    Parameters
    ----------
    scores : sequence of Score
        One score or more; they may be rounded, see `counted_scores`.
    reach : tuple of float
        The lowest and the highest score that the rules can add up to.
    decimals : int
        Decimals of their points.
    """
    kept = n_decimals(one.score for one in scores)
    slack = 0.5 / 10**kept if kept < decimals else 0.0
    for one in (scores[0].score, scores[-1].score):
        if not reach[0] - slack <= one <= reach[1] + slack:
            raise ModelError(f"no rules of this card give a score of {one:g}")


def scores_data(scores: Iterable[Score]) -> list[list[float]]:
    """Return plain data, ready for JSON: score, then rows by class."""
    return [[score, *counts] for score, counts in scores]


def read_scores(read: Fields, name: str) -> tuple[Score, ...]:
    """Read what `scores_data` returned."""
    scores = []
    for place, item in enumerate(read.items(name)):
        where = f"{read.path(name)}[{place}]"
        if not isinstance(item, list) or len(item) != 3:
            raise ModelError(f"{where} must be a list of a score and two counts, not {item!r:.60}")
        one = Fields({"score": item[0], "rows": item[1:]}, where)
        scores.append(Score(one.number("score"), one.integers("rows")))
    return tuple(scores)


def read_checked(read: Fields) -> CrossValidated | None:
    """Read what `CrossValidated.to_dict` returned, or None."""
    if read.value is None:
        return None
    read.only(CrossValidated.__slots__)
    return CrossValidated(
        n_folds=read.integer("n_folds"),
        error=read.number("error"),
        log_loss=read.number("log_loss"),
        auc=read.number_or_none("auc"),
    )
