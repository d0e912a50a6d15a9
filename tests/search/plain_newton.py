"""The search for the rule that saves most, as a person would write it down.

Rows are looked at one by one, and sums are taken in Python's own whole numbers. There are two
searches: a beam search, level by level, and one that tries all bodies of one and two conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tests.count.plain_engine import PlainEngine

from conjunct.count.engine import ABOVE, AT_MOST, EQUAL, SCALE, UNEQUAL
from conjunct.search.newton import NewtonBeam, Prices

Test = tuple[int, int, int]
Body = tuple[Test, ...]
Members = frozenset[int]


class Candidate(NamedTuple):
    """A body, the rows that satisfy it, and what its Newton step saves."""

    body: Body
    members: Members
    gain: float


class PlainFound(NamedTuple):
    """What a beam search found, see `conjunct.count.NewtonFound`."""

    body: Body
    saved: float
    levels: list[list[int]]
    refined: list[Body]


class PlainNewton:
    """Searches over the rows of a cover.

    Parameters
    ----------
    engine : PlainEngine
        The rows.
    cover : int
        Those to search in.
    state : str
        A row state that was written for them.
    prices : Prices
        What conditions cost.
    beam : NewtonBeam
        How to search.
    signs : list of int
        What is asked of each column.
    taken : list of list of int
        Sums of covers that are not to be found.
    """

    def __init__(
        self,
        engine: PlainEngine,
        cover: int,
        state: str,
        prices: Prices,
        beam: NewtonBeam,
        signs: list[int],
        taken: list[list[int]],
    ) -> None:
        rows = engine.covers[cover]
        self.codes = {row.number: row.codes for row in rows}
        self.values = {row.number: engine.states[state][row.number] for row in rows}
        self.width = engine.widths[state]
        self.everything: Members = frozenset(self.codes)
        self.columns = engine.columns
        self.prices, self.beam, self.signs, self.taken = prices, beam, signs, taken
        self.least = round(beam.min_weight * SCALE)
        askable = {one.attribute for one in self.columns if one.n_codes > (one.kind == "numeric")}
        self.n_levels = max(1, min(beam.max_conditions, len(askable)))

    # Rows

    def passing(self, members: Members, test: Test) -> Members:
        """Return the rows that pass a test; a missing cell passes none."""
        column, op, code = test
        passed = set()
        for row in members:
            own = self.codes[row][column]
            if own is not None and (own == code, own != code, own <= code, own > code)[op]:
                passed.add(row)
        return frozenset(passed)

    def sums(self, members: Members) -> list[int]:
        return [sum(self.values[row][one] for row in members) for one in range(self.width)]

    def sign(self, body: Body) -> int | None:
        """Return what the weight of a body must be; None where its conditions ask for both."""
        asked = {
            self.signs[column] * (1 if op == ABOVE else -1)
            for column, op, _ in body
            if self.signs[column]
        }
        return None if len(asked) == 2 else asked.pop() if asked else 0

    def gain(self, members: Members, sign: int) -> float:
        """Return what a Newton step saves, in the class for which that is most."""
        sums, gain = self.sums(members), 0.0
        n_classes = len(sums) // 2
        for one in range(n_classes):
            gradient, curvature = sums[1 + one] / SCALE, sums[1 + n_classes + one] / SCALE
            if sign * gradient >= 0:
                saved = 0.5 * gradient * gradient / (curvature + self.prices.ridge)
                gain = max(gain, saved)
        return gain

    def most_hoped_for(self, members: Members) -> float:
        """Return what a step could save if all rows that pull the other way could be left out."""
        hope = 0.0
        for one in range(1, 1 + self.width // 2):
            pulls = [self.values[row][one] for row in members]
            up, down = sum(p for p in pulls if p > 0), -sum(p for p in pulls if p < 0)
            most = max(up, down) / SCALE
            hope = max(hope, 0.5 * most * most / self.prices.ridge)
        return hope

    # The beam search

    def search(self) -> PlainFound:
        """Search level by level, with fewer and fewer bodies."""
        found = PlainFound((), 0.0, [[0, 0, 0] for _ in range(self.n_levels)], [])
        parents = [Candidate((), self.everything, 0.0)]
        for level in range(self.n_levels):
            found.refined.extend(parent.body for parent in parents)
            best = self.best_candidates(parents, found.levels[level])
            price = self.prices.first + level * self.prices.further
            if best and best[0].gain - price > found.saved:
                found = found._replace(body=best[0].body, saved=best[0].gain - price)
            if level + 1 == self.n_levels:
                break
            kept = best[: max(1, self.beam.width // 2**level)]
            good = [
                self.most_hoped_for(one.members) - price - self.prices.further > found.saved
                for one in kept
            ]
            found.levels[level][2] = good.count(False)
            parents = [one for one, is_good in zip(kept, good, strict=True) if is_good]
        return found

    def best_candidates(self, parents: list[Candidate], level: list[int]) -> list[Candidate]:
        """Return what fits a beam; of bodies that save and weigh the same, the first."""
        made = [one for parent in parents for one in self.refinements(parent)]
        level[0] = len(made)
        level[1] = sum(self.sums(one.members)[0] for one in made)
        different: dict[tuple[float, int], Candidate] = {}
        for one in made:
            if one.gain > 0 and self.sums(one.members) not in self.taken:
                different.setdefault((one.gain, self.sums(one.members)[0]), one)
        return sorted(different.values(), key=lambda one: -one.gain)[: self.beam.width]

    def refinements(self, parent: Candidate) -> Iterator[Candidate]:
        """Yield a body with one more condition: it leaves rows out, and enough are left."""
        for test in self.tests_within(parent.body, parent.members):
            body, members = (*parent.body, test), self.passing(parent.members, test)
            sign = self.sign(body)
            is_smaller = self.sums(members)[0] < self.sums(parent.members)[0]
            if sign is not None and self.least <= self.sums(members)[0] and is_smaller:
                yield Candidate(body, members, self.gain(members, sign))

    def tests_within(self, body: Body, members: Members) -> Iterator[Test]:
        """Yield conditions on codes that occur; a cut is in the middle of those that are alike."""
        for column, about in enumerate(self.columns):
            used = [test[0] for test in body if self.columns[test[0]].attribute == about.attribute]
            if used and (about.kind == "nominal" or set(used) != {column}):
                continue
            found = {self.codes[row][column] for row in members if self.values[row][0]}
            codes = sorted(code for code in found if code is not None)
            if about.kind == "numeric":
                for low, high in pairwise(codes):
                    cuts = list(range(low, high))
                    middle = cuts[(len(cuts) - 1) // 2]
                    yield column, AT_MOST, middle
                    yield column, ABOVE, middle
            else:
                for code in codes:
                    yield column, EQUAL, code
                    if about.n_codes > 2:
                        yield column, UNEQUAL, code

    # All bodies

    def every_test(self) -> Iterator[Test]:
        """Yield all conditions, whether their code occurs or not."""
        for column, about in enumerate(self.columns):
            for code in range(about.n_codes):
                for op in (AT_MOST, ABOVE) if about.kind == "numeric" else (EQUAL, UNEQUAL):
                    yield column, op, code

    def is_possible(self, body: Body, members: Members, before: Members) -> bool:
        """Tell whether a body leaves rows out, covers enough, saves something and is not taken.

        A cut has numbers on both sides.
        """
        sums, sign = self.sums(members), self.sign(body)
        column, op, code = body[-1]
        if op in (AT_MOST, ABOVE) and not self.passing(
            before, (column, AT_MOST + ABOVE - op, code)
        ):
            return False
        if sign is None or not self.least <= sums[0] < self.sums(before)[0]:
            return False
        return self.gain(members, sign) > 0 and sums not in self.taken

    def first_covers(self) -> set[Members]:
        """Return the different covers of all conditions that are possible."""
        found = {(test,): self.passing(self.everything, test) for test in self.every_test()}
        return {own for body, own in found.items() if self.is_possible(body, own, self.everything)}

    def most_saved(self) -> float:
        """Return what the best body of one or two conditions saves after its price.

        Of a body of two conditions the first alone must save something, too.
        """
        best = 0.0
        for test in self.every_test():
            members = self.passing(self.everything, test)
            if not self.is_possible((test,), members, self.everything):
                continue
            best = max(best, self.gain(members, self.sign((test,)) or 0) - self.prices.first)
            for other in self.every_test() if self.n_levels > 1 else ():
                if other[0] == test[0] and self.columns[test[0]].kind == "nominal":
                    continue
                body, both = (test, other), self.passing(members, other)
                if self.is_possible(body, both, members):
                    saved = self.gain(both, self.sign(body) or 0)
                    best = max(best, saved - self.prices.first - self.prices.further)
        return best
