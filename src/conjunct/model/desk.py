"""Credit scoring with a card of two classes: a scale, bands with bad rates, KS and Gini."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from conjunct.model.card_scaling import scaled_card
from conjunct.model.frame import frame_of
from conjunct.model.notation import Label
from conjunct.model.points import from_whole, whole
from conjunct.model.scale import Scale
from conjunct.model.separation import (
    N_BANDS,
    RiskBand,
    Separation,
    risk_bands,
    scored_rows,
    separation_of,
)

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard


class CreditDesk:
    """The part of `ScoreCard` that is about credit scores, see :doc:`/guide/desk`."""

    __slots__ = ()

    @property
    def _card(self) -> ScoreCard:
        return cast("ScoreCard", self)

    @property
    def good(self) -> int:
        """For two classes, the position of the good class. A scaled score rises with it.

        Without a scale, the points count towards the bad class.
        """
        (ours,) = self._card.scored
        return 1 - ours if self._card.scale is None else ours

    @property
    def start(self) -> float:
        """For two classes, what every score starts with; 0 unless the card has a scale."""
        card = self._card
        if card.scale is None:
            return 0.0
        decimals, base = card.n_decimals, card.base[card.scored[0]]
        return from_whole(whole(base, decimals) + whole(card.scale.even, decimals), decimals)

    @property
    def shift(self) -> float:
        """For two classes, the number s for which (score + s) / unit is the log odds."""
        card = self._card
        return card.base[card.scored[0]] if card.scale is None else -card.scale.even

    def scaled(self, scale: Scale | Sequence[float], good: Label | None = None) -> ScoreCard:
        """Return a card of whole points on a scale of credit scores.

        The score rises with the odds of the good class, so the points of a card that scores the
        bad class change their sign. Rules whose points round to 0 are dropped. So are the scores
        of training rows and the cross-validated measures, which belong to the original card.

        Parameters
        ----------
        scale : Scale or (score, odds, points to double the odds)
            Such as ``(600, 50, 20)``: 600 points are odds of 50 to 1, and 620 are 100 to 1.
        good : str, int, float, bool or None, default=None
            The class that the score rises with. None: the class without points or, if the card
            has a scale already, its good class.

        Examples
        --------
        >>> from conjunct.model import ScoreCard
        >>> card = ScoreCard.of((), ("bad", "fine"), (3, 7), {}, base=(-0.85, 0))
        >>> scaled = card.scaled((600, 50, 20))
        >>> scaled.start, round(scaled.chance(600) / (1 - scaled.chance(600)), 2)
        (512.0, 50.0)
        """
        return scaled_card(self._card, Scale.of(scale), good)

    def bands(self, X: Any, y: Any, n_bands: int = N_BANDS) -> Any:
        """Return the bad rate of rows of known class by band of scores, lowest scores first.

        Parameters
        ----------
        X : Table or anything that `read_table` reads
        y : array-like of shape (n_rows,)
            The class of each row.
        n_bands : int, default=10
            The largest number of bands, each with about the same number of rows. There are fewer
            if many rows have equal scores.

        Returns
        -------
        frame : pandas.DataFrame, or polars.DataFrame if pandas is absent
            One row for each band, with the fields of `conjunct.model.RiskBand`.

        Examples
        --------
        >>> from conjunct.model import ScoreCard
        >>> card = ScoreCard.of((), ("bad", "good"), (3, 7), {}, base=(-0.85, 0))
        >>> frame = card.bands({"age": [30, 40, 50, 60]}, ["bad", "good", "good", "good"])
        >>> frame[["low", "high", "rows", "bad", "bad_rate"]].values.tolist()
        [[0.0, 0.0, 4.0, 1.0, 0.25]]
        """
        bands = risk_bands(scored_rows(self._card, self._card.table_of(X), y), n_bands)
        names = RiskBand.__dataclass_fields__
        columns = {name: [getattr(band, name) for band in bands] for name in names}
        return frame_of(columns, "A data frame of bands")

    def separation(self, X: Any, y: Any) -> Separation:
        """Return KS, AUC and Gini of the score on rows of known class.

        Parameters
        ----------
        X : Table or anything that `read_table` reads
        y : array-like of shape (n_rows,)
            The class of each row.
        """
        return separation_of(scored_rows(self._card, self._card.table_of(X), y))
