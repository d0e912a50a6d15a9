"""The facts about each rule: counts, promises, search, and results on the rows of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from conjunct.model import (
    Condition,
    Rule,
    RuleList,
    Rules,
    ScoreCard,
    ScoredRule,
    SearchRecord,
)
from conjunct.model.notation import (
    amount_text,
    bound_text,
    count_text,
    label_text,
    name_text,
    p_text,
    percent_text,
)
from conjunct.model.points import points_text
from conjunct.model.weighted_counts import weighted_counts
from conjunct.report.known_rows import KnownRows
from conjunct.types import Flags

_SIGNS = {"=": "=", "!=": "≠", "<=": "≤", ">": ">"}
_UNKNOWN = {"=": "is missing", "!=": "is known"}


def rule_facts(rules: Rules, known: KnownRows | None = None) -> list[dict[str, Any]]:
    """Return one dict for each rule.

    Parameters
    ----------
    rules : Rules
    known : KnownRows, optional
        New rows; if their classes are known, each rule is counted on them, too.

    Returns
    -------
    facts : list of dict
        ``body`` has three texts per condition: attribute, sign and value. ``facts`` are pairs of a
        name and a number as text, ``counts`` rows by class, ``search`` a sentence, and ``bars``
        the rounds of the search.
    """
    return [
        {
            "number": place + 1,
            "body": [condition_parts(one) for one in rule.conditions],
            "then": rules.consequence(place),
            "points": _points(rules, rule),
            "head": rule.head,
            "against": rule.against,
            "counts": list(rule.counts),
            "facts": [
                *_counted(rule),
                *_promised(rule),
                *([] if known is None or holds is None else _now(rule, holds, known)),
            ],
            "search": _searched(rule.search),
            "bars": _bars(rule.search),
        }
        for place, (rule, holds) in enumerate(zip(rules, _covers(rules, known), strict=True))
    ]


def condition_parts(condition: Condition) -> list[str]:
    """Return attribute, sign and value as separate texts, as they are printed.

    Examples
    --------
    >>> condition_parts(Condition("sex", "!=", "male")), condition_parts(Condition("a b", "=", None))
    (['sex', '≠', 'male'], ["'a b'", 'is missing', ''])
    """  # noqa: E501
    name, value = name_text(condition.attribute), condition.value
    if value is None:
        return [name, _UNKNOWN[condition.op], ""]
    return [name, _SIGNS[condition.op], label_text(value)]


def _points(rules: Rules, rule: Rule) -> list[str]:
    if not isinstance(rules, ScoreCard) or not isinstance(rule, ScoredRule):
        return []
    return [points_text(one, rules.n_decimals) for one in rule.points]


def _counted(rule: Rule) -> Iterator[list[str]]:
    yield ["training rows", amount_text(rule.covered)]
    share = f" ({percent_text(rule.errors / rule.covered)})" if rule.covered else ""
    yield ["of them wrong", f"{amount_text(rule.errors)}{share}"]


def _promised(rule: Rule) -> Iterator[list[str]]:
    if rule.expected is not None:
        yield ["expected error on new rows", percent_text(rule.expected)]
    if rule.at_most is not None:
        yield ["error on new rows at most", bound_text(rule.at_most)]
    if rule.p_value is not None:
        yield ["p-value", p_text(rule.p_value)]


def _now(rule: Rule, holds: Flags, known: KnownRows) -> Iterator[list[str]]:
    """Count a rule on the rows of the table whose classes are known."""
    assert known.classes is not None
    told = known.told
    ours = known.classes[told] == rule.head
    is_wrong = ours if rule.against else ~ours
    weights = None if known.table.weights is None else known.table.weights[told]
    groups = np.where(holds[told], 1 + is_wrong, 0)
    right, wrong = weighted_counts(groups, 3, weights)[1:].tolist()
    covered = right + wrong
    share = f" ({percent_text(wrong / covered)})" if covered else ""
    yield [f"rows of {known.table.name}", amount_text(covered)]
    yield ["of them wrong", f"{amount_text(wrong)}{share}"]


def _covers(rules: Rules, known: KnownRows | None) -> Iterator[Flags | None]:
    """Yield, for each rule, the rows that count for it, as in training, or None."""
    if known is None or known.classes is None:
        yield from [None] * len(rules)
    elif isinstance(rules, RuleList) and rules.reached:
        decided = rules.first_match(known.table)
        yield from (np.asarray(decided == place) for place in range(len(rules)))
    else:
        yield from rules.covers(known.table)


def _searched(record: SearchRecord) -> str:
    sets = count_text(record.combinations, "combination")
    said = (
        f"{record.search.capitalize()} search, width {record.width:,}: {record.tried:,} "
        f"candidates tried, {record.pruned:,} pruned, {sets} of attributes."
    )
    possible = f" Possible rules of this length: {record.possible:,}." if record.possible else ""
    return f"{said}{possible}"


def _bars(record: SearchRecord) -> dict[str, Any]:
    """Return candidates tried by width, or by number of conditions if there was one width."""
    widths = {one.width for one in record.rounds}
    by_width = len(widths) > 1
    tried: dict[int, int] = {}
    for one in record.rounds:
        key = one.width if by_width else one.level
        tried[key] = tried.get(key, 0) + one.tried
    largest = max(tried.values(), default=0) or 1
    return {
        "by": "width" if by_width else "conditions",
        "lines": [[key, count, round(count / largest, 4)] for key, count in sorted(tried.items())],
    }
