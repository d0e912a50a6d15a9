"""The steps of a query: which rules hold, their sums, and the decision."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.export import sql_parts as sql
from conjunct.export.description import Counted, First, Summed, Walked
from conjunct.export.sql_reasons import same, with_reasons
from conjunct.export.sql_writing import Writing
from conjunct.export.walk import Leaf, Way
from conjunct.model.probability import LIFT

STEEPEST = 700.0
"""Largest exponent whose exponential is not too large or too small for some databases."""


def numbered_steps(writing: Writing, decision: First | Walked) -> list[sql.Step]:
    """Find the number of the deciding rule, 0 for none, then look up its outcome."""
    about, rule, outcomes = writing.about, writing.names.new("rule"), decision.outcomes
    if isinstance(decision, Walked):
        number, empty = _way(writing, decision.root), []
    else:
        numbered = enumerate(about.bodies, start=1)
        cases = [(writing.body(body), sql.whole_part(at)) for at, body in numbered]
        number, empty = sql.choice(cases, sql.whole_part(0)), [""]
    shares = [
        sql.as_double(writing.picked(rule, [sql.share_part(one.shares[at]) for one in outcomes]))
        for at in range(len(about.classes))
    ]
    labels = [writing.labels[one.head] for one in outcomes]
    found = writing.results(writing.picked(rule, labels), shares)
    codes = [f"R{at}" for at in range(1, len(about.texts) + 1)]
    for code, reason in writing.reasons:
        for name, texts in ((code, codes), (reason, about.texts)):
            found[name] = writing.picked(rule, [sql.text_part(one) for one in (*texts, *empty)])
    return [{rule: number}, found]


def _way(writing: Writing, way: Way) -> sql.Part:
    """Return the number of the leaf that a row reaches."""
    if isinstance(way, Leaf):
        return sql.whole_part(way.number + 1)
    cases = [
        (
            sql.unless(writing.body([one.test]), [writing.body([other]) for other in one.unless]),
            _way(writing, one.way),
        )
        for one in way.branches
    ]
    return sql.choice(cases, _way(writing, way.usual))


def counted_steps(writing: Writing, decision: Counted) -> list[sql.Step]:
    """Add up the training rows of the rules that hold; the largest sum decides."""
    held, flags = _held(writing)
    classes = writing.about.classes
    n_held = writing.names.new("rules")
    rows = [writing.names.new("rows", label) for label in classes]
    summed = {n_held: sql.weighted(0, [1] * len(flags), flags)}
    for at, name in enumerate(rows):
        summed[name] = sql.weighted(0, [counts[at] for counts in decision.added], flags)
    nothing = sql.column(n_held).eq(0)
    sums = [sql.column(name) for name in rows]
    total = sql.added([*sums, sql.whole_part(len(classes))])
    raw = [sql.divided(sql.as_double(sql.added([one, sql.whole_part(1)])), total) for one in sums]
    decided, best, lift = _decided(writing, decision.order, sums)
    none = map(sql.share_part, decision.otherwise.shares)
    shares = [
        sql.choice([(nothing, one)], other)
        for one, other in zip(none, _lifted(best, lift, raw), strict=True)
    ]
    labels = writing.picked(best, writing.labels)
    default = writing.labels[decision.otherwise.head]
    found = writing.results(sql.choice([(nothing, default)], labels), shares)
    return with_reasons(writing, flags, best, [held, summed, decided | same(summed), found])


def scored_steps(writing: Writing, decision: Summed) -> list[sql.Step]:
    """Add up the points of the rules that hold; the sums give the class and the probabilities."""
    held, flags = _held(writing)
    classes = writing.about.classes
    if len(classes) == 2:
        return with_reasons(writing, flags, None, [held, *_two_steps(writing, decision, flags)])
    names = [writing.names.new("score", classes[at]) for at in decision.scored]
    summed = {
        name: _points(decision, at, flags, decision.base[at])
        for name, at in zip(names, decision.scored, strict=True)
    }
    sums = [sql.column(name) for name in names]
    raw = [_softmax(writing, decision, sums, at) for at in range(len(classes))]
    decided, best, lift = _decided(writing, decision.order, sums)
    labels = writing.picked(best, writing.labels)
    found = writing.results(labels, _lifted(best, lift, raw), same(summed))
    return with_reasons(writing, flags, best, [held, summed, decided | same(summed), found])


def _held(writing: Writing) -> tuple[sql.Step, list[str]]:
    """Return a flag for every rule, 1 if it holds and 0 otherwise, and the names of the flags."""
    one, none = sql.whole_part(1), sql.whole_part(0)
    bodies = [writing.body(body) for body in writing.about.bodies]
    flags = [writing.names.new(f"rule_{number}") for number in range(1, len(bodies) + 1)]
    held = [sql.choice([(body, one)], none) for body in bodies]
    return dict(zip(flags, held, strict=True)), flags


def _two_steps(writing: Writing, decision: Summed, flags: Sequence[str]) -> list[sql.Step]:
    """Return the steps for two classes: the score without base points, then the results."""
    (ours,) = decision.scored
    score, total = writing.names.new("score"), writing.names.new("sum")
    summed = {
        score: _points(decision, ours, flags, decision.start),
        total: _points(decision, ours, flags, decision.base[ours]),
    }
    decided = _of_two(writing, decision, sql.column(total))
    return [summed, writing.results(*decided, {score: sql.column(score)})]


def _points(decision: Summed, at: int, flags: Sequence[str], base: int) -> sql.Part:
    """Return the points of one class, added up as integers and divided at the end."""
    weights, place = [points[at] for points in decision.added], 10**decision.decimals
    if decision.start and not any(one % place for one in (base, *weights)):
        base, weights, place = base // place, [one // place for one in weights], 1
    total = sql.weighted(base, weights, flags)
    return total if place == 1 else sql.divided(sql.as_double(total), sql.whole_part(place))


def _of_two(writing: Writing, decision: Summed, score: sql.Part) -> tuple[sql.Part, list[sql.Part]]:
    """Return the class and the probabilities of two classes from the score."""
    (ours,) = decision.scored
    wins = decision.order[0] == ours
    called = score >= 0 if wins else score > 0
    if decision.threshold is not None:
        called = score >= writing.number(decision.threshold)
    label = sql.choice([(called, writing.labels[ours])], writing.labels[1 - ours])
    ahead = {ours: _in_units(writing, decision, sql.negative(score))}
    ahead[1 - ours] = _in_units(writing, decision, score)
    first, second = map(sql.share_part, decision.tied())
    shares = [
        sql.choice(
            [(score.eq(0), first if wins == (at == ours) else second)],
            _share(decision, [ahead[at]]),
        )
        for at in (0, 1)
    ]
    return label, shares


def _softmax(writing: Writing, decision: Summed, sums: Sequence[sql.Part], at: int) -> sql.Part:
    """Return the probability of one class from the differences of the other sums to its own."""
    others = [sum_ for place, sum_ in enumerate(sums) if place != at]
    ahead = [_in_units(writing, decision, sql.less(other, sums[at])) for other in others]
    return _share(decision, ahead)


def _in_units(writing: Writing, decision: Summed, points: sql.Part) -> sql.Part:
    points = points if decision.decimals else sql.as_double(points)
    return points if decision.unit == 1 else sql.divided(points, writing.number(decision.unit))


def _share(decision: Summed, ahead: Sequence[sql.Part]) -> sql.Part:
    """Return the probability of a class from the lead of each other class over it, in units."""
    weights = [_weight(one, decision.steepest > STEEPEST) for one in ahead]
    one = sql.as_double(sql.whole_part(1))
    return sql.divided(one, sql.added([sql.whole_part(1), *weights])) if weights else one


def _weight(exponent: sql.Part, is_steep: bool) -> sql.Part:
    """Return the exponential, limited if steep: some databases refuse extreme results."""
    if not is_steep:
        return sql.exponential(exponent)
    ends = sql.whole_part(int(STEEPEST)), sql.whole_part(-int(STEEPEST))
    largest = sql.exponential(sql.as_double(ends[0]))
    smallest = sql.as_double(sql.whole_part(0))
    cases = [(exponent > ends[0], largest), (exponent < ends[1], smallest)]
    return sql.choice(cases, sql.exponential(exponent))


def _leading(order: Sequence[int], sums: Sequence[sql.Part]) -> list[tuple[int, sql.Part]]:
    """Return, for every class in an order but the last, whether no other has a larger sum."""
    return [
        (at, sql.all_of([sums[at] >= sums[other] for other in order if other != at]))
        for at in order[:-1]
    ]


def _decided(
    writing: Writing, order: Sequence[int], sums: Sequence[sql.Part]
) -> tuple[sql.Step, str, str]:
    """Return a step with the number of the best class and its lift, and their column names.

    The best of equal sums is lifted a little, see `conjunct.model.probability.with_head_first`.
    """
    best, lift = writing.names.new("best"), writing.names.new("lift")
    found = [(leads, sql.whole_part(at + 1)) for at, leads in _leading(order, sums)]
    ties = [
        (sql.all_of([leads, sql.among(sums[at], [x for x in sums if x is not sums[at]])]), at)
        for at, leads in _leading(order, sums)
    ]
    lifted, none = sql.share_part(LIFT), sql.as_double(sql.whole_part(0))
    return (
        {
            best: sql.choice(found, sql.whole_part(order[-1] + 1)),
            lift: sql.choice([(tie, lifted) for tie, _ in ties], none),
        },
        best,
        lift,
    )


def _lifted(best: str, lift: str, raw: Sequence[sql.Part]) -> list[sql.Part]:
    """Return probabilities in which the best class is lifted a little if others tie with it."""
    none = sql.whole_part(0)
    more = [
        sql.choice([(sql.column(best).eq(at), sql.column(lift))], none)
        for at in range(1, len(raw) + 1)
    ]
    total = sql.added([sql.whole_part(1), sql.column(lift)])
    return [sql.divided(sql.added([one, also]), total) for one, also in zip(raw, more, strict=True)]
