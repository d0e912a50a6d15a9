"""From the paths to the leaves to fewer, shorter rules: drop conditions and rules that do not help.

As in C4.5rules (Quinlan 1993, chapter 5), conditions are dropped first, rule by rule, then rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from conjunct.choose import ucf_error
from conjunct.count import CountingEngine, Tests, as_tests, class_counts, each_class
from conjunct.count.engine import AT_MOST, EQUAL, UNEQUAL
from conjunct.evaluate import chi_square_test, likelihood_ratio_test
from conjunct.model import Rule, SearchRecord
from conjunct.params import Constraint, Number, Variant
from conjunct.search.outcome import Outcome, as_rule
from conjunct.types import Ints


class Judge(Protocol):
    """A criterion that decides which conditions and rules help."""

    def droppable(self, kept: Sequence[int], without: Ints, head: int) -> int | None:
        """Return the condition to drop, or None, given class counts with all and without each."""

    def helps(self, taken: Ints, left: Ints, head: int) -> bool:
        """Tell whether a rule that covers `taken` of the rows `left` is worth keeping."""


@dataclass(frozen=True)
class Pessimistic(Variant):
    """Drop conditions and rules if that does not raise the upper limit of the error, U_CF.

    Parameters
    ----------
    cf : float
        The confidence factor.

    Examples
    --------
    >>> Pessimistic(cf=0.1)
    Pessimistic(cf=0.1)
    """

    cf: float = 0.25
    _allowed: ClassVar[Mapping[str, Constraint]] = {"cf": Number(0.0, 1.0)}

    def droppable(self, kept: Sequence[int], without: Ints, head: int) -> int | None:
        """Return the condition without which the limit is lowest, unless that raises the limit."""
        limits = self._limits(np.vstack((kept, without)), head)
        best = int(limits[1:].argmin())
        return best if limits[1 + best] <= limits[0] else None

    def helps(self, taken: Ints, left: Ints, head: int) -> bool:
        """Tell whether the limit is below that of the most frequent class of the rows left."""
        default = int(left.argmax())
        if head == default:
            return True
        ours, others = self._limits(taken[None], head), self._limits(taken[None], default)
        return bool(ours[0] < others[0])

    def _limits(self, counts: Ints, head: int) -> Ints:
        covered = counts.sum(axis=1)
        return np.asarray(ucf_error(covered, covered - counts[:, head], self.cf))


@dataclass(frozen=True)
class Significant(Variant):
    """Drop conditions and rules that make no significant difference.

    Parameters
    ----------
    max_p_chance : float
        Largest p-value of a significant difference.

    Examples
    --------
    >>> Significant(max_p_chance=0.01)
    Significant(max_p_chance=0.01)
    """

    max_p_chance: float = 0.05
    _allowed: ClassVar[Mapping[str, Constraint]] = {"max_p_chance": Number(0.0, 1.0)}

    def droppable(self, kept: Sequence[int], without: Ints, head: int) -> int | None:
        """Return the least significant condition, judged by the rows that it excludes."""
        inside = np.broadcast_to(np.asarray(kept), without.shape)
        tables = np.stack((inside, without - inside), axis=1)
        two = np.stack((tables[:, :, head], tables.sum(axis=2) - tables[:, :, head]), axis=2)
        chance = chi_square_test(two).p_value
        most = int(chance.argmax())
        return most if chance[most] > self.max_p_chance else None

    def helps(self, taken: Ints, left: Ints, head: int) -> bool:
        """Tell whether the rows taken differ significantly from the rows left."""
        if head == int(left.argmax()):
            return True
        test = likelihood_ratio_test(taken.tolist(), (left / left.sum()).tolist())
        return test.p_value <= self.max_p_chance


@dataclass(frozen=True, eq=False)
class LeafPath:
    """The path to a leaf: conditions on codes, the class of the leaf, and its search record."""

    body: Tests
    head: int
    record: SearchRecord


def simplified(
    paths: Sequence[LeafPath], engine: CountingEngine, judge: Judge
) -> tuple[list[Rule], int]:
    """Return the rules of a decision list, and its default class.

    Rules are ordered by U_CF, lowest first. A rule is left out if it covers no row that the rules
    before it leave, or if it is no better there than the default. The last rules are left out if
    they predict the default class. A missing cell satisfies no condition here.
    """
    kept: list[Rule] = []
    root = rest = engine.root()
    whole = left = np.array(class_counts(engine, root))
    for rule, body in _rules(paths, engine, judge):
        taken = np.array(class_counts(engine, rest, body))
        if taken.sum() and judge.helps(taken, left, rule.head):
            kept.append(rule)
            before, rest = rest, engine.subset(rest, without=[body])
            left = left - taken
            engine.release(np.array([before]))
    engine.release(np.array([rest]))
    default = int((left if left.any() else whole).argmax())
    while kept and kept[-1].head == default:
        kept.pop()
    return kept, default


def _rules(
    paths: Sequence[LeafPath], engine: CountingEngine, judge: Judge
) -> list[tuple[Rule, Tests]]:
    """Return the shortened rules, each once, ordered by U_CF; of equal ones, more rows first."""
    found: dict[tuple[bytes, int], tuple[Rule, Tests]] = {}
    for path, body in zip(paths, _shortened(paths, engine, judge), strict=True):
        key = (body.tobytes(), path.head)
        if len(body) and key not in found:
            outcome = Outcome(body, 0.0, path.record)
            found[key] = (as_rule(engine, engine.root(), path.head, outcome), body)
    rules = list(found.values())
    limits = [float(ucf_error(rule.covered, rule.errors)) for rule, _ in rules]
    order = sorted(range(len(rules)), key=lambda at: (limits[at], -rules[at][0].covered, at))
    return [rules[at] for at in order]


def _shortened(paths: Sequence[LeafPath], engine: CountingEngine, judge: Judge) -> list[Tests]:
    """Return the bodies of all paths without the conditions that do not help.

    One condition of each body is dropped at a time; the shorter bodies are counted in one call.
    """
    bodies = [_tight(path.body) for path in paths]
    going = [at for at, body in enumerate(bodies) if len(body)]
    while going:
        counts = _counts(
            engine, [one for at in going for one in (bodies[at], *_shorter(bodies[at]))]
        )
        still = []
        for at in going:
            own, counts = np.split(counts, [1 + len(bodies[at])])
            worst = judge.droppable(own[0].tolist(), own[1:], paths[at].head)
            if worst is not None:
                bodies[at] = np.delete(bodies[at], worst, axis=0)
                still += [at] if len(bodies[at]) else []
        going = still
    return bodies


def _shorter(body: Tests) -> list[Tests]:
    """Return the bodies that lack one condition of the given body."""
    return [np.delete(body, at, axis=0) for at in range(len(body))]


def _counts(engine: CountingEngine, bodies: Sequence[Tests]) -> Ints:
    """Count the rows of each body by class; bodies that occur twice are counted once."""
    different = {body.tobytes(): body for body in bodies}
    place = {key: at for at, key in enumerate(different)}
    counts = engine.tally(
        np.array([engine.root()]), list(different.values()), each_class(engine.n_classes)
    )
    return counts[0, [place[body.tobytes()] for body in bodies]]


def _tight(body: Tests) -> Tests:
    """Leave out the conditions that others imply, and order the rest by column."""
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
