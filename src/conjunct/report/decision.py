"""The rules as plain data, from which the scripts of the page decide about a row."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from conjunct.export.cell_test import CellTest
from conjunct.export.description import Answer, Counted, First, Summed, Walked, describe
from conjunct.export.walk import Leaf, Way
from conjunct.model import RuleList, Rules, ScoreCard
from conjunct.model.notation import label_text
from conjunct.model.probability import LIFT
from conjunct.model.reasons import MOST, ReasonCode


def decision_data(rules: Rules) -> dict[str, Any]:
    """Return the tests, the bodies of rules as numbers of tests, and the decision.

    Points are integers written as texts, because they may be too large for exact script numbers.

    Examples
    --------
    >>> from conjunct.model import Condition, Rule, RuleList, SearchRecord
    >>> rule = Rule((Condition("bill", ">", 46.5),), 1, (0, 8), SearchRecord("", 1, 0, 0, 0, 8, 0))
    >>> rules = RuleList((rule,), ("Adelie", "Chinstrap"), 0, (8, 0), {"bill": "numeric"})
    >>> found = decision_data(rules)
    >>> found["tests"], found["bodies"], found["how"]
    ([[0, 'above', 46.5]], [[0]], 'first')
    """
    about = describe(rules)
    names = list(about.kinds)
    tests: dict[CellTest, int] = {}

    def number_of(test: CellTest) -> int:
        return tests.setdefault(test, len(tests))

    bodies = [[number_of(test) for test in body] for body in about.bodies]
    decision = about.decision
    if isinstance(decision, Walked):
        how = {"how": "walked", **_walked(decision, number_of)}
    elif isinstance(decision, First):
        alone = isinstance(rules, RuleList) and rules.reached
        how = {"how": "first", "outcomes": _outcomes(decision.outcomes), "alone": alone}
    elif isinstance(decision, Counted):
        how = _counted(decision)
    else:
        how = {**_scored(decision), "cut": _cut(rules)}
    asked = [[names.index(one.attribute), one.form, _compared(one)] for one in tests]
    columns = [{"name": name, "kind": about.kinds[name]} for name in names]
    facts = {"attributes": columns, "tests": asked, "bodies": bodies, "lift": LIFT}
    return {**facts, **how, "reasons": _reasons(rules, about.reasons)}


def _reasons(rules: Rules, reasons: tuple[tuple[ReasonCode, ...], ...]) -> dict[str, Any] | None:
    """Return all possible reasons by predicted class; None if one rule decides alone.

    A reason is the position of a rule, and whether it must hold or must not hold.
    """
    if not reasons:
        return None
    two = isinstance(rules, ScoreCard) and len(rules.classes) == 2
    against = label_text(rules.classes[rules.good]) if two else None  # type: ignore[attr-defined]
    listed = [[[one.rule - 1, one.holds] for one in by_class] for by_class in reasons]
    return {"against": against, "most": MOST, "by_class": listed}


def _compared(test: CellTest) -> str | float | None:
    """Return the value that a cell is compared with."""
    if test.form in ("at most", "above"):
        return test.number
    return test.text if test.form in ("equals", "differs", "differs or missing") else None


def _outcomes(outcomes: tuple[Answer, ...]) -> list[list[Any]]:
    return [[one.head, list(one.shares)] for one in outcomes]


def _counted(decision: Counted) -> dict[str, Any]:
    return {
        "how": "counted",
        "added": [list(one) for one in decision.added],
        "order": list(decision.order),
        "otherwise": _outcomes((decision.otherwise,))[0],
    }


def _scored(decision: Summed) -> dict[str, Any]:
    return {
        "how": "scored",
        "base": [str(one) for one in decision.base],
        "added": [[str(one) for one in each] for each in decision.added],
        "order": list(decision.order),
        "decimals": decision.decimals,
        "unit": decision.unit,
        "threshold": decision.threshold,
        "scored": list(decision.scored),
        "large": decision.largest >= 2**53,
    }


def _cut(rules: Rules) -> str | None:
    """For two classes, return the lowest score that predicts the class with points."""
    if not isinstance(rules, ScoreCard) or len(rules.classes) != 2:
        return None
    return str(rules.whole_cut)


def _walked(decision: Walked, number_of: Callable[[CellTest], int]) -> dict[str, Any]:
    """Return the nodes level by level: a leaf as its number, a split as its branches.

    A branch is the number of its test, then the numbers of tests that must not hold. The nodes at
    the ends of all branches follow in the same order; after the last branch of each split comes
    the node for all other rows.
    """
    nodes: list[Any] = []
    waiting: deque[Way] = deque([decision.root])
    while waiting:
        way = waiting.popleft()
        if isinstance(way, Leaf):
            nodes.append(way.number)
            continue
        waiting += [*(branch.way for branch in way.branches), way.usual]
        nodes.append(
            [[number_of(one) for one in (branch.test, *branch.unless)] for branch in way.branches]
        )
    return {"nodes": nodes, "outcomes": _outcomes(decision.outcomes)}
