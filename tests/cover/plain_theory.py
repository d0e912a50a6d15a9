"""KNOPF after Pfahringer (1995) in lists and sets: grow, prune, add while it pays, one ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tests.search.plain_beam import Candidate, PlainSearch, Test
from tests.search.small_tables import CLASSES, Rows

from conjunct.choose import Decided, TheoryCost
from conjunct.evaluate import foil_gain

FORMS = ("=", "<=", ">")


@dataclass
class GainSearch(PlainSearch):
    """Scores a refinement by its gain over what it refines."""

    conditions: tuple[str, ...] = FORMS
    before: tuple[int, int] = (1, 1)

    def laplace(self, positives: int, negatives: int) -> float:  # type: ignore[override]
        return float(foil_gain(positives, negatives, *self.before))


def counts_of(rows: Rows, cover: set[int] | frozenset[int]) -> tuple[int, ...]:
    return tuple(sum(rows.labels[row] == label for row in cover) for label in CLASSES)


def grow(search: GainSearch, cover: set[int]) -> list[Test]:
    """Return the conditions in the order in which they are added."""
    body, best = [], search.candidate(frozenset(), frozenset(cover))
    while best.negatives:
        search.before = best.positives, best.negatives
        children: list[Candidate] = search.refinements(best)
        better = max(children, key=lambda child: child.merit, default=None)
        if better is None or better.score <= 0:
            break
        body += better.body - best.body
        best = better
    return body


def covered(search: GainSearch, body: list[Test], cover: set[int]) -> frozenset[int]:
    return frozenset(row for row in cover if all(search.passes(row, test) for test in body))


def prune(search: GainSearch, body: list[Test], cover: set[int], pruning: str) -> list[Test]:
    """Delete one condition after the other."""

    def counts(tests: list[Test]) -> tuple[int, int]:
        found = search.candidate(frozenset(tests), covered(search, tests, cover))
        return found.positives, found.negatives

    _, most = counts(body)
    while pruning != "unpruned" and len(body) > 1:
        shorter = [[test for test in body if test != gone] for gone in reversed(body)]
        if pruning == "p - n":
            best = max(shorter, key=lambda tests: counts(tests)[0] - counts(tests)[1])
            is_worse = counts(best)[0] - counts(best)[1] < counts(body)[0] - counts(body)[1]
        else:
            harmless = [tests for tests in shorter if counts(tests)[1] <= most]
            best = max(harmless, key=lambda tests: counts(tests)[0], default=body)
            is_worse = not harmless
        if is_worse:
            break
        body = best
    return body


class PlainRule(NamedTuple):
    """A rule and the rows that it decides about, by class."""

    tests: frozenset[Test]
    head: int
    counts: tuple[int, ...]


def plain_theory(
    rows: Rows, pruning: str, head: int | None, cost: TheoryCost, patience: int = 2
) -> tuple[list[PlainRule], tuple[int, ...], float]:
    """Return rules, rows left over by class, and the cost."""
    n_tests = sum(
        len(levels) if kind == "nominal" else 2 * max(len(levels) - 1, 0)
        for kind, levels in zip(rows.kinds, rows.levels, strict=True)
    )
    heads = range(len(CLASSES)) if head is None else [head]

    def price(rules: list[PlainRule], cover: set[int]) -> float:
        decided = [Decided(len(rule.tests), rule.head, rule.counts) for rule in rules]
        return cost(decided, counts_of(rows, cover), n_tests, len(heads))

    cover, rules = set(range(len(rows.cells))), []
    met = [(price([], cover), 0, set(cover))]
    while len(rules) - min(met)[1] < patience:
        offers = []
        for one in heads:
            search = GainSearch(rows, CLASSES[one], len(CLASSES))
            if not any(rows.labels[row] == CLASSES[one] for row in cover):
                continue
            body = grow(search, cover)
            if body:
                body = prune(search, body, cover, pruning)
                mine = covered(search, body, cover)
                rule = PlainRule(frozenset(body), one, counts_of(rows, mine))
                offers.append((price([*rules, rule], cover - mine), one, rule, cover - mine))
        if not offers:
            break
        paid, _, rule, cover = min(offers, key=lambda offer: offer[:2])
        rules.append(rule)
        met.append((paid, len(rules), set(cover)))
    paid, size, left = min(met, key=lambda one: one[:2])
    return rules[:size], counts_of(rows, left), paid
