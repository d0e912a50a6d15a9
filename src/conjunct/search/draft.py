"""A rule that is grown on some rows and pruned on others, as in RIPPER: Cohen (1995)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from conjunct.count import CountingEngine, Tests, as_tests
from conjunct.evaluate import laplace
from conjunct.model.record import Round, SearchRecord
from conjunct.search.body import shortest_body
from conjunct.search.gain_kernels import best_condition
from conjunct.search.language import Language
from conjunct.search.outcome import Outcome
from conjunct.types import Flags

Worth = Literal["rule", "theory"]


@dataclass(frozen=True, eq=False)
class Draft:
    """A body that may still change, and what was tried for it.

    Parameters
    ----------
    tests : Tests
        Its conditions on codes, in the order in which they were added.
    rounds : tuple of Round
        One a condition that was looked for.
    refined : tuple of frozenset
        The attributes of the bodies that were refined.
    """

    tests: Tests
    rounds: tuple[Round, ...] = ()
    refined: tuple[frozenset[int], ...] = ()

    def chosen_from(self, drafts: Sequence[Draft]) -> Draft:
        """Return this body, with what was tried for all drafts that it was chosen from."""
        rounds = tuple(one for draft in drafts for one in draft.rounds)
        refined = tuple(one for draft in drafts for one in draft.refined)
        return replace(self, rounds=rounds, refined=refined)

    def outcome(self, engine: CountingEngine, language: Language, head: int) -> Outcome:
        """Return the body without needless conditions, and the record of the search.

        Its score is (p + 1) / (p + n + 2) on all rows that the engine has left.

        Parameters
        ----------
        engine : CountingEngine
            The rows.
        language : Language
            The conditions that could be used.
        head : int
            The class of the rule.
        """
        body = shortest_body([tuple(test) for test in self.tests.tolist()], engine.columns)
        counts = engine.class_counts(body)
        errors = sum(counts) - counts[head]
        usable = np.flatnonzero(language.attribute_keys).tolist()
        record = SearchRecord(
            search="ripper",
            width=1,
            scored=sum(one.scored for one in self.rounds),
            pruned=0,
            combinations=len({used | {one} for used in self.refined for one in usable}),
            covered=sum(counts),
            errors=errors,
            rounds=self.rounds,
        )
        return Outcome(body, float(laplace(counts[head], errors)), record)


def grow(
    engine: CountingEngine, language: Language, cover: int, tests: Tests, min_positives: int = 1
) -> Draft:
    """Add the condition of highest gain until no negative is covered or nothing is gained.

    The gain is `conjunct.evaluate.smoothed_gain` over the body so far.
    A nominal column is tested once at most, a numeric one any number of times. Of equal gains the
    first in the order of the columns, then of the codes wins, ``≤`` before ``>``.

    Parameters
    ----------
    engine : CountingEngine
        Set to a class by ``begin``.
    language : Language
        The conditions that may be used.
    cover : int
        The rows to grow on that satisfy the conditions so far.
    tests : Tests
        These conditions.
    min_positives : int
        It also ends before fewer positives than that would be covered.
    """
    columns = language.columns
    allowed = _allowed(language, tests)
    used = frozenset(columns.attribute[tests[:, 0]].tolist())
    path = tests.tolist()
    rounds: list[Round] = []
    refined: list[frozenset[int]] = []
    positives, negatives = engine.totals(cover)
    while negatives:
        counts = engine.count(np.array([cover]))
        entries = counts.offsets, counts.codes, counts.values
        scored, covered, column, op, code, p, n = best_condition(
            entries, (columns.numeric, allowed), positives, negatives
        )
        if not scored:
            break
        rounds.append(Round(1, len(path) + 1, scored, 0, covered / scored))
        refined.append(used)
        if p < min_positives:
            break
        path.append([column, op, code])
        positives, negatives, used = p, n, used | {int(columns.attribute[column])}
        if not columns.numeric[column]:
            allowed[column] = False
        cover = int(engine.refine(np.array([cover]), np.array(path[-1:]))[0])
    return Draft(as_tests(path), tuple(rounds), tuple(refined))


def _allowed(language: Language, tests: Tests) -> Flags:
    """Tell which operators a further condition may have: a nominal column is tested once."""
    allowed = language.columns.allowed.copy()
    used = tests[:, 0]
    allowed[used] &= language.columns.numeric[used, None]
    return allowed


def prune(engine: CountingEngine, cover: int, draft: Draft, worth: Worth = "rule") -> Draft:
    """Take the last conditions away, as many as make the rule worth most on some rows.

    ``"rule"``: the rule is worth (p + 1) / (p + n + 2). ``"theory"``: it is worth the share of the
    rows that are right, covered or not, (p + N - n) / (P + N). Without conditions it is worth
    (P + 1) / (P + N + 2); all may go. Of equally good ones the shortest is kept.

    Parameters
    ----------
    engine : CountingEngine
        Set to a class by ``begin``.
    cover : int
        The rows to prune on; where there are none, nothing is taken away.
    draft : Draft
        The rule.
    worth : {"rule", "theory"}
        What it is worth.
    """
    P, N = engine.totals(cover)
    if not P + N:
        return draft
    best, kept = (P + 1) / (P + N + 2), 0
    _, counts = engine.follow(cover, draft.tests)
    for place, (n, p) in enumerate(counts.tolist()):
        value = (p + 1) / (p + n + 2) if worth == "rule" else (p + N - n) / (P + N)
        if value > best:
            best, kept = value, place + 1
    return replace(draft, tests=draft.tests[:kept])
