"""Domingos (1998), "A Process-Oriented Heuristic for Model Selection".

In Proceedings of the Fifteenth International Conference on Machine Learning (ICML), pages 127-135.
What it reports and what a run can be held against stands here, keyed by the paper's own names of
its data sets; `NAMES` says which of our tables is which.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from conjunct.experiments.published.listed import Listed

PAPER = "P. Domingos, A Process-Oriented Heuristic for Model Selection, ICML 1998"

TRIALS = 20
"""Random divisions of each data set."""

TRAINING_SHARE = 0.67
"""Of the rows; the others test."""


class Average(NamedTuple):
    """An average and what the paper calls its standard deviation."""

    mean: float
    deviation: float


class PublishedErrors(NamedTuple):
    """A line of Table 1: error rate in percent and theory size of CN2 and of CN2-POE."""

    error: Average
    poe_error: Average
    size: Average
    poe_size: Average


NAMES: Mapping[str, str] = {
    "breast-cancer": "Breast",
    "echocardiogram": "Echocardio",
    "glass": "Glass",
    "cleveland-2": "HeartC",
    "heart-h": "HeartH",
    "hepatitis": "Hepatitis",
    "lymph": "Lympho",
    "soybean": "Soybean",
    "hypothyroid": "Thyroid",
    "primary-tumor": "Tumor",
    "vote": "Voting",
}
"""Our table of each data set of the paper, in the order of its Table 1: our name, then its own."""

TABLES = tuple(NAMES)

LISTED: Mapping[str, Listed] = {table: Listed(name) for table, name in NAMES.items()}
"""What the paper says of our tables; it prints no sizes."""


def _line(*numbers: float) -> PublishedErrors:
    """Read eight numbers as Table 1 prints them."""
    return PublishedErrors(*(Average(*numbers[start : start + 2]) for start in range(0, 8, 2)))


TABLE_1: Mapping[str, PublishedErrors] = {
    "Breast": _line(30.0, 1.4, 29.7, 1.4, 114.5, 2.4, 58.7, 2.6),
    "Echocardio": _line(32.7, 1.2, 32.3, 1.3, 42.9, 1.2, 35.4, 2.1),
    "Glass": _line(39.0, 1.5, 38.3, 1.7, 51.8, 1.0, 54.7, 1.1),
    "HeartC": _line(20.8, 0.8, 22.5, 0.8, 57.8, 0.9, 52.0, 1.0),
    "HeartH": _line(22.4, 1.1, 21.8, 1.3, 69.2, 1.5, 60.3, 1.4),
    "Hepatitis": _line(21.2, 0.9, 19.2, 1.3, 40.2, 1.7, 34.0, 1.3),
    "Lympho": _line(21.4, 1.1, 24.1, 1.1, 39.5, 0.7, 38.7, 1.0),
    "Soybean": _line(19.5, 1.0, 19.4, 1.0, 116.7, 2.3, 110.9, 3.1),
    "Thyroid": _line(4.1, 0.2, 3.8, 0.2, 97.5, 2.0, 104.8, 2.0),
    "Tumor": _line(60.1, 1.0, 65.1, 1.3, 302.8, 4.6, 273.9, 4.4),
    "Voting": _line(4.8, 0.4, 4.3, 0.3, 61.7, 2.9, 49.6, 2.5),
}
"""Table 1: error rates and theory sizes."""

LOWER_ERROR = 8
"""Data sets, of eleven, on which CN2-POE has the lower error."""

SIMPLER = 9
"""Data sets, of eleven, on which CN2-POE has the smaller theory."""

TABLE_1_TEXT = (
    "“POE reduces CN2's error rate in 8 of the 11 datasets. Using a sign test, these results are "
    "significant at the 4% level. […] It also produces simpler rule sets in all but two of the "
    "datasets.”"
)
"""What section 4 says of Table 1."""

DIMENSIONS = tuple(range(10, 101, 5))
"""Numbers of attributes of the artificial domains."""

DIMENSIONS_RUNS = 100
"""Runs for each number of attributes."""

DIMENSIONS_TRAIN, DIMENSIONS_TEST = 100, 1000
"""Examples of the artificial domains."""

DIMENSIONS_CORRELATION = 0.66
"""Of the number of attributes with the error of CN2 less that of CN2-POE."""

DIMENSIONS_TEXT = (
    "“One hundred runs were conducted for each value of a between 10 and 100 (at intervals of 5), "
    "and the correlation between (error CN2 - error CN2-POE) and a was measured. This was found to "
    "be highly positive (ρ = 0.66), confirming our hypothesis.”"
)
"""What section 4 says of the artificial domains."""


class Example(NamedTuple):
    """The best of m hypotheses on n rows: its training errors e and its expected error."""

    n: int
    e: int
    m: int
    expected: float


SECTION_2 = (Example(100, 12, 1, 0.127), Example(100, 11, 2, 0.134))
"""One hypothesis with 12 errors is expected to err less than the better of two, with 11."""

FIGURES = {50: "Figure 2", 500: "Figure 3"}
"""The figures of b and of powers of B by number of rows; half of the rows are errors."""

FIGURE_2_TEXT = (
    "“As m increases, b(e|n, ε) is multiplied by higher and higher powers of B(e|n, ε). This "
    "further decreases the probability of low ε's and increases the probability of high ones, "
    "leading to an ever-increasing expected ε. […] For larger n, the same process takes place, "
    "but b(e|n, ε) is more sharply peaked, […] and the advance of B^m(e|n, ε) to the right becomes "
    "correspondingly slower.”"
)
"""What section 2 says of Figures 2 and 3."""


def compared(table: str) -> PublishedErrors | None:
    """Return the line of Table 1 of one of our tables, None where the paper has none for it.

    Parameters
    ----------
    table : str
        Our name.

    Examples
    --------
    >>> compared("vote").poe_error
    Average(mean=4.3, deviation=0.3)
    >>> compared("iris") is None
    True
    """
    name = NAMES.get(table)
    return None if name is None else TABLE_1[name]
