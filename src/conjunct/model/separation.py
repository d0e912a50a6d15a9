"""How well scores separate bad rows from good ones: KS, Gini, and bad rates by score band."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from conjunct.data.table import Table
from conjunct.errors import DataError, ModelError
from conjunct.model.class_positions import class_positions
from conjunct.model.notation import label_text
from conjunct.model.points import row_scores
from conjunct.model.weighted_counts import plain_count, weighted_counts
from conjunct.types import AnyArray, Floats, Ints

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard

N_BANDS = 10
"""Default number of score bands."""


@dataclass(frozen=True, slots=True)
class Separation:
    """How well a score separates two classes.

    Parameters
    ----------
    rows, bad : int or float
        Number of rows, and of rows of the bad class, or their weights.
    auc : float or None
        The share of all pairs of a bad and a good row in which the bad row has the worse score;
        equal scores count as half. None if a class has no rows.
    ks : float or None
        Kolmogorov–Smirnov statistic: the largest difference between the cumulative shares of the
        bad rows and of the good rows, over all scores.
    ks_score : float or None
        The lowest score with that difference.

    Examples
    --------
    >>> from conjunct.model import ScoreCard
    >>> empty = ScoreCard.of((), ("beast", "bird"), (31, 12), {}, base=(0, -1))
    >>> card = empty.add("flies = yes then +3 for bird").add("legs > 3 then -4 for bird")
    >>> rows = {"flies": ["yes", "no", "no"], "legs": [2, 4, 4]}
    >>> found = card.separation(rows, ["bird", "beast", "beast"])
    >>> found.auc, found.gini, found.ks
    (1.0, 1.0, 1.0)
    """

    rows: float
    bad: float
    auc: float | None
    ks: float | None
    ks_score: float | None

    @property
    def gini(self) -> float | None:
        """Gini coefficient: twice the AUC minus 1."""
        return None if self.auc is None else 2 * self.auc - 1

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {**asdict(self), "gini": self.gini}


@dataclass(frozen=True, slots=True)
class RiskBand:
    """Rows with neighbouring scores.

    Parameters
    ----------
    low, high : float
        The lowest and the highest score of these rows.
    rows, bad : int or float
        Number of rows in the band, and of those of the bad class, or their weights.
    bad_rate : float
        Share of the band's rows that are bad.
    predicted : float
        The card's prediction for it: the mean probability of the bad class.
    share : float
        Cumulative share of all rows with a score up to `high`.
    share_bad, share_good : float or None
        The same share among bad rows and among good rows; None if there are none.
    ks : float or None
        The absolute difference of these two shares.

    Examples
    --------
    >>> band = RiskBand(472.0, 480.0, 20, 5, 0.25, 0.22, 0.4, 0.7, 0.3, 0.4)
    >>> band.bad_rate, band.ks
    (0.25, 0.4)
    """

    low: float
    high: float
    rows: float
    bad: float
    bad_rate: float
    predicted: float
    share: float
    share_bad: float | None
    share_good: float | None
    ks: float | None


class ScoredRows(NamedTuple):
    """Rows of two classes by their score.

    Parameters
    ----------
    scores : ndarray of float
        Every score that occurs, in increasing order.
    chances : ndarray of float
        Probability of the bad class at each score.
    good, bad : ndarray of int or float
        Good rows and bad rows with each score.
    rises : bool
        Whether the score rises with the good class.
    """

    scores: Floats
    chances: Floats
    good: AnyArray
    bad: AnyArray
    rises: bool


def scored_rows(card: ScoreCard, table: Table, y: Any) -> ScoredRows:
    """Score rows whose class is known.

    Parameters
    ----------
    card : ScoreCard
        A card of two classes.
    table : Table
    y : array-like of shape (n_rows,)
        The class of each row.
    """
    if len(card.classes) != 2:
        raise ModelError(
            f"bands need a card of two classes, but this one has {len(card.classes)} classes"
        )
    is_bad = _places(card, table, y) != card.good
    scores, rows = np.unique(row_scores(card, table)[:, 0], return_inverse=True)
    groups = rows + len(scores) * is_bad
    good, bad = np.split(weighted_counts(groups, 2 * len(scores), table.weights), 2)
    chances = np.array([card.chance(one) for one in scores.tolist()])
    rises = card.scale is not None
    return ScoredRows(scores, 1 - chances if rises else chances, good, bad, rises)


def _places(card: ScoreCard, table: Table, y: Any) -> Ints:
    places = class_positions(card.classes, y)
    if len(places) != table.n_rows:
        raise DataError(f"y has {len(places)} classes for {table.n_rows} rows; give one for each")
    if not len(places):
        raise DataError(f"{table.name} has no rows to put into bands")
    unknown = np.flatnonzero(places < 0)
    if len(unknown):
        first, known = int(unknown[0]), " and ".join(map(label_text, card.classes))
        raise DataError(f"row {first + 1} is of class {list(y)[first]!r}; the card knows {known}")
    return places


def separation_of(found: ScoredRows) -> Separation:
    """Return KS, AUC and Gini of scored rows."""
    n_good, n_bad = plain_count(found.good.sum()), plain_count(found.bad.sum())
    if not n_good or not n_bad:
        return Separation(n_good + n_bad, n_bad, None, None, None)
    below = np.cumsum(found.bad) - found.bad
    pairs = 2 * n_good * n_bad
    ahead = plain_count((found.good * (2 * below + found.bad)).sum())
    gap = np.abs(np.cumsum(found.bad) * n_good - np.cumsum(found.good) * n_bad)
    at = int(gap.argmax())
    return Separation(
        rows=n_good + n_bad,
        bad=n_bad,
        auc=(ahead if found.rises else pairs - ahead) / pairs,
        ks=plain_count(gap[at]) / (n_good * n_bad),
        ks_score=float(found.scores[at]),
    )


def risk_bands(found: ScoredRows, n_bands: int = N_BANDS) -> list[RiskBand]:
    """Return bands with about the same number of rows each, lowest scores first.

    Rows with equal scores are in the same band, so there may be fewer bands, and some may be
    larger than others.

    Parameters
    ----------
    found : ScoredRows
    n_bands : int, default=10
        The largest number of bands.
    """
    if n_bands < 1:
        raise ModelError(f"the number of bands must be a whole number from 1 up, not {n_bands}")
    rows = found.good + found.bad
    middle = 2 * np.cumsum(rows) - rows
    places = n_bands * middle // (2 * rows.sum())
    return [_band(found, np.flatnonzero(places == one)) for one in np.unique(places)]


def _band(found: ScoredRows, own: Ints) -> RiskBand:
    first, last = int(own[0]), int(own[-1])
    rows = found.good + found.bad
    n_rows, bad = plain_count(rows[own].sum()), plain_count(found.bad[own].sum())
    share_bad, share_good = _share(found.bad, last), _share(found.good, last)
    ks = None
    if share_bad is not None and share_good is not None:
        ks = abs(share_bad - share_good)
    return RiskBand(
        low=float(found.scores[first]),
        high=float(found.scores[last]),
        rows=n_rows,
        bad=bad,
        bad_rate=bad / n_rows,
        predicted=float((found.chances * rows)[own].sum()) / n_rows,
        share=float(rows[: last + 1].sum() / rows.sum()),
        share_bad=share_bad,
        share_good=share_good,
        ks=ks,
    )


def _share(counts: AnyArray, last: int) -> float | None:
    total = plain_count(counts.sum())
    return float(plain_count(counts[: last + 1].sum()) / total) if total else None
