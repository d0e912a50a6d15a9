"""The cost of a theory after each of its rules."""

from __future__ import annotations

from conjunct.choose import CheapestTheory, Decided


class TheoryCosts:
    """Costs of a theory with no rule, one rule, two rules and so on.

    `left` has the number of rows by class before any rule. There are `n_tests` conditions to choose
    from, and `n_heads` classes that a rule may have.

    Examples
    --------
    >>> from conjunct.choose import Pfahringer
    >>> costs = TheoryCosts(CheapestTheory(Pfahringer()), (4, 4), n_tests=4, n_heads=1)
    >>> costs.add(Decided(length=1, head=1, counts=(0, 4)))
    >>> costs.size, costs.cost, costs.left
    (1, 2.0, (4, 0))
    """

    def __init__(
        self, ending: CheapestTheory, left: tuple[int, ...], n_tests: int, n_heads: int
    ) -> None:
        self._ending = ending
        self._about = n_tests, n_heads
        self._decided: list[Decided] = []
        self._lefts = [left]
        self._costs = [ending.cost((), left, n_tests, n_heads)]

    def with_rule(self, rule: Decided) -> float:
        """Return the cost of the theory with a further rule."""
        return self._ending.cost([*self._decided, rule], self._left_by(rule), *self._about)

    def add(self, rule: Decided) -> None:
        """Add a rule at the end."""
        self._costs.append(self.with_rule(rule))
        self._lefts.append(self._left_by(rule))
        self._decided.append(rule)

    def _left_by(self, rule: Decided) -> tuple[int, ...]:
        return tuple(rows - gone for rows, gone in zip(self._lefts[-1], rule.counts, strict=True))

    @property
    def is_over(self) -> bool:
        """Whether no further rule should be added."""
        return self._ending.is_over(self._costs)

    @property
    def size(self) -> int:
        """Number of rules of the cheapest theory so far."""
        return self._ending.size(self._costs)

    @property
    def cost(self) -> float:
        """Cost of the cheapest theory so far."""
        return self._costs[self.size]

    @property
    def left(self) -> tuple[int, ...]:
        """Number of rows by class that the cheapest theory does not cover."""
        return self._lefts[self.size]
