"""Random score cards for the tests of what must hold for all of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import strategies as st

from conjunct.errors import ModelError
from conjunct.model import CrossValidated, Score, ScoreCard, ScoredRule
from conjunct.model.points import from_whole, n_decimals, whole

from .random_rules import (
    KINDS,
    all_promises,
    any_labels,
    edits,
    fitting_conditions,
    flags,
    missing_cells,
    notes,
    promises_of_a_rule,
    records,
    shares,
    texts,
)

whole_points = st.integers(-3, 3).map(float)
decimal_points = st.integers(-400, 400).map(lambda one: one / 100)
odd_points = st.floats(-1e20, 1e20) | st.sampled_from([0.1, 0.2, 0.3, 1e-30, -1e-30, 1e17])


any_points = st.sampled_from([whole_points, decimal_points, odd_points])
body = st.lists(fitting_conditions(), max_size=2).map(tuple)
units = st.sampled_from([1.0, 10.0, 0.37, 28.8539]) | st.floats(1e-9, 1e9)
ridges = st.none() | st.floats(0, 1e9)
seen_levels = st.dictionaries(texts, st.lists(texts).map(tuple), max_size=2)


@cache
def points_by_class(one: st.SearchStrategy[float], n_classes: int, last: bool) -> tuple[Any, Any]:
    """Return what draws the points of a rule, and of up to five rules; of two classes one has 0."""
    by_class: Any = st.tuples(*[one] * n_classes)
    if n_classes == 2:
        by_class = one.map(lambda given: (0.0, given) if last else (given, 0.0))
    return by_class, st.lists(by_class, max_size=5)


@cache
def counts_and_facts(n_classes: int) -> tuple[Any, Any]:
    """Return what draws counts by class, and what a rule has besides its conditions and points."""
    counts = st.tuples(*[st.integers(0, 3)] * n_classes)
    return counts, st.tuples(counts, records, promises_of_a_rule, flags)


@st.composite
def score_cards(
    draw: st.DrawFn,
    labels: st.SearchStrategy[list[Any]] = any_labels,
    points: st.SearchStrategy[float] | None = None,
) -> ScoreCard:
    """Draw a card; whole points are frequent, and with them equal sums."""
    classes = draw(labels)
    n_classes = len(classes)
    one = draw(any_points) if points is None else points
    by_class, at_most_five = points_by_class(one, n_classes, draw(flags))
    counts, facts_of_a_rule = counts_and_facts(n_classes)
    rules = []
    for given in draw(at_most_five):
        heads = [at for at, own in enumerate(given) if given.count(own) == 1]
        heads = [at for at in heads if given[at] in (min(given), max(given))]
        if heads:
            head = draw(st.sampled_from(heads))
            facts = draw(facts_of_a_rule)
            rules.append(ScoredRule(draw(body), head, *facts, points=given))
    scores = draw(scores_of(rules)) if n_classes == 2 else ()
    class_counts = draw(counts)
    if scores:
        class_counts = tuple(map(sum, zip(*(one.counts for one in scores), strict=True)))
    rules = [replace(one, counts=tuple(map(min, one.counts, class_counts))) for one in rules]
    card = ScoreCard.of(
        rules,
        classes,
        class_counts,
        KINDS,
        base=draw(by_class),
        unit=draw(units),
        missing=draw(missing_cells),
        target=draw(texts),
        n_rows=sum(class_counts) if draw(flags) else 0,
        notes=draw(notes),
        promises=draw(all_promises),
        edits=draw(edits),
        scores=scores,
        checked=draw(checks),
        ridge=draw(ridges),
        seen=draw(seen_levels),
    )
    if n_classes != 2 or not draw(flags):
        return card
    try:
        return draw(scaled(card))
    except ModelError:  # points that are too large for any scale
        return card


@st.composite
def scaled(draw: st.DrawFn, card: ScoreCard) -> ScoreCard:
    """Draw a scale, and the class that scores rise with."""
    scale = draw(st.sampled_from([(600, 50, 20), (0, 1, 1), (500.5, 0.1, 33.3), (-20, 2, 7)]))
    return card.scaled(scale, good=draw(st.sampled_from([None, *card.classes])))


checks = st.none() | st.builds(
    CrossValidated, st.integers(1, 9), shares, st.floats(0, 1e9), st.none() | shares
)


subsets = st.binary(max_size=12)
"""Each byte is a set of rules."""
rows_of_a_score = st.tuples(st.integers(0, 9), st.integers(1, 9))


@st.composite
def scores_of(draw: st.DrawFn, rules: list[ScoredRule]) -> tuple[Score, ...]:
    """Draw scores that the rules can give, with rows."""
    decimals = n_decimals(one for rule in rules for one in rule.points)
    given = [sum(whole(one, decimals) for one in rule.points) for rule in rules]
    found = {
        from_whole(sum(one for at, one in enumerate(given) if holds >> at & 1), decimals)
        for holds in draw(subsets)
    }
    return tuple(Score(score, draw(rows_of_a_score)) for score in sorted(found))
