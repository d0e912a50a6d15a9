"""RIPPER for one class after Cohen (1995) and Weka's JRip, in lists and sets of rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log2
from typing import Literal

import numpy as np
from tests.search.plain_beam import PlainSearch, Test
from tests.search.plain_climb import PlainClimb
from tests.search.small_tables import Rows

from conjunct.choose.description_length import Exceptions, condition_bits, exception_bits
from conjunct.count import Fold

FORMS = ("=", "<=", ">")
Body = list[Test]


def gain(p: int, n: int, P: int, N: int) -> float:
    return p * (log2((p + 1) / (p + n + 1)) - log2((P + 1) / (P + N + 1)))


@dataclass
class PlainRipper:
    """The rules of class `head` among some rows."""

    rows: Rows
    head: str
    left: frozenset[int]
    share: float
    n_tests: int
    random: np.random.Generator
    folds: int = 3
    least: int = 2
    surplus: float = 64.0
    scored: list[int] = field(default_factory=list)
    """Number of conditions that `grow` tried, one entry per step."""

    def satisfying(self, cover: Iterable[int], body: Body) -> frozenset[int]:
        search = PlainSearch(self.rows, self.head, 2)
        return frozenset(row for row in cover if all(search.passes(row, test) for test in body))

    def pn(self, cover: Iterable[int]) -> tuple[int, int]:
        is_positive = [self.rows.labels[row] == self.head for row in cover]
        return sum(is_positive), len(is_positive) - sum(is_positive)

    def split(self, cover: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
        """Return the rows to grow on, and those to prune on."""
        fold = Fold(int(self.random.integers(2**62)), self.folds)
        labels = self.rows.labels
        ranks = [labels[:row].count(label) for row, label in enumerate(labels)]
        chosen = fold.has(np.array(ranks))
        pruning = frozenset(row for row in cover if chosen[row])
        return cover - pruning, pruning

    def grow(self, cover: frozenset[int], body: Body) -> Body:
        climb = PlainClimb(self.rows, self.head, gain, FORMS)
        while self.pn(cover)[1]:
            used = [test[0] for test in body if test[1] == "="]
            found = climb.refinements(cover, self.pn(cover))
            found = [one for one in found if one.test[0] not in used]
            if not found:
                break
            self.scored.append(sum(test[0] not in used for test, _ in climb.tried(cover)))
            best = max(found, key=lambda one: one.score)
            if best.score <= 0 or best.positives < self.least:
                break
            body, cover = [*body, best.test], best.cover
        return body

    def prune(self, cover: frozenset[int], body: Body, worth: Literal["rule", "theory"]) -> Body:
        if not cover:
            return body
        P, N = self.pn(cover)
        values = [(P + 1) / (P + N + 2)]
        for length in range(1, len(body) + 1):
            p, n = self.pn(self.satisfying(cover, body[:length]))
            right = (p + N - n) / (P + N)
            values.append((p + 1) / (p + n + 2) if worth == "rule" else right)
        return body[: values.index(max(values))]

    def counts(self, cover: frozenset[int], bodies: list[Body]) -> list[tuple[int, int]]:
        """Return the positives and negatives that each body is the first to cover."""
        found = []
        for body in bodies:
            covered = self.satisfying(cover, body)
            found.append(self.pn(covered))
            cover -= covered
        return found

    def uncovered(self, bodies: list[Body], cover: frozenset[int] | None = None) -> frozenset[int]:
        cover = self.left if cover is None else cover
        for body in bodies:
            cover -= self.satisfying(cover, body)
        return cover

    def bits(self, counts: list[tuple[int, int]]) -> float:
        """Return the bits of the exceptions of rules with these counts."""
        P, N = self.pn(self.left)
        p, n = sum(one[0] for one in counts), sum(one[1] for one in counts)
        return exception_bits(Exceptions(p + n, n, P + N - p - n, P - p), self.share)

    def build(self, bodies: list[Body]) -> list[Body]:
        total = least = 0.0
        while self.pn(self.uncovered(bodies))[0]:
            growing, pruning = self.split(self.uncovered(bodies))
            body = self.prune(pruning, self.grow(growing, []), "rule")
            counts = self.counts(self.left, [*bodies, body])
            total += self.bits(counts) + condition_bits(len(body), self.n_tests)
            total -= self.bits(counts[:-1])
            least = min(least, total)
            if total > least + self.surplus or counts[-1][0] <= counts[-1][1]:
                break
            bodies = [*bodies, body]
        return bodies

    def without_needless(
        self, bodies: list[Body], counts: list[tuple[int, int]], places: Iterable[int]
    ) -> tuple[list[int], float]:
        """Go through some rules; return the places of those that go, and the bits that saves."""
        gone: list[int] = []
        saved = 0.0
        for place in places:
            still = [one for at, one in enumerate(counts) if at not in gone]
            then = [one for at, one in enumerate(counts) if at not in (*gone, place)]
            own = condition_bits(len(bodies[place]), self.n_tests)
            saving = self.bits(still) + own - self.bits(then)
            if saving >= 0 or counts[place][0] <= counts[place][1]:
                gone.append(place)
                saved += saving
        return gone, saved

    def variant_bits(self, bodies: list[Body], place: int) -> float:
        counts = self.counts(self.left, bodies)
        gone, saved = self.without_needless(bodies, counts, range(place + 1, len(bodies)))
        kept = [one for at, one in enumerate(counts) if at not in gone]
        return condition_bits(len(bodies[place]), self.n_tests) + self.bits(kept) - saved

    def optimize(self, bodies: list[Body]) -> list[Body]:
        for place in range(len(bodies)):
            rest = self.uncovered(bodies[:place])
            if not self.pn(rest)[0]:
                return bodies[:place]
            if not self.satisfying(rest, bodies[place]):
                continue
            growing, pruning = self.split(rest)
            pruning = self.uncovered(bodies[place + 1 :], pruning)
            revised = self.grow(self.satisfying(growing, bodies[place]), bodies[place])
            grown = [revised, self.grow(growing, [])]
            variants = [bodies[place], *(self.prune(pruning, one, "theory") for one in grown)]
            whole = [[*bodies[:place], one, *bodies[place + 1 :]] for one in variants]
            bodies = min(whole, key=lambda one: self.variant_bits(one, place))
        return bodies

    def thin(self, bodies: list[Body]) -> list[Body]:
        counts = self.counts(self.left, bodies)
        gone, _ = self.without_needless(bodies, counts, reversed(range(len(bodies))))
        return [body for place, body in enumerate(bodies) if place not in gone]

    def rules(self, optimizations: int) -> list[Body]:
        bodies = self.build([])
        for _ in range(optimizations):
            bodies = self.thin(self.build(self.optimize(bodies)))
        return bodies
