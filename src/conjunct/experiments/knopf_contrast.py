"""Where two MDL measures choose differently: all small tables of one kind, and one worked example.

One attribute has three values with the same number of rows each. Values come in the order of their
shares of the learned class, and a theory has a rule for the first none, one or two of them. That
is small enough to try every table there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

from conjunct.choose.theories import MEASURES, Decided, Measure, theory_cost
from conjunct.experiments.findings import Grid, words_of

WORDS = words_of("knopf")
N_VALUES = 3
SIZES = (6, 12, 24)  # rows per value
CLEARLY = 2.0  # bits by which each measure prefers its own theory, where they differ clearly
WORKED, WORKED_ROWS = (80, 30, 0), 80
"""Rows of the learned class at each value of the worked example, and all rows of a value."""


def costs_of(positives: Sequence[int], n_rows: int, measure: Measure) -> list[float]:
    """Return what theories with none, one, two … rules cost in bits.

    There are `n_rows` rows per value. `positives` counts those of the learned class, in falling
    order.

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


@cache
def contrast(n_rows: int) -> dict[str, int]:
    """Let both measures choose for every table, and count.

    There are ``tables`` up to the order of the values. For ``different`` of them Pfahringer's
    measure and Quinlan's choose different theories, ``clearly`` where each prefers its own by more
    than `CLEARLY` bits; the other counts are of those.
    """
    counts = Counter({"rows_a_value": n_rows})
    for positives in combinations_with_replacement(range(n_rows, -1, -1), N_VALUES):
        first, second = (costs_of(positives, n_rows, m) for m in ("pfahringer", "quinlan"))
        one, two = _cheapest(first), _cheapest(second)
        clearly = min(first[two] - first[one], second[one] - second[two]) > CLEARLY
        counts["tables"] += 1
        counts["different"] += one != two
        counts["clearly"] += clearly
        counts["pfahringer_larger"] += clearly and one > two
        counts["pfahringer_wrong"] += clearly * _wrong(positives, n_rows, one)
        counts["quinlan_wrong"] += clearly * _wrong(positives, n_rows, two)
    return dict(counts)


def contrast_grids() -> tuple[Grid, Grid]:
    """Return the counts over all small tables, and the bits of the worked example."""
    costs = {measure: costs_of(WORKED, WORKED_ROWS, measure) for measure in MEASURES}
    rows = [
        {"rules": size}
        | {f"{measure}_bits": bits[size] for measure, bits in costs.items()}
        | {"wrong_rows": _wrong(WORKED, WORKED_ROWS, size)}
        for size in range(N_VALUES)
    ]
    shares = ", ".join(f"{own} of {WORKED_ROWS}" for own in WORKED)
    return (
        WORDS.grid("where-they-differ", [contrast(n) for n in SIZES], {"bits": CLEARLY}),
        WORDS.grid("worked-example", rows, {"shares": shares}),
    )


def contrast_sentence() -> str:
    """Say in which setting the measures choose differently."""
    return WORDS.say("contrast", contrast(SIZES[-1]), bits=CLEARLY)


def _cheapest(costs: Sequence[float]) -> int:
    """Return the smallest theory of those that cost least, differences in rounding left out."""
    rounded = [round(cost, 9) for cost in costs]
    return rounded.index(min(rounded))


def _wrong(positives: Sequence[int], n_rows: int, size: int) -> int:
    """Return the rows that are called wrongly if what no rule covers is of the other class."""
    return sum(n_rows - own for own in positives[:size]) + sum(positives[size:])
