"""Every constant that the card learner was tuned by, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CardSettings:
    """Tuning constants of score cards.

    Parameters
    ----------
    small_price : float
        Price of small cards: about as many conditions as RIPPER's rules have.
    prices : tuple of float
        Prices of a card with a given number of conditions, from dear to cheap.
    checked_prices, few_prices : tuple of float
        Prices that are cross-validated, and those of a huge table.
    steepness : float
        A further condition costs this many times as much as the first.
    per_class, per_class_pooled : float
        Nats for each class that gets points, in small and in pooled cards.
    ridge_of_two, ridge_of_many, ridge_of_many_pooled : float
        Ridge of cards with two classes, with more, and with more where cards are pooled.
    few_codes, many_codes, rows_per_code : int
        A numeric column has one code for every `rows_per_code` rows, between the other two numbers.
    large, huge : int
        Rows times channels, above which less is fitted, and nothing is revised.
    least : float
        Nats that a change must save.
    sweeps : int
        How often all weights of a large table are fitted while the number of rules doubles.
    n_folds : int
        Parts of the rows in cross-validation.
    strong_ridge, weak_ridge : float
        Ridge multipliers of the cards that grow on the first and on the second set of folds.
    lowest_probability : float
        No probability counts as lower in cross-validation: one row must not decide.
    thinning : float
        Share of the price that rules of a pooled card must pay.
    reading, read_rows : float
        Each condition of a pooled card must also save `reading` nats per row, counting at most
        `read_rows` rows.
    noisy_ridge, clean_ridge : float
        Ridge multipliers of pooled cards, for noisy and for clean data.
    clearly : float
        Data are clean where the log loss with the weak ridge is at most this share of the other.
    stage : float
        Curvatures are worked out anew when this share of the conditions is left.
    """

    small_price: float = 0.23
    prices: tuple[float, ...] = (1.12, 0.8, 0.56, 0.4, 0.28, 0.2, 0.14, 0.1, 0.07, 0.05)
    checked_prices: tuple[float, ...] = (0.4, 0.28, 0.2, 0.14, 0.1)
    few_prices: tuple[float, ...] = (0.4, 0.2)
    steepness: float = 3.0
    per_class: float = 1.0
    per_class_pooled: float = 0.3
    ridge_of_two: float = 1.0
    ridge_of_many: float = 0.3
    ridge_of_many_pooled: float = 0.5
    few_codes: int = 32
    many_codes: int = 250
    rows_per_code: int = 40
    large: int = 40_000
    huge: int = 200_000
    least: float = 1e-3
    sweeps: int = 8
    n_folds: int = 5
    strong_ridge: float = 4.0
    weak_ridge: float = 1.0
    lowest_probability: float = 1e-3
    thinning: float = 0.55
    reading: float = 0.0011
    read_rows: int = 1000
    noisy_ridge: float = 2.0
    clean_ridge: float = 0.8
    clearly: float = 0.9
    stage: float = 0.8


SETTINGS = CardSettings()
"""The constants in use."""
