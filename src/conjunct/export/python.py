"""A model as one Python function that needs only the standard library."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable, Iterator, Sequence
from textwrap import indent

from conjunct.export.cell_test import CellTest, Form
from conjunct.export.columns import Names
from conjunct.export.description import (
    Answer,
    Counted,
    Description,
    First,
    Summed,
    Walked,
    describe,
)
from conjunct.export.walk import Leaf, Way
from conjunct.model import Rules
from conjunct.model.notation import Label
from conjunct.model.probability import LIFT

_LOCALS = (
    *("row", "number", "text", "name", "value", "exp", "sums", "held", "best", "shares", "level"),
    *("labels", "weights", "mean", "total", "at", "one", "is_level", "score"),
)

_CELLS = {
    "numeric": """\
def number(name: str) -> float:
    value = row[name]
    return float("nan") if value is None else float(value)
""",
    "nominal": """\
def text(name: str) -> str | None:
    value = row[name]
    if value is None or value != value:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip()
""",
}

_LIFTED = f"""\
level = [one >= shares[best] for one in shares]
if sum(level) > 1:
    mean = sum(one for one, is_level in zip(shares, level) if is_level) / sum(level)
    shares = [mean if is_level else one for one, is_level in zip(shares, level)]
    shares[best] = mean + {LIFT!r}
    total = sum(shares)
    shares = [one / total for one in shares]
