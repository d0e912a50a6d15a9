"""The scores of a heuristic over a whole coverage space, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from conjunct.evaluate import Heuristic, as_heuristic
from conjunct.types import Floats, Ints


@dataclass(frozen=True, eq=False)
class Isometrics:
    """Scores of a heuristic on a grid of counts; lines of equal score are its isometrics.

    Parameters
    ----------
    name : str
        Name of the heuristic.
    p, n : ndarray of int
        Positives and negatives covered, in increasing order from 0: the rows and columns of the
        grid.
    scores : ndarray of shape (len(p), len(n))
        The scores; NaN where the heuristic is not finite.

    Examples
    --------
    >>> found = Isometrics.of("precision", P=2, N=1)
    >>> found.name, found.scores.shape, found.range
    ('precision', (3, 2), (0.0, 1.0))
    """

    name: str
    p: Ints
    n: Ints
    scores: Floats

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest score; both 0 if there are no scores."""
        known = self.scores[~np.isnan(self.scores)]
        return (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)

    @classmethod
    def of(cls, heuristic: str | Heuristic, P: int, N: int, resolution: int = 201) -> Self:
        """Score the counts of a space with P positives and N negatives.

        Parameters
        ----------
        heuristic : str or callable
            A name in `conjunct.evaluate.HEURISTICS`, or a function of (p, n, P, N).
        P, N : int
            Total numbers of positives and negatives.
        resolution : int
            Largest number of counts per side; with fewer rows, every count is used.

        Examples
        --------
        >>> Isometrics.of("precision", 2, 1).scores
        array([[0.        , 0.        ],
               [1.        , 0.5       ],
               [1.        , 0.66666667]])
        """
        p, n = _counts_to(P, resolution), _counts_to(N, resolution)
        across, up = np.meshgrid(n, p)
        # A plain function may divide by the number of covered rows, which may be 0.
        with np.errstate(divide="ignore", invalid="ignore"):
            scores = np.array(as_heuristic(heuristic)(up.ravel(), across.ravel(), P, N), float)
        if scores.shape != (up.size,):
            raise ValueError(
                f"The heuristic {heuristic_name(heuristic)} gives an array of shape "
                f"{scores.shape} for {up.size} pairs of counts; it must give one score for each."
            )
        scores[~np.isfinite(scores)] = np.nan
        return cls(heuristic_name(heuristic), p, n, scores.reshape(up.shape))


def heuristic_name(heuristic: str | Heuristic) -> str:
    """Return the name of a heuristic for the title of a plot.

    Examples
    --------
    >>> from conjunct.evaluate import MEstimate, wra
    >>> heuristic_name("wra"), heuristic_name(MEstimate(4.0)), heuristic_name(wra)
    ('wra', 'MEstimate(m=4.0, prior=None)', 'wra')
    """
    if isinstance(heuristic, str):
        return heuristic
    name = getattr(heuristic, "__name__", None) or repr(heuristic)
    return "heuristic" if name == "<lambda>" else str(name)


def _counts_to(largest: int, resolution: int) -> Ints:
    """Return the integers from 0 to the largest; evenly spaced ones if there are too many."""
    number = min(largest + 1, resolution)
    return np.linspace(0, largest, number).round().astype(np.int64)
