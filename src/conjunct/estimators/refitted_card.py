"""Refit the points of a score card to rows, around the rules that are locked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from conjunct.cards.finished import base_points
from conjunct.cards.fitted import Term
from conjunct.cards.problem import CardProblem
from conjunct.cards.refit import NOT_SEARCHED, GivenRules, refitted, refitted_points
from conjunct.count import WeightedEngine, as_tests, ranked_by_content
from conjunct.count.engine import EQUAL
from conjunct.count.engines import make_engine
from conjunct.data import Column, Table
from conjunct.encode import encode, repeat_rows
from conjunct.estimators.card_checks import MOST_LEVELS
from conjunct.estimators.rows_of_model import ModelRows
from conjunct.model import ScoreCard, ScoredRule
from conjunct.model.card_order import default_of, in_order
from conjunct.model.points import exact_sums, n_decimals, whole
from conjunct.model.promise import NO_PROMISE
from conjunct.model.scored_rule import head_of
from conjunct.model.scores import Score, counted_scores
from conjunct.search.language import Language, Limits
from conjunct.types import Flags, Floats

HOLDS = ("no", "yes")
"""Categories of a column that says whether a rule holds."""


class _Weight(NamedTuple):
    """A weight to fit: its rule, its score (two classes share one) and its value in nats."""

    rule: int
    channel: int
    nats: float


def refitted_card(
    card: ScoreCard, rows: ModelRows, covers: Sequence[Flags], ridge: float
) -> ScoreCard:
    """Fit the points of all rules that are not locked, and the base points.

    Rules whose points become 0 are dropped, and a note says so.

    Parameters
    ----------
    card : ScoreCard
        The rules.
    rows : ModelRows
        The rows.
    covers : sequence of ndarray of bool
        Which rows each rule covers.
    ridge : float
        Half of it times the square of each weight is added to the loss.
    """
    counts = [rows.counts(cover) for cover in covers]
    some = [at for at, own in enumerate(counts) if any(own)]
    problem = _problem(rows, [covers[at] for at in some])
    weights = [one for one in _weights(card) if one.rule in some]
    given = _given(card, problem, weights, some)
    fitted = refitted(problem, given, ridge)
    decimals = points_decimals(card)
    points = refitted_points(problem, fitted, given.locked, ridge, card.unit, decimals)
    base = base_points(problem, points, card.scored[0] if len(card.classes) == 2 else -1)
    by_rule = _points_of_rules(card, weights, points.weights)
    rules = [
        replace(_with_points(rule, own), counts=counted, promise=NO_PROMISE)
        for rule, own, counted in zip(card.rules, by_rule, counts, strict=True)
        if own is not None
    ]
    return _finished(replace(card, ridge=ridge), rows, rules, base, points.unit)


def points_decimals(card: ScoreCard) -> int:
    """Return the number of decimals of the points of rules; 2 for a card without rules."""
    return n_decimals(one for rule in card.rules for one in rule.points) if len(card) else 2


def _finished(
    card: ScoreCard,
    rows: ModelRows,
    rules: Sequence[ScoredRule],
    base: tuple[float, ...],
    unit: float,
) -> ScoreCard:
    used = {name for rule in rules for name in rule.attributes}
    bodies = {rule.conditions for rule in rules}
    gone = [rule.body for rule in card.rules if rule.conditions not in bodies]
    notes = tuple(f"Refitting left out a rule without points: if {body}." for body in gone)
    return replace(
        card,
        rules=in_order(rules),
        class_counts=rows.counts(),
        default=default_of(base, rows.counts()),
        kinds={name: kind for name, kind in card.kinds.items() if name in used},
        base=base,
        unit=unit,
        threshold=None,
        scores=(),
        checked=None,
        seen={},
        notes=(*card.notes, *notes),
    )


def _problem(rows: ModelRows, covers: Sequence[Flags]) -> CardProblem:
    """Return a problem in which every rule is a column that says whether it holds."""
    columns = tuple(
        Column(str(at), "nominal", cover.astype(np.int32), HOLDS) for at, cover in enumerate(covers)
    )
    table = Table(columns, rows.table.target, n_rows=rows.table.n_rows, weights=rows.table.weights)
    coded = ranked_by_content(repeat_rows(encode(table)))
    engine = make_engine("auto", coded)
    if coded.weights is not None:
        engine = WeightedEngine(engine)
    language = Language(engine.columns, Limits())
    return CardProblem(engine, language, np.zeros((len(columns), 1), np.int64), engine.root())


def _weights(card: ScoreCard) -> list[_Weight]:
    """Return the points of all rules in nats: one weight for each class that gets points."""
    weights = []
    for at, rule in enumerate(card.rules):
        if len(rule.points) == 2:
            weights.append(_Weight(at, 0, (rule.points[1] - rule.points[0]) / card.unit))
            continue
        weights += [_Weight(at, one, own / card.unit) for one, own in enumerate(rule.points) if own]
    return weights


def _given(
    card: ScoreCard, problem: CardProblem, weights: Sequence[_Weight], some: Sequence[int]
) -> GivenRules:
    columns = problem.engine.columns
    terms = []
    for one in weights:
        column = some.index(one.rule)
        body = as_tests([(column, EQUAL, columns[column].code_of(HOLDS[True]))])
        sign = int(np.sign(one.nats)) if card.rules[one.rule].sign_locked else 0
        terms.append(Term(body, one.channel, sign, NOT_SEARCHED))
    nats = np.array([one.nats for one in weights], np.float64)
    locked = np.array([card.rules[one.rule].locked for one in weights], bool)
    return GivenRules(tuple(terms), nats, locked)


def _points_of_rules(
    card: ScoreCard, weights: Sequence[_Weight], fitted: Floats
) -> list[tuple[float, ...] | None]:
    """Return the points of every rule; None if it has no points any more, or covers no row."""
    points: list[tuple[float, ...] | None] = [
        rule.points if rule.locked else None for rule in card.rules
    ]
    for one, own in zip(weights, fitted.tolist(), strict=True):
        if card.rules[one.rule].locked or not own:
            continue
        by_class = list(points[one.rule] or [0.0] * len(card.classes))
        if len(by_class) > 2:
            by_class[one.channel] = own
        else:
            (ours,) = card.scored
            by_class[ours] = own if ours else -own
        points[one.rule] = tuple(by_class)
    return [one if one and (len(one) == 1 or len(set(one)) > 1) else None for one in points]


def _with_points(rule: ScoredRule, points: tuple[float, ...]) -> ScoredRule:
    """Return a rule with new points and the head that goes with them."""
    if rule.locked:
        return rule
    return replace(rule, points=points, head=head_of(points))


def card_with_scores(card: ScoreCard, rows: ModelRows) -> ScoreCard:
    """Return a card with the scores and the categories that occur in rows."""
    seen = {}
    for name in card.attributes:
        column = rows.table.column(name)
        if column.kind == "nominal":
            codes = np.unique(column.values[column.values >= 0]).tolist()
            if len(codes) <= MOST_LEVELS:
                seen[name] = tuple(column.levels[code] for code in codes)
    return replace(card, seen=seen, scores=_scores(card, rows))


def _scores(card: ScoreCard, rows: ModelRows) -> tuple[Score, ...]:
    """Count rows by score; empty unless there are two classes and all weights are whole."""
    if len(card.classes) != 2 or (rows.weights % 1.0).any():
        return ()
    (ours,) = card.scored
    base = whole(card.base[ours], card.n_decimals)
    sums, place = np.unique(exact_sums(card, rows.table)[:, ours] - base, return_inverse=True)
    counts = np.zeros((len(sums), 2), np.int64)
    np.add.at(counts, (place, rows.labels), rows.weights.astype(np.int64))
    return counted_scores(sums.tolist(), counts.tolist(), card.n_decimals)
