"""Statements about supersets of a rule's rows: a bound on their errors also bounds the rule's.

The rows of a rule are among those of the same rule with fewer conditions, or with fewer rules
before it. So it makes no more errors than that one does. A statement with fewer parts has a larger
share of the confidence. If the omitted parts remove only a few rows, its bound is lower.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from conjunct.choose import RulePrior
from conjunct.count import NO_TESTS, CountingEngine, Tests, each_class
from conjunct.count.engine_views import n_rows_of
from conjunct.types import Floats, Ints

MOST_ROWS = 4_000_000
"""Largest total number of rows in covers kept at a time; a single cover may have more."""


class Wider(NamedTuple):
    """Statements about supersets of the rows of rules, with one entry for each statement.

    Parameters
    ----------
    rule : ndarray of int
        Position of the rule whose rows are among those of the statement.
    counts : ndarray of int, (statements, classes)
        Rows of the statement, by class.
    log_share : ndarray of float
        Logarithm of the statement's share of the confidence.
    """

    rule: Ints
    counts: Ints
    log_share: Floats

    def and_others(self, others: Wider) -> Wider:
        """Return these statements and others."""
        both: Any = map(np.concatenate, zip(self, others, strict=True))
        return Wider(*both)


def with_fewer_conditions(
    engine: CountingEngine, bodies: Sequence[Tests], prior: RulePrior
) -> Wider:
    """Drop conditions, those that remove the fewest rows first, until one is left.

    Parameters
    ----------
    engine : CountingEngine
        The rows that the rules were learned from.
    bodies : sequence of Tests
        Bodies of the rules.
    prior : RulePrior
        How the confidence is shared.
    """
    longer = np.array([at for at, body in enumerate(bodies) if len(body) > 1], np.int64)
    lengths = np.array([len(bodies[at]) for at in longer.tolist()], np.int64)
    rule = longer.repeat(lengths)
    others = {length: _all_but_one(length) for length in set(lengths.tolist())}
    without = [part for at in longer.tolist() for part in bodies[at][others[len(bodies[at])]]]
    added = _tally(engine, without).sum(axis=1)
    tests = np.concatenate([NO_TESTS, *(bodies[at] for at in longer.tolist())])
    strict_first = tests[np.lexsort((-added, rule))]
    starts = (np.cumsum(lengths) - lengths).tolist()
    shorter = [
        strict_first[start : start + kept]
        for start, length in zip(starts, lengths.tolist(), strict=True)
        for kept in range(1, length)
    ]
    shares = prior.log_shares(shorter)
    return Wider(longer.repeat(lengths - 1), _tally(engine, shorter), shares)


def _all_but_one(length: int) -> Ints:
    """Return in each line the positions of all conditions but one.

    Examples
    --------
    >>> _all_but_one(3)
    array([[1, 2],
           [0, 2],
           [0, 1]])
    """
    places, left_out = np.arange(length - 1), np.arange(length)[:, None]
    return np.asarray(places + (places >= left_out))


def with_fewer_rules_before(
    engine: CountingEngine, bodies: Sequence[Tests], prior: RulePrior
) -> Wider:
    """Drop rules before each rule of a list, those that take the fewest of its rows first.

    Rules that take none of its rows are dropped from the start. The last statement of a rule is
    about exactly the rows that reach it.

    Parameters
    ----------
    engine : CountingEngine
        The rows that the rules were learned from.
    bodies : sequence of Tests
        Bodies of the rules, in the order of the list.
    prior : RulePrior
        How the confidence is shared.
    """
    own = prior.log_shares(bodies)
    rule, counts, before = [], [_tally(engine, [])], [np.empty(0)]
    for at, cover, taken in _taken_before(engine, bodies):
        order = np.argsort(-taken, kind="stable")[: np.count_nonzero(taken)]
        steps = _tally(engine, [*(bodies[other] for other in order), bodies[at]], cover, first=True)
        counts.append(steps[::-1].cumsum(axis=0)[::-1])
        before.append(np.append(0.0, own[order].cumsum()))
        rule += [at] * len(before[-1])
    rules = np.array(rule, np.int64)
    number = np.arange(len(rules)) - np.searchsorted(rules, rules)
    shares = prior.log_shares_after(own[rules], number, np.concatenate(before))
    return Wider(rules, np.concatenate(counts), shares)


def _taken_before(
    engine: CountingEngine, bodies: Sequence[Tests]
) -> Iterator[tuple[int, int, Ints]]:
    """Yield each rule of a list, its cover, and the rows of it that each earlier rule covers.

    One call to the engine handles several rules, because calls to a remote engine are slow.
    """
    channels = np.zeros(engine.n_classes, np.int64)
    size = max(1, MOST_ROWS // max(1, n_rows_of(engine, engine.root())))
    for start in range(0, len(bodies), size):
        group = range(start, min(start + size, len(bodies)))
        covers = _refined(engine, [bodies[at] for at in group])
        taken = engine.tally(covers, bodies[: group.stop], channels)[:, :, 0]
        for at, cover, own in zip(group, covers.tolist(), taken, strict=True):
            yield at, cover, own[:at]
        _release(engine, covers)


def _tally(
    engine: CountingEngine, bodies: Sequence[Tests], cover: int | None = None, first: bool = False
) -> Ints:
    """Count rows by body and class."""
    if not len(bodies):
        return np.empty((0, engine.n_classes), np.int64)
    covers = np.array([engine.root() if cover is None else cover])
    return np.asarray(engine.tally(covers, bodies, each_class(engine.n_classes), first)[0])


def _refined(engine: CountingEngine, bodies: Sequence[Tests]) -> Ints:
    """Return the covers of bodies, refined condition by condition; the root for an empty body."""
    covers = np.full(len(bodies), engine.root())
    lengths = np.array([len(body) for body in bodies])
    for place in range(lengths.max(initial=0)):
        longer = np.flatnonzero(lengths > place)
        tests = np.stack([bodies[at][place] for at in longer.tolist()])
        finer = engine.refine(covers[longer], tests)
        _release(engine, covers[longer])
        covers[longer] = finer
    return covers


def _release(engine: CountingEngine, covers: Ints) -> None:
    """Release covers, but not the root."""
    engine.release(covers[covers != engine.root()])
