"""A rule that is grown on some rows and pruned on others, as in RIPPER: Cohen (1995)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import numpy as np

from conjunct.count import NO_TESTS, Channels, CountingEngine, Tests, class_counts
from conjunct.evaluate import laplace, smoothed_gain
from conjunct.model.record import Round
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language
from conjunct.search.outcome import Outcome, greedy_record, shortest_body

Worth = Literal["rule", "theory"]


@dataclass(frozen=True, eq=False)
class RipperRule:
    """A body that may still change, and what was tried for it.

    There is one round for each search for a condition; `refined` are the bodies that were refined.
    """

    body: Tests
    rounds: tuple[Round, ...] = ()
    refined: tuple[Tests, ...] = ()

    def chosen_from(self, rules: Sequence[RipperRule]) -> RipperRule:
        """Return this body, with the rounds of all rules that it was chosen from."""
        rounds = tuple(one for rule in rules for one in rule.rounds)
        refined = tuple(one for rule in rules for one in rule.refined)
        return RipperRule(self.body, rounds, refined)

    def outcome(self, engine: CountingEngine, language: Language, cover: int, head: int) -> Outcome:
        """Return the body without redundant conditions, and the record of the search.

        Its score is (p + 1) / (p + n + 2), over the rows of a cover: those that no earlier rule
        covers.
        """
        body = shortest_body([tuple(test) for test in self.body.tolist()], engine.columns)
        counts = class_counts(engine, cover, body)
        errors = sum(counts) - counts[head]
        combinations = language.n_attribute_sets(self.refined)
        record = greedy_record("ripper", self.rounds, combinations, sum(counts), errors)
        return Outcome(body, float(laplace(counts[head], errors)), record)


def grow_ripper_rule(start: GrowingBody, min_positives: int = 1) -> RipperRule:
    """Add the condition with the highest gain until no negative is covered or nothing is gained.

    The gain is `conjunct.evaluate.smoothed_gain` over the body so far. Ties go to the condition
    with the lower column, then the lower code, then ``≤`` before ``>``. Growing also ends before
    the body would cover fewer than `min_positives`. The covers of `start` are released.
    """
    rounds: list[Round] = []
    refined: list[Tests] = []
    with start as grown:
        while grown.negatives:
            found = grown.refinements()
            if not len(found.tests):
                break
            rounds.append(grown.round())
            refined.append(grown.body)
            negatives, positives = found.values.T
            gains = smoothed_gain(positives, negatives, grown.positives, grown.negatives)
            best = int(gains.argmax())
            if gains[best] <= 0 or positives[best] < min_positives:
                break
            grown.add(found, best)
    return RipperRule(grown.body, tuple(rounds), tuple(refined))


def prune_ripper_rules(
    engine: CountingEngine,
    cover: int,
    channels: Channels,
    rules: Sequence[RipperRule],
    worth: Worth = "rule",
) -> list[RipperRule]:
    """Remove conditions from the end of each rule, as many as maximise its worth on some rows.

    ``"rule"``: a rule is worth (p + 1) / (p + n + 2). ``"theory"``: it is worth the share of
    rows, covered or not, that it gets right, (p + N - n) / (P + N). All conditions may be removed;
    without conditions a rule is worth (P + 1) / (P + N + 2). Of equally good bodies, the shortest
    is kept. If the cover has no rows, nothing is removed.
    """
    shorter = [rule.body[:length] for rule in rules for length in range(1, len(rule.body) + 1)]
    (N, P), *counts = engine.tally(np.array([cover]), [NO_TESTS, *shorter], channels)[0].tolist()
    if not P + N:
        return list(rules)
    pruned, left = [], iter(counts)
    for rule in rules:
        best, kept = (P + 1) / (P + N + 2), 0
        for length, (n, p) in enumerate(islice(left, len(rule.body)), start=1):
            value = (p + 1) / (p + n + 2) if worth == "rule" else (p + N - n) / (P + N)
            if value > best:
                best, kept = value, length
        pruned.append(RipperRule(rule.body[:kept], rule.rounds, rule.refined))
    return pruned
