"""Examples for learning a heuristic: how the rules that a search meets do on unseen rows.

Janssen & Fürnkranz (2007), section 4. A table is halved, rules for each class against all others
are learned on one half by each of five heuristics, and every rule on the way, also those after the
one that was kept, is counted on the other half. The paper has 87,380 examples from 27 tables. That
is about the number of rules that searches take, step by step; they look at hundreds of times more
refinements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from conjunct.count import CountingEngine, as_tests, class_counts, one_class
from conjunct.count.engines import FASTEST, make_engine
from conjunct.cover.loop import rows_left
from conjunct.data import Table
from conjunct.encode import encode
from conjunct.evaluate import as_heuristic
from conjunct.model.condition import Missing
from conjunct.search.climb import Climb, Climbed
from conjunct.search.language import Language, Limits
from conjunct.search.outcome import conditions_of
from conjunct.types import AnyArray, Flags

Search = Mapping[str, str | int]
"""A recorded search; see `recorded_searches`."""

HEURISTICS = ("precision", "accuracy", "laplace", "wra", "correlation")
"""Those that lead the searches, in the order of the paper's Table 1."""


def recorded_searches(train: Table, test: Table, missing: Missing = "fails") -> Iterator[Search]:
    """Yield the searches for the rules of every class by every heuristic.

    Parameters
    ----------
    train : Table
        To learn from.
    test : Table
        To count on.
    missing : {"fails", "value"}
        What a missing cell is taken for.

    Yields
    ------
    Search
        The class and the heuristic; P and N of the problem; how many steps lead to the rule that
        was kept (``kept``); and step by step, as numbers with blanks between them, the positives
        and negatives that the rule covers where it was learned (``p``, ``n``) and on the other
        half (``test_p``, ``test_n``), there without the rows that earlier rules cover, just as
        where it was learned.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> table = shipped_table()
    >>> search = next(recorded_searches(table, table))
    >>> [search[name] for name in ("heuristic", "P", "N", "p", "n", "test_p", "test_n")]
    ['precision', 152, 192, '115', '0', '115', '0']
    """
    halves = _Halves.of(train, test, missing)
    for head in np.flatnonzero(class_counts(halves.engine, halves.engine.root())).tolist():
        for name in HEURISTICS:
            yield from _searches(halves, head, name)


class _Halves(NamedTuple):
    """One half in an engine, to learn from, the other as a table to count on."""

    engine: CountingEngine
    language: Language
    test: Table
    labels: AnyArray
    missing: Missing

    @classmethod
    def of(cls, train: Table, test: Table, missing: Missing) -> _Halves:
        engine = make_engine(FASTEST, encode(train, missing))
        assert test.target is not None
        language = Language(engine.columns, Limits(), reuse="always")
        return cls(engine, language, test, test.target.values, missing)


def _searches(halves: _Halves, head: int, name: str) -> Iterator[Search]:
    """Yield the searches for the rules of one class; the last is one whose rule does not pay."""
    engine, climb = halves.engine, Climb(as_heuristic(name), whole_path=True)
    train, channels = engine.root(), one_class(head, engine.n_classes)
    left = np.ones(halves.test.n_rows, bool)
    positive = halves.labels == head
    while (climbed := climb.find(engine, halves.language, train, channels)) is not None:
        covers = _covers(halves, climbed)
        yield _row(head, name, climbed, [left & cover for cover in covers], positive)
        best = climbed.steps[climbed.kept - 1]
        if best.positives <= best.negatives:
            break
        train = rows_left(engine, train, climbed.outcome.body)
        left &= ~covers[climbed.kept - 1]
    engine.release(np.array([train]))


def _covers(halves: _Halves, climbed: Climbed) -> list[Flags]:
    """Return the rows of the other half that satisfy the rule, step by step."""
    cover = np.ones(halves.test.n_rows, bool)
    covers = []
    for condition in conditions_of(halves.engine, as_tests(step.test for step in climbed.steps)):
        column = halves.test.column(condition.attribute)
        cover = cover & condition.holds(column, halves.missing)
        covers.append(cover)
    return covers


def _row(head: int, name: str, climbed: Climbed, covers: list[Flags], positive: Flags) -> Search:
    P, N = climbed.totals
    return {
        "class": head,
        "heuristic": name,
        "P": P,
        "N": N,
        "kept": climbed.kept,
        "p": _text(step.positives for step in climbed.steps),
        "n": _text(step.negatives for step in climbed.steps),
        "test_p": _text(int(np.sum(cover & positive)) for cover in covers),
        "test_n": _text(int(np.sum(cover & ~positive)) for cover in covers),
    }


def _text(numbers: Iterator[int]) -> str:
    return " ".join(map(str, numbers))
