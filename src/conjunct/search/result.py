"""The result of a beam of one width."""

from __future__ import annotations

from dataclasses import dataclass

from conjunct.count import Tests
from conjunct.model.record import Round


@dataclass(frozen=True, eq=False)
class BeamResult:
    """The best candidate that a beam of one width found, and what was tried for it.

    Parameters
    ----------
    body : Tests
        Its conditions on codes.
    positives, negatives : int
        Number of rows that it covers.
    score : float
        Its score.
    combinations : int
        Number of distinct attribute sets considered, h_w.
    rounds : tuple of Round
        One for each level.
    cut : bool
        Whether the beam was ever full; if not, a wider beam finds the same.
    """

    body: Tests
    positives: int
    negatives: int
    score: float
    combinations: int
    rounds: tuple[Round, ...]
    cut: bool
