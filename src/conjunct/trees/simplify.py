"""From the ways to the leaves to fewer, shorter rules: what does not help is dropped.

As in C4.5rules (Quinlan 1993, chapter 5): first conditions, rule by rule; then rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from conjunct.choose import ucf_error
from conjunct.count import CountingEngine, Tests, as_tests
from conjunct.count.kernels import AT_MOST, EQUAL, UNEQUAL
from conjunct.evaluate import chi_square_test, likelihood_ratio_test
from conjunct.model import Rule, SearchRecord
from conjunct.search import Outcome, as_rule
from conjunct.types import Ints


class Judge(Protocol):
    """Decides what does not help."""

    def droppable(self, kept: Sequence[int], without: Ints, head: int) -> int | None:
        """Return the condition to drop, given the class counts with all and without each."""

    def helps(self, taken: Ints, left: Ints, head: int) -> bool:
        """Tell whether a rule that takes these of the rows left is worth its place."""


@dataclass(frozen=True)
class Pessimistic:
    """Drop what does not raise the upper limit of the error, U_CF.

    Parameters
    ----------
    cf : float
        The confidence factor.
    """

    cf: float = 0.25

    def droppable(self, kept: Sequence[int], without: Ints, head: int) -> int | None:
        """Return the condition without which the limit is lowest, if it is not higher."""
        limits = self._limits(np.vstack((kept, without)), head)
        best = int(limits[1:].argmin())
        return best if limits[1 + best] <= limits[0] else None

    def helps(self, taken: Ints, left: Ints, head: int) -> bool:
        """Tell whether the limit is below that of the class most rows left have."""
        default = int(left.argmax())
        if head == default:
            return True
        ours, others = self._limits(taken[None], head), self._limits(taken[None], default)
        return bool(ours[0] < others[0])

    def _limits(self, counts: Ints, head: int) -> Ints:
        covered = counts.sum(axis=1)
        return np.asarray(ucf_error(covered, covered - counts[:, head], self.cf))


@dataclass(frozen=True)
class Significant:
    """Drop what makes no significant difference.

    Parameters
    ----------
    max_p_chance : float
        Largest chance of a difference that counts.
    """

    max_p_chance: float = 0.05

    def droppable(self, kept: Sequence[int], without: Ints, head: int) -> int | None:
        """Return the condition that is most likely chance, by the rows that it keeps out."""
        inside = np.broadcast_to(np.asarray(kept), without.shape)
        tables = np.stack((inside, without - inside), axis=1)
        two = np.stack((tables[:, :, head], tables.sum(axis=2) - tables[:, :, head]), axis=2)
        chance = chi_square_test(two).p_value
        most = int(chance.argmax())
        return most if chance[most] > self.max_p_chance else None

    def helps(self, taken: Ints, left: Ints, head: int) -> bool:
        """Tell whether the rows taken differ from those left by more than chance."""
        if head == int(left.argmax()):
            return True
        test = likelihood_ratio_test(taken.tolist(), (left / left.sum()).tolist())
        return test.p_value <= self.max_p_chance


@dataclass(frozen=True, eq=False)
class Way:
    """The way to a leaf: conditions on codes, the class there, and the search behind it."""

    body: Tests
    head: int
    record: SearchRecord


def simplified(
    ways: Sequence[Way], engine: CountingEngine, judge: Judge, criterion: str
) -> tuple[list[Rule], int]:
    """Return the rules of a decision list, and its default.

    Rules stand in the order of U_CF, the lowest first. One that takes no row of those that the
    rules before it leave, or is no better there than the default, is left out, and so are the last
    ones that only say what the default says.

    Parameters
    ----------
    ways : sequence of Way
        Of all leaves.
    engine : CountingEngine
        The training rows. A missing cell passes no condition here.
    judge : Judge
        What helps.
    criterion : str
        Name of the estimate that corrects the error of a rule.
    """
    rules = _rules(ways, engine, judge, criterion)
    kept: list[Rule] = []
    rest = engine
    for rule, body in rules:
        left = np.array(rest.class_counts(as_tests([])))
        taken = np.array(rest.class_counts(body))
        if taken.sum() and judge.helps(taken, left, rule.head):
            kept.append(rule)
            rest = rest.without(body)
    left = np.array(rest.class_counts(as_tests([])))
    whole = np.array(engine.class_counts(as_tests([])))
    default = int((left if left.any() else whole).argmax())
    while kept and kept[-1].head == default:
        kept.pop()
    return kept, default


def _rules(
    ways: Sequence[Way], engine: CountingEngine, judge: Judge, criterion: str
) -> list[tuple[Rule, Tests]]:
    """Return the shortened rules, each once, in the order of U_CF; the more rows go first."""
    found: dict[tuple[bytes, int], tuple[Rule, Tests]] = {}
    for way in ways:
        body = _shortened(_tight(way.body), way.head, engine, judge)
        key = (body.tobytes(), way.head)
        if len(body) and key not in found:
            outcome = Outcome(body, 0.0, way.record)
            found[key] = (as_rule(engine, way.head, outcome, criterion), body)
    rules = list(found.values())
    limits = [float(ucf_error(rule.covered, rule.errors)) for rule, _ in rules]
    order = sorted(range(len(rules)), key=lambda at: (limits[at], -rules[at][0].covered, at))
    return [rules[at] for at in order]


def _shortened(body: Tests, head: int, engine: CountingEngine, judge: Judge) -> Tests:
    kept = engine.class_counts(body)
    while len(body):
        counts = [engine.class_counts(np.delete(body, at, axis=0)) for at in range(len(body))]
        worst = judge.droppable(kept, np.array(counts), head)
        if worst is None:
            break
        body, kept = np.delete(body, worst, axis=0), counts[worst]
    return body


def _tight(body: Tests) -> Tests:
    """Leave out the conditions that others imply, and put the rest in the order of columns."""
    limits: dict[tuple[int, int, int], int] = {}
    equal = {column for column, op, _ in body.tolist() if op == EQUAL}
    for column, op, code in body.tolist():
        if op == UNEQUAL and column in equal:
            continue
        key = (column, op, code if op in (EQUAL, UNEQUAL) else -1)
        tighter = min if op == AT_MOST else max
        limits[key] = tighter(limits.get(key, code), code)
    tests = [(column, op, code) for (column, op, _), code in limits.items()]
    return as_tests(sorted(tests))
