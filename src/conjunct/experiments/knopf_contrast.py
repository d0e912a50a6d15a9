"""Where two MDL measures choose differently: all small tables of one kind, and one worked example.

One attribute has three values with the same number of rows each. Values come in the order of their
shares of the learned class, and a theory has a rule for the first none, one or two of them. That
is small enough to try every table there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from conjunct.choose.theories import Decided, Measure, theory_cost
from conjunct.experiments.findings import Grid, grid

N_VALUES = 3
SIZES = (6, 12, 24)
"""Rows a value."""
CLEARLY = 2.0
"""Bits by which each measure prefers its own theory to the other's, where they differ clearly."""
WORKED = (80, 30, 0)
"""Rows of the learned class at each value of the worked example."""
WORKED_ROWS = 80

_NAMES: dict[Measure, str] = {
    "pfahringer": "Pfahringer",
    "quinlan": "Quinlan",
    "complete": "complete code",
}


def costs_of(positives: Sequence[int], n_rows: int, measure: Measure) -> list[float]:
    """Return what theories with none, one, two … rules cost.

    Parameters
    ----------
    positives : sequence of int
        Rows of the learned class at each value, falling.
    n_rows : int
        Rows a value.
    measure : {"pfahringer", "quinlan", "complete"}
        In which bits.

    Examples
    --------
    >>> [round(bits, 1) for bits in costs_of((8, 3, 0), 8, "pfahringer")]
    [23.9, 12.7, 10.8]
    >>> [round(bits, 1) for bits in costs_of((8, 3, 0), 8, "quinlan")]
    [21.3, 10.7, 15.3]
    """
    cost, costs = theory_cost(measure), []
    for size in range(len(positives)):
        decided = [Decided(1, 1, (n_rows - own, own)) for own in positives[:size]]
        left, learned = n_rows * (len(positives) - size), sum(positives[size:])
        costs.append(cost(decided, (left - learned, learned), len(positives), 1))
    return costs


class Contrast(NamedTuple):
    """What two measures make of all tables with the same number of rows.

    Parameters
    ----------
    rows_a_value : int
        Rows of each value.
    tables : int
        All that there are, up to the order of the values.
    different : int
        Tables for which Pfahringer's measure and Quinlan's choose different theories.
    clearly, pfahringer_larger : int
        Those where each prefers its own by more than `CLEARLY` bits, and those of them where
        Pfahringer's has more rules.
    pfahringer_wrong, quinlan_wrong : int
        Rows of the clear tables that each theory calls wrongly.
    """

    rows_a_value: int
    tables: int
    different: int
    clearly: int
    pfahringer_larger: int
    pfahringer_wrong: int
    quinlan_wrong: int


@cache
def contrast(n_rows: int) -> Contrast:
    """Let both measures choose for every table.

    Parameters
    ----------
    n_rows : int
        Rows a value.

    Examples
    --------
    >>> contrast(6)[:3]
    (6, 84, 24)
    """
    n_tables = different = clear = more = wrong_first = wrong_second = 0
    for positives in _tables(n_rows):
        n_tables += 1
        first, second = (costs_of(positives, n_rows, m) for m in ("pfahringer", "quinlan"))
        one, two = _cheapest(first), _cheapest(second)
        different += one != two
        if min(first[two] - first[one], second[one] - second[two]) <= CLEARLY:
            continue
        clear += 1
        more += one > two
        wrong_first += _wrong(positives, n_rows, one)
        wrong_second += _wrong(positives, n_rows, two)
    return Contrast(n_rows, n_tables, different, clear, more, wrong_first, wrong_second)


def contrast_grids() -> tuple[Grid, Grid]:
    """Return the counts over all small tables, and the bits of the worked example."""
    counts = grid(
        "where-they-differ",
        "Theories of all tables of one attribute with three values",
        {
            "rows a value": "{rows_a_value:,}",
            "tables": "{tables:,}",
            "different": "{different:,}",
            "clearly": "{clearly:,}",
            "Pf larger": "{pfahringer_larger:,}",
            "Pf wrong rows": "{pfahringer_wrong:,}",
            "Qu wrong rows": "{quinlan_wrong:,}",
        },
        [contrast(n_rows)._asdict() for n_rows in SIZES],
        (
            "Values come in the order of their shares of the learned class; a theory has a rule "
            "for the first none, one or two.",
            f"Clearly: each measure prefers its own theory by more than {CLEARLY:g} bits. The last "
            "three columns are of those tables. Wrong rows: training rows that the theory calls "
            "wrongly, all tables together.",
            "With at most one rule the two costs differ by no more than log2 (C + 1) + log2 (NC + "
            "1), which grows with the logarithm of the rows; the gain of a good rule grows with "
            "the rows.",
        ),
    )
    costs = {measure: costs_of(WORKED, WORKED_ROWS, measure) for measure in _NAMES}
    shares = ", ".join(f"{own} of {WORKED_ROWS}" for own in WORKED)
    worked = grid(
        "worked-example",
        f"One such table: {shares} rows are of the learned class",
        {
            "rules": "{rules}",
            **{f"{name}, bits": f"{{{measure}_bits:.1f}}" for measure, name in _NAMES.items()},
            "wrong rows": "{wrong_rows}",
        },
        [
            {
                "rules": size,
                **{f"{measure}_bits": bits[size] for measure, bits in costs.items()},
                "wrong_rows": _wrong(WORKED, WORKED_ROWS, size),
            }
            for size in range(N_VALUES)
        ],
        (
            "The second rule tells rows that are mixed from rows that are pure. That shortens the "
            "description of the classes, and Pfahringer's measure and the complete code keep it; "
            "as a rule for the learned class it is wrong more often than right.",
        ),
    )
    return counts, worked


def contrast_sentence() -> str:
    """Say in which setting the measures choose differently."""
    last = contrast(SIZES[-1])
    return (
        f"The measures must differ where rules are not equally reliable: Quinlan's pools the "
        f"exceptions of all rules, Pfahringer's codes the rows of each rule on their own. Of all "
        f"{last.tables:,} tables of three values with {last.rows_a_value} rows each they choose "
        f"different theories for {last.different:,}, clearly (by more than {CLEARLY:g} bits each) "
        f"for {last.clearly:,}; in {last.pfahringer_larger:,} of those Pfahringer's has the "
        "larger theory."
    )


def _tables(n_rows: int) -> Iterator[tuple[int, ...]]:
    return combinations_with_replacement(range(n_rows, -1, -1), N_VALUES)


def _cheapest(costs: Sequence[float]) -> int:
    """Return the smallest theory of those that cost least, differences in rounding left out."""
    rounded = [round(cost, 9) for cost in costs]
    return rounded.index(min(rounded))


def _wrong(positives: Sequence[int], n_rows: int, size: int) -> int:
    """Return the rows that are called wrongly if what no rule covers is of the other class."""
    return sum(n_rows - own for own in positives[:size]) + sum(positives[size:])
