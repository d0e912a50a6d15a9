"""The search for the rule that saves most, as a person would write it down: try all bodies.

Bodies have one or two conditions on raw cells; sums are taken in Python's own whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.search.small_tables import Rows

from conjunct.search.newton import Prices
from conjunct.search.newton_kernels import SCALE

Test = tuple[int, str, Any]
Members = frozenset[int]


def passes(cell: Any, op: str, value: Any) -> bool:
    """Tell whether a cell passes a test; a missing one passes none."""
    if cell is None:
        return False
    return (
        bool({"=": cell == value, "!=": cell != value}[op])
        if op in ("=", "!=")
        else ((cell <= value) == (op == "<="))
    )


class PlainNewton:
    """All bodies of one and of two conditions over some rows.

    Parameters
    ----------
    rows : Rows
        The cells; their order is that of `values`.
    values : list of list of int
        Weight, gradients and curvatures of every row.
    prices : Prices
        What conditions cost.
    least : int
        The smallest weight of a cover.
    signs : list of int
        What is asked of each column.
    taken : list of list of int
        Sums of covers that are not to be found.
    """

    def __init__(
        self,
        rows: Rows,
        values: list[list[int]],
        prices: Prices,
        least: int,
        signs: list[int],
        taken: list[list[int]],
    ) -> None:
        self.rows, self.values, self.prices = rows, values, prices
        self.least, self.signs, self.taken = least, signs, taken
        self.everything: Members = frozenset(range(len(values)))

    def tests(self) -> Iterator[Test]:
        """Yield all conditions; ``≠`` says nothing new where a column has two values."""
        for column, levels in enumerate(self.rows.levels):
            if self.rows.kinds[column] == "numeric":
                for value in levels[:-1]:
                    yield column, "<=", value
                    yield column, ">", value
            else:
                for value in levels:
                    yield column, "=", value
                    if len(levels) > 2:
                        yield column, "!=", value

    def members(self, body: list[Test]) -> Members:
        cells = self.rows.cells
        return frozenset(
            row
            for row in self.everything
            if all(passes(cells[row][column], op, value) for column, op, value in body)
        )

    def sums(self, members: Members) -> list[int]:
        return [sum(self.values[row][one] for row in members) for one in range(len(self.values[0]))]

    def sign(self, body: list[Test]) -> int | None:
        """Return what the weight of a body must be; None where its conditions ask for both."""
        asked = {
            self.signs[column] * (1 if op == ">" else -1)
            for column, op, _ in body
            if self.signs[column]
        }
        return None if len(asked) == 2 else asked.pop() if asked else 0

    def gain(self, body: list[Test]) -> float:
        """Return what the Newton step of a body saves, in classes where that is worth its price."""
        sums, sign = self.sums(self.members(body)), self.sign(body)
        assert sign is not None
        gain, n_classes = 0.0, len(sums) // 2
        for one in range(n_classes):
            gradient, curvature = sums[1 + one] / SCALE, sums[1 + n_classes + one] / SCALE
            if sign * gradient >= 0:
                saved = 0.5 * gradient * gradient / (curvature + self.prices.ridge)
                gain += max(saved - self.prices.per_class, 0.0)
        return gain

    def may_follow(self, body: list[Test], within: Members) -> bool:
        """Tell whether a body is tried as a refinement of rows: it leaves some out, and enough."""
        weight = self.sums(self.members(body))[0]
        return self.sign(body) is not None and self.least <= weight < self.sums(within)[0]

    def first_bodies(self) -> list[list[Test]]:
        return [[test] for test in self.tests() if self.may_follow([test], self.everything)]

    def is_free(self, body: list[Test]) -> bool:
        """Tell whether a body saves something and is not taken."""
        return self.gain(body) > 0 and self.sums(self.members(body)) not in self.taken

    def most_saved(self) -> float:
        """Return what the best body saves after its price; of a body of two, the first must too.

        A body has no more conditions than there are attributes to ask for.
        """
        best = 0.0
        askable = {test[0] for test in self.tests()}
        for body in self.first_bodies():
            if not self.is_free(body):
                continue
            best = max(best, self.gain(body) - self.prices.first)
            column = body[0][0]
            for test in self.tests() if len(askable) > 1 else ():
                if test[0] == column and self.rows.kinds[column] == "nominal":
                    continue
                longer = [*body, test]
                if self.may_follow(longer, self.members(body)) and self.is_free(longer):
                    saved = self.gain(longer) - self.prices.first - self.prices.further
                    best = max(best, saved)
        return best