"""

_FORMS: dict[Form, Callable[[str, CellTest], str]] = {
    "never": lambda cell, test: "False",
    "at most": lambda cell, test: f"{cell} <= {test.number!r}",
    "above": lambda cell, test: f"{cell} > {test.number!r}",
    "equals": lambda cell, test: f"{cell} == {test.text!r}",
    "differs": lambda cell, test: f"{cell} is not None and {cell} != {test.text!r}",
    "differs or missing": lambda cell, test: f"{cell} != {test.text!r}",
}


def to_python(rules: Rules, name: str = "predict") -> str:
    """Return the source of one function, with type annotations, that needs no other package.

    Parameters
    ----------
    rules : Rules
        A rule list, rule set, score card or tree.
    name : str, default="predict"
        Name of the function.

    Returns
    -------
    source : str
        The function takes a mapping from column names to cells, None or NaN for missing ones. It
        returns the class, the probability of every class and, for a score card, the score: one
        number for two classes, otherwise the score of every class.

    Examples
    --------
    >>> from conjunct.model import Condition, Rule, RuleList, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 124, 56)
    >>> rule = Rule((Condition("bill", ">", 46.5),), 1, (0, 8), record)
    >>> rules = RuleList((rule,), ("Adelie", "Chinstrap"), 0, (8, 0), {"bill": "numeric"})
    >>> print(to_python(rules))
    from collections.abc import Mapping
    from typing import Any
    <BLANKLINE>
    <BLANKLINE>
    def predict(row: Mapping[str, Any]) -> tuple[str, dict[str, float]]:
        def number(name: str) -> float:
            value = row[name]
            return float("nan") if value is None else float(value)
    <BLANKLINE>
        bill = number('bill')
        if bill > 46.5:  # rule 1: bill > 46.5
            return 'Chinstrap', {'Adelie': 0.1, 'Chinstrap': 0.9}
        return 'Adelie', {'Adelie': 0.9, 'Chinstrap': 0.1}
    <BLANKLINE>
    >>> space = {}
    >>> exec(to_python(rules), space)
    >>> space["predict"]({"bill": 50})
    ('Chinstrap', {'Adelie': 0.1, 'Chinstrap': 0.9})
    """
    about = describe(rules)
    writing = _Writing(about, name)
    lines = "".join(writing.lines())
    return (
        "from collections.abc import Mapping\n"
        f"{'from math import exp' + chr(10) if isinstance(about.decision, Summed) else ''}"
        "from typing import Any\n\n\n"
        f"def {name}(row: Mapping[str, Any]) -> {_returned(about)}:\n{indent(lines, '    ')}"
    )


def _returned(about: Description) -> str:
    """Return the return annotation of the function."""
    label = " | ".join(dict.fromkeys(type(one).__name__ for one in about.classes))
    parts = [label, f"dict[{label}, float]"]
    if isinstance(about.decision, Summed):
        parts.append("float" if len(about.decision.scored) == 1 else f"dict[{label}, float]")
    return f"tuple[{', '.join(parts)}]"


class _Writing:
    """Writes the body of the function, with one variable for every column."""

    def __init__(self, about: Description, name: str) -> None:
        self.about = about
        names = Names([*keyword.kwlist, *dir(builtins), *_LOCALS, name])
        self.variables = {column: names.variable(column) for column in about.kinds}

    def lines(self) -> Iterator[str]:
        about = self.about
        for kind, source in _CELLS.items():
            if kind in about.kinds.values():
                yield f"{source}\n"
        for column, variable in self.variables.items():
            reader = "number" if about.kinds[column] == "numeric" else "text"
            yield f"{variable} = {reader}({column!r})\n"
        decision = about.decision
        if isinstance(decision, First):
            yield from self._first(decision)
        elif isinstance(decision, Walked):
            yield from self._way(decision.root, decision.outcomes)
        elif isinstance(decision, Counted):
            yield from self._counted(decision)
        else:
            yield from self._scored(decision)

    def _test(self, test: CellTest) -> str:
        cell = self.variables[test.attribute]
        if test.form in ("missing", "known"):
            sign = {"missing": ("is", "!="), "known": ("is not", "==")}[test.form]
            # NaN stands for a missing cell and is the only number that does not equal itself.
            return (
                f"{cell} {sign[1]} {cell}" if test.kind == "numeric" else f"{cell} {sign[0]} None"
            )
        return _FORMS[test.form](cell, test)

    def _if(self, number: int) -> str:
        body = " and ".join(map(self._test, self.about.bodies[number])) or "True"
        return f"if {body}:  # rule {number + 1}: {self.about.texts[number]}\n"

    def _first(self, decision: First) -> Iterator[str]:
        *of_rules, otherwise = decision.outcomes
        for number, outcome in enumerate(of_rules):
            yield f"{self._if(number)}    {self._outcome(outcome)}"
        yield self._outcome(otherwise)

    def _way(self, way: Way, outcomes: Sequence[Answer]) -> Iterator[str]:
        if isinstance(way, Leaf):
            yield self._outcome(outcomes[way.number])
            return
        for branch in way.branches:
            unless = [f"not ({self._test(test)})" for test in branch.unless]
            yield f"if {' and '.join([self._test(branch.test), *unless])}:\n"
            yield indent("".join(self._way(branch.way, outcomes)), "    ")
        yield from self._way(way.usual, outcomes)

    def _counted(self, decision: Counted) -> Iterator[str]:
        n_classes = len(self.about.classes)
        yield f"held, sums = 0, {[0] * n_classes!r}\n"
        for number, counts in enumerate(decision.added):
            yield f"{self._if(number)}    held += 1\n{_additions(counts)}"
        yield f"if not held:\n    {self._outcome(decision.otherwise)}"
        yield f"best = max({decision.order!r}, key=sums.__getitem__)\n"
        yield f"shares = [(one + 1) / (sum(sums) + {n_classes}) for one in sums]\n"
        yield from (_LIFTED, self._labels())
        yield "return labels[best], dict(zip(labels, shares))\n"

    def _scored(self, decision: Summed) -> Iterator[str]:
        yield f"sums = {list(decision.base)!r}\n"
        for number, points in enumerate(decision.added):
            yield f"{self._if(number)}{_additions(points) or '    pass' + chr(10)}"
        place = 10**decision.decimals
        yield f"best = max({decision.order!r}, key=sums.__getitem__)\n"
        yield (
            f"weights = [exp((one - sums[best]) / {place} / {decision.unit!r}) for one in sums]\n"
            "shares = [one / sum(weights) for one in weights]\n"
        )
        yield from (_LIFTED, self._labels())
        if len(decision.scored) > 1:
            scores = f"dict(zip(labels, (one / {place} for one in sums)))"
            yield f"return labels[best], dict(zip(labels, shares)), {scores}\n"
            return
        (ours,) = decision.scored
        if decision.threshold is not None:
            called = f"sums[{ours}] / {place} >= {decision.threshold!r}"
            yield f"best = {ours} if {called} else {1 - ours}\n"
        less = decision.base[ours] - decision.start if len(decision.base) == 2 else 0
        yield f"score = (sums[{ours}] - {less}) / {place}\n".replace("- -", "+ ")
        yield "return labels[best], dict(zip(labels, shares)), score\n"

    def _labels(self) -> str:
        return f"labels = {list(self.about.classes)!r}\n"

    def _outcome(self, outcome: Answer) -> str:
        label: Label = self.about.classes[outcome.head]
        shares = dict(zip(self.about.classes, outcome.shares, strict=True))
        return f"return {label!r}, {shares!r}\n"


def _additions(numbers: Sequence[int]) -> str:
    """Return the lines that add to the sums, inside an if."""
    lines = (f"    sums[{at}] += {number}\n" for at, number in enumerate(numbers) if number)
    return "".join(lines).replace("+= -", "-= ")
