"""Check a score card on rows: its scores, and how cards do on folds that they did not see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from conjunct.cards.learning import LearnedCard
from conjunct.count import Applied, CountingEngine, Points, Spread, Tests, each_class
from conjunct.count.engine import LOSS_SCALE, SCALE
from conjunct.evaluate.measures import LEAST
from conjunct.model import CrossValidated, Score, ScoreCard
from conjunct.model.points import whole
from conjunct.model.scores import counted_scores
from conjunct.search.outcome import tests_of
from conjunct.types import Count, Ints

MOST_LEVELS = 1000
"""Largest number of categories of an attribute that a card remembers."""
FEW_ROWS = 10
"""Rows of each class, on average, below which a sample of the rows says little about classes."""
NOTHING_PAYS = (
    "No rule pays for itself: on rows that they did not learn from, cards with rules predict no "
    "better than the class frequencies do."
)
_AHEAD = 1e-9
"""Points added to break ties in favour of the class with more rows."""


class FoldScores(NamedTuple):
    """How cards do on rows that they did not learn from, as integers that can be added up.

    Parameters
    ----------
    n_folds : int
        Number of folds, and of cards.
    applied : Applied
        Loss and weight of the rows, and the weight of the wrong ones.
    ahead : int
        Twice the number of pairs of rows, one of each class, in which the row of the second class
        has the higher score, plus the number of pairs with equal scores.
    pairs : int
        Number of all such pairs.
    """

    n_folds: int
    applied: Applied
    ahead: int
    pairs: int

    def __add__(self, other: tuple[Any, ...]) -> FoldScores:
        """Return the sums over the rows of both."""
        return FoldScores(*(one + two for one, two in zip(self, other, strict=True)))

    def cross_validated(self) -> CrossValidated | None:
        """Return the measures from these sums; None without rows."""
        loss, wrong, weight = self.applied
        if not weight:
            return None
        scale = LOSS_SCALE * (weight / SCALE)
        auc = self.ahead / (2 * self.pairs) if self.pairs else None
        return CrossValidated(self.n_folds, wrong / weight, loss / scale, auc)


class Seen(NamedTuple):
    """Rows that a theory was learned from, and the results on folds of them.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    scores : FoldScores or None
        How score cards did on folds; None if it is not known.
    """

    engine: CountingEngine
    scores: FoldScores | None


def with_facts(card: ScoreCard, seen: Seen) -> ScoreCard:
    """Return a card with its scores, its cross-validated measures and its categories.

    Rows with fractional weights get no scores: these would count rows, and all else weights.
    """
    scores: tuple[Score, ...] = ()
    if len(card.classes) == 2:
        spread = _spread(seen.engine, card, seen.engine.root())
        sums, counts = (part.tolist() for part in spread)
        if tuple(spread.counts.sum(axis=0).tolist()) == tuple(card.class_counts):
            start = whole(card.start, card.n_decimals)
            scores = counted_scores([start + one for one in sums], counts, card.n_decimals)
    checked = None if seen.scores is None else seen.scores.cross_validated()
    return replace(card, scores=scores, checked=checked, seen=_levels(seen.engine, card))


def why_empty(learned: LearnedCard, n_rows: Count) -> tuple[str, ...]:
    """Return a sentence that says why a card has no rules; none where time was up.

    Parameters
    ----------
    learned : LearnedCard
        The card and those of the folds.
    n_rows : int or float
        Rows of the table.
    """
    if learned.card.terms or not learned.is_whole or not learned.folds:
        return ()
    problem = learned.folds[0].problem
    n_classes, n_seen = problem.engine.n_classes, problem.n_rows
    if 2 * n_seen > n_rows or n_seen >= FEW_ROWS * n_classes:
        return (NOTHING_PAYS,)
    return (
        f"No rule pays for itself: there are {n_classes:,} classes, and rules were looked for in "
        f"parts of about {n_seen:,} of the {n_rows:,} rows, as the work grows with rows times "
        "classes. Put classes together, or learn a tree or RIPPER rules.",
    )


def fold_scores(engine: CountingEngine, card: ScoreCard, cover: int) -> FoldScores:
    """Return how a card does on the rows of a cover.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    card : ScoreCard
        A card learned from other rows.
    cover : int
        The rows to check it on.
    """
    applied = engine.apply(None, cover, _points(engine, card), LEAST)
    ahead, pairs = 0, 0
    if len(card.classes) == 2:
        spread = _spread(engine, card, cover)
        ahead, pairs = _pairs(spread.counts[:: 1 if card.scored == (1,) else -1])
    return FoldScores(1, applied, ahead, pairs)


def _pairs(counts: Ints) -> tuple[int, int]:
    """Count pairs of rows of two classes, by increasing score: ordered pairs twice, ties once."""
    first, second = counts[:, 0], counts[:, 1]
    below = np.cumsum(first) - first
    return int((second * (2 * below + first)).sum()), int(first.sum()) * int(second.sum())


def _spread(engine: CountingEngine, card: ScoreCard, cover: int) -> Spread:
    (ours,) = card.scored
    points = [whole(rule.points[ours], card.n_decimals) for rule in card.rules]
    return engine.spread(cover, _bodies(engine, card), np.array(points, np.int64))


def _bodies(engine: CountingEngine, card: ScoreCard) -> Sequence[Tests]:
    return tests_of(engine, [rule.conditions for rule in card.rules])


def _points(engine: CountingEngine, card: ScoreCard) -> Points:
    """Return a card in the form that engines take; for two classes, as points for the second."""
    given = np.array([rule.points for rule in card.rules]).reshape(-1, len(card.classes))
    base = np.array(card.base)
    base[list(card.by_frequency)] += _AHEAD * card.unit * np.arange(len(base), 0, -1)
    if len(base) == 2:
        given, base = np.diff(given), np.diff(base)
    rules, channels = np.nonzero(given)
    weights = given[rules, channels] / card.unit
    return Points(_bodies(engine, card), rules, channels, weights, base / card.unit)


def _levels(engine: CountingEngine, card: ScoreCard) -> dict[str, tuple[str, ...]]:
    """Return the categories that occur, for each nominal attribute of a card."""
    wanted = {name for name in card.attributes if card.kinds[name] == "nominal"}
    if not wanted:
        return {}
    channels = each_class(engine.n_classes)
    counts = engine.count(np.array([engine.root()]), channels)
    seen = {}
    for place, column in enumerate(engine.columns):
        if column.name in wanted and column.n_codes <= MOST_LEVELS and not column.presence:
            codes = counts.codes[counts.offsets[place] : counts.offsets[place + 1]].tolist()
            levels = (column.levels[code] for code in codes)
            seen[column.name] = tuple(level for level in levels if level is not None)
    return seen
