"""What a beam of one width found."""

from __future__ import annotations

from dataclasses import dataclass

from conjunct.count import Tests
from conjunct.model.record import Round


@dataclass(frozen=True, eq=False)
class BeamResult:
    """The best candidate that one width found, and what it took.

    Parameters
    ----------
    body : Tests
        Its conditions on codes.
    positives, negatives : int
        Rows that it covers.
    score : float
        Its score.
    combinations : int
        Distinct attribute sets considered, h_w.
    rounds : tuple of Round
        One a level.
    cut : bool
        Whether the width ever kept a candidate out; if not, a wider beam finds the same.
    """

    body: Tests
    positives: int
    negatives: int
    score: float
    combinations: int
    rounds: tuple[Round, ...]
    cut: bool
