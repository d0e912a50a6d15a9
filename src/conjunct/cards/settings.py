"""Every constant that the card learner was tuned by, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CardSettings:
    """Tuning constants of score cards.

    Parameters
    ----------
    small, accurate : int
        Largest number of conditions of a small card (more where there are many classes, see
        `per_class`) and of an accurate one.
    per_class : int
        A small card may have this many conditions for each class, if that is more.
    ridges : tuple of float
        Ridges that are compared on the folds.
    growing_ridge : float
        Ridge while rules are looked for.
    price : float
        Nats of log-likelihood that a nat of description must save while rules are looked for.
    steepness : float
        A further condition costs this many times as much as the first.
    small_reading, accurate_reading : float
        Nats that each condition must save on rows that were not learned from, by size of card.
    worth : float
        Nats that a card with rules must save on rows that were not learned from.
    lost, lost_rows : float
        Nats a row, and share of the rows, that rounding to whole points may cost.
    n_folds : int
        Parts of the rows in cross-validation.
    n_bins : int
        Parts of equal size into which single conditions cut a numeric column.
    dense : int
        A card is thinned out from this many single conditions for each condition that it may keep.
    fold_cells, all_cells : int
        Rows times scores that the cards of folds are learned from at most, and the final card;
        its weights are fitted to all rows.
    few_codes, many_codes, rows_per_code : int
        A numeric column has one code for every `rows_per_code` rows, between the other two numbers.
    least : float
        Nats that a change must save.
    lowest_probability : float
        No probability counts as lower in cross-validation: one row must not decide.
    stage, first_stage : float
        While a card is thinned out, weights are fitted anew when this share of the conditions is
        left: usually, and as long as there are `many` times as many as wanted.
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
    small_reading: float = 0.7
    accurate_reading: float = 0.1
    worth: float = 2.0
    lost: float = 0.002
    lost_rows: float = 0.002
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
