"""Beam search of Quinlan & Cameron-Jones (1995), section 2, in lists, sets and fractions.

The reading: a refinement removes a row, and competes if it keeps a positive one; an attribute is
tested once in a rule; every test of a category that occurs in the cover competes, of a number only
the best ``≤`` and the best ``>`` (score, fewer negatives, lower cut), put in the middle of the cuts
that separate the same rows of the cover; ``≠`` is not tried for two-valued attributes; candidates
stand in the order of score, fewer negatives, place of the parent in the beam, column, then category
and operator, or ``≤`` before ``>``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from .small_tables import Rows

Test = tuple[int, str, int]
Body = frozenset[Test]
ALL = ("=", "!=", "<=", ">")


@dataclass(frozen=True)
class Candidate:
    """A conjunct and the rows that it covers."""

    body: Body
    cover: frozenset[int]
    positives: int
    score: Fraction
    bound: Fraction

    @property
    def negatives(self) -> int:
        return len(self.cover) - self.positives

    @property
    def merit(self) -> tuple[Fraction, int]:
        """Larger is better."""
        return self.score, -self.negatives


@dataclass
class PlainSearch:
    """One search for a rule of class `head`, by Laplace."""

    rows: Rows
    head: str
    n_classes: int
    conditions: tuple[str, ...] = ALL
    max_conditions: int | None = None
    min_coverage: int = 1
    scored: int = field(default=0, init=False)
    covered: int = field(default=0, init=False)
    purest: Fraction = field(default=Fraction(0), init=False)

    def laplace(self, positives: int, negatives: int) -> Fraction:
        return Fraction(positives + 1, positives + negatives + self.n_classes)

    def passes(self, row: int, test: Test) -> bool:
        column, op, code = test
        cell = self.rows.cells[row][column]
        if cell is None:
            return False
        place = self.rows.levels[column].index(cell)
        return {"=": place == code, "!=": place != code, "<=": place <= code, ">": place > code}[op]

    def candidate(self, body: Body, cover: frozenset[int]) -> Candidate:
        positives = sum(self.rows.labels[row] == self.head for row in cover)
        score = self.laplace(positives, len(cover) - positives)
        return Candidate(body, cover, positives, score, self.laplace(positives, 0))

    def refined(self, parent: Candidate, test: Test) -> Candidate | None:
        """Try one more test; return the refinement if it competes."""
        cover = frozenset(row for row in parent.cover if self.passes(row, test))
        child = self.candidate(parent.body | {test}, cover)
        if not self.min_coverage <= len(cover) < len(parent.cover):
            return None
        self.scored += 1
        self.covered += len(cover)
        self.purest = max(self.purest, Fraction(child.positives, len(cover)))
        return child if child.positives else None

    def may_use(self, column: int, op: str) -> bool:
        if op not in self.conditions:
            return False
        if self.rows.kinds[column] == "numeric":
            return op in ("<=", ">")
        two_valued = len(self.rows.levels[column]) <= 2
        return op == "=" or (op == "!=" and not (two_valued and "=" in self.conditions))

    def refinements(self, parent: Candidate) -> list[Candidate]:
        """Return all that compete, in the order of their tests."""
        found: list[Candidate] = []
        for column in range(len(self.rows.kinds)):
            if column in {test[0] for test in parent.body}:
                continue
            here = {self.rows.cells[row][column] for row in parent.cover}
            codes = [i for i, level in enumerate(self.rows.levels[column]) if level in here]
            if self.rows.kinds[column] == "nominal":
                found += self.of_categories(parent, column, codes)
            else:
                found += self.of_numbers(parent, column, codes)
        return found

    def of_categories(self, parent: Candidate, column: int, codes: list[int]) -> list[Candidate]:
        tests = [(column, op, code) for code in codes for op in ("=", "!=")]
        children = [self.refined(parent, t) for t in tests if self.may_use(column, t[1])]
        return [child for child in children if child is not None]

    def of_numbers(self, parent: Candidate, column: int, codes: list[int]) -> list[Candidate]:
        cuts = [(low + high - 1) // 2 for low, high in pairwise(codes)]
        found = []
        for op in ("<=", ">"):
            if self.may_use(column, op):
                children = [self.refined(parent, (column, op, cut)) for cut in cuts]
                valid = [child for child in children if child is not None]
                found += [max(valid, key=lambda one: one.merit)] if valid else []
        return found

    def usable(self) -> set[int]:
        """Return the attributes that some condition can test."""
        return {
            column
            for column, levels in enumerate(self.rows.levels)
            if len(levels) >= (2 if self.rows.kinds[column] == "numeric" else 1)
            if any(self.may_use(column, op) for op in ALL)
        }

    def run(self, width: int) -> Found | None:
        """Search with one width."""
        beam = [self.candidate(frozenset(), frozenset(range(len(self.rows.cells))))]
        best: Candidate | None = None
        combinations: set[frozenset[int]] = set()
        rounds: list[tuple[int, int, int]] = []
        purest: list[Fraction] = []
        most = len(self.usable())
        if self.max_conditions is not None:
            most = min(most, self.max_conditions)
        while beam and len(rounds) < most:
            self.scored, self.covered, self.purest = 0, 0, Fraction(0)
            candidates = [child for parent in beam for child in self.refinements(parent)]
            for parent in beam:
                attributes = {test[0] for test in parent.body}
                combinations |= {
                    frozenset(attributes | {other}) for other in self.usable() - attributes
                }
            promising = []
            for one in candidates:
                if best is None or one.merit > best.merit:
                    best = one
                if one.bound > best.score:
                    promising.append(one)
            if best is None:
                return None
            ranked = sorted(promising, key=lambda one: (-one.score, one.negatives))
            selected = without_repeats(ranked)[:width]
            beam = [one for one in selected if one.bound > best.score]
            pruned = len(candidates) - len(promising) + len(selected) - len(beam)
            rounds.append((self.scored, pruned, self.covered))
            purest.append(self.purest)
        return None if best is None else Found(best, len(combinations), rounds, purest)


def without_repeats(ranked: list[Candidate]) -> list[Candidate]:
    """Return each conjunct once, where it stands first."""
    bodies = [one.body for one in ranked]
    return [one for place, one in enumerate(ranked) if one.body not in bodies[:place]]


@dataclass(frozen=True)
class Found:
    """What a search found, and each level: tests scored, candidates pruned, rows covered.

    `purest` is the largest share of positives of a test of each level.
    """

    best: Candidate
    combinations: int
    rounds: list[tuple[int, int, int]]
    purest: list[Fraction]

    @property
    def body(self) -> list[list[int]]:
        """The tests by column, with operators as numbers."""
        return sorted([column, ALL.index(op), code] for column, op, code in self.best.body)
