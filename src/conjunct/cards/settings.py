"""All tuning constants of the card learner, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CardSettings:
    """Tuning constants of score cards.

    Parameters
    ----------
    small, accurate : int
        Largest number of conditions of a small card (more if there are many classes, see
        `per_class`) and of an accurate one.
    per_class : int
        A small card may have this many conditions for each class, if that is more.
    ridges : tuple of float
        Ridges that are compared on the folds.
    growing_ridge : float
        Ridge while rules are searched for.
    price : float
        Nats of log-likelihood that each nat of description must save while rules are searched for.
    steepness : float
        Each further condition of a rule costs this many times as much as the first.
    small_reading, accurate_reading : float
        Nats that each condition of a small or an accurate card must save on rows that were not
        learned from.
    small_sharing, accurate_sharing : float
        The largest number of points for each condition that a card may have. With more than two
        classes a rule may give points to several of them.
    wrong_row : float
        Nats that a wrong row costs, beyond its log loss, when the ridge and the size are chosen.
    worth : float
        Nats that a card with rules must save on rows that were not learned from.
    lost, lost_rows : float
        What rounding to whole points may cost: nats per row, ridge penalty included, and share of
        rows in which another class gets more points.
    most_points : int
        A rule gives or takes at most this many whole points for a class.
    hoped : float
        Whole points are moved by one on trial if by slope and curvature that loses no more nats
        than this: it may still make fewer rows wrong.
    n_folds : int
        Number of folds in cross-validation.
    n_bins : int
        Number of bins of equal size into which single conditions divide a numeric column.
    dense : int
        A card is thinned out from this many single conditions for each condition that it may keep.
    fold_cells, all_cells : int
        Largest number of rows times scores in which rules are searched for, for the cards of folds
        and for the final card. The weights of the final card are fitted to all rows.
    few_codes, many_codes, rows_per_code : int
        A numeric column has one code for every `rows_per_code` rows, but at least `few_codes` and
        at most `many_codes`.
    least : float
        Nats that a change must save.
    lowest_probability : float
        Cross-validation raises lower probabilities to this value, so that one row cannot decide.
    stage, first_stage : float
        While a card is thinned out, weights are fitted again when this share of the conditions is
        left. `first_stage` holds while there are more than `many` times as many conditions as
        wanted.
    many : int
        See `first_stage`.
    """

    small: int = 24
    accurate: int = 100
    per_class: int = 2
    ridges: tuple[float, ...] = (0.5, 2.0, 8.0)
    growing_ridge: float = 1.0
    price: float = 0.1
    steepness: float = 3.0
    small_reading: float = 0.2
    accurate_reading: float = 0.1
    small_sharing: float = 1.25
    accurate_sharing: float = 1.5
    wrong_row: float = 1.0
    worth: float = 3.0
    lost: float = 0.001
    lost_rows: float = 0.002
    most_points: int = 10
    hoped: float = 2.0
    n_folds: int = 5
    n_bins: int = 10
    dense: int = 4
    fold_cells: int = 20_000
    all_cells: int = 60_000
    few_codes: int = 32
    many_codes: int = 250
    rows_per_code: int = 40
    least: float = 1e-3
    lowest_probability: float = 1e-3
    stage: float = 0.8
    first_stage: float = 0.5
    many: int = 4


SETTINGS = CardSettings()
"""The constants in use."""
