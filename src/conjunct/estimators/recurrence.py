"""How often rules, attributes and cuts recur when a learner learns from samples of the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from conjunct.data import Table
from conjunct.model import Condition, Rules
from conjunct.model.frame import frame_of
from conjunct.model.notation import Label
from conjunct.model.rule_pairs import body_key, shape_key
from conjunct.types import Floats

NEARBY = 0.1
"""Two cuts are near each other if at most this share of the rows lies between them."""


class Said(NamedTuple):
    """The statement of a rule: if its conditions hold, a class is likely or unlikely.

    Parameters
    ----------
    conditions : tuple of Condition
        The body of the rule.
    label : str, int, float or bool
        The class.
    against : bool
        Whether the rule opposes the class.
    """

    conditions: tuple[Condition, ...]
    label: Label
    against: bool

    @property
    def body(self) -> str:
        """The conditions in words."""
        return " and ".join(map(str, self.conditions)) or "always"

    @property
    def exactly(self) -> Any:
        """A key that rules with the same body and class share."""
        return body_key(self.conditions), self.label, self.against

    @property
    def roughly(self) -> Any:
        """A key that rules share if at most their cuts differ."""
        return shape_key(self.conditions), self.label, self.against

    @property
    def cuts(self) -> list[tuple[str, str, float]]:
        """Attribute, operator and cut of every numeric condition, sorted."""
        tests = set(self.conditions)
        return sorted((c.attribute, c.op, c.value) for c in tests if isinstance(c.value, float))


def said_by(rules: Rules) -> tuple[Said, ...]:
    """Return the statements of a model's rules; against one of two classes is for the other."""
    found = []
    for rule in rules:
        head, against = rule.head, rule.against
        if against and len(rules.classes) == 2:
            head, against = 1 - head, False
        found.append(Said(rule.conditions, rules.classes[head], against))
    return tuple(found)


class FoundRule(NamedTuple):
    """How often a rule recurs.

    Parameters
    ----------
    body : str
        Its conditions, joined by "and".
    conditions : tuple of str
        Its conditions, one by one.
    label : str, int, float or bool
        Its class.
    against : bool
        Whether it opposes the class.
    in_model : bool
        Whether it is a rule of the model learned from all rows.
    same : float
        Share of the samples with a rule of the same body and class.
    nearby : float
        Share of the samples with such a rule, where at most a tenth of the rows may lie between
        two cuts.
    any_cut : float
        Share of the samples with such a rule, whatever its cuts.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> from conjunct.data import shipped_table
    >>> from conjunct.estimators.stability import stability
    >>> learner = RuleTreeClassifier(max_depth=1, promises=False)
    >>> found = stability(shipped_table(), learner, n_samples=3)
    >>> all(0 <= rule.same <= rule.nearby <= rule.any_cut <= 1 for rule in found.found_rules())
    True
    """

    body: str
    conditions: tuple[str, ...]
    label: Label
    against: bool
    in_model: bool
    same: float
    nearby: float
    any_cut: float


class FoundAttribute(NamedTuple):
    """How often an attribute recurs.

    Parameters
    ----------
    attribute : str
        Its name.
    in_model : bool
        Whether the rules learned from all rows use it.
    share : float
        Share of the samples whose rules use it.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> from conjunct.data import shipped_table
    >>> from conjunct.estimators.stability import stability
    >>> learner = RuleTreeClassifier(max_depth=1, promises=False)
    >>> found = stability(shipped_table(), learner, n_samples=3)
    >>> [one.attribute for one in found.found_attributes() if one.in_model]
    ['flipper_length_mm']
    """

    attribute: str
    in_model: bool
    share: float


class FoundCut(NamedTuple):
    """Where an attribute is cut, for one operator.

    Parameters
    ----------
    attribute : str
        Its name.
    op : {"<=", ">"}
        The operator.
    in_model : tuple of float
        The cuts of the rules learned from all rows.
    share : float
        Share of the samples that cut the attribute with this operator.
    n_cuts : int
        Number of cuts in all samples together, each counted once per sample.
    lower, median, upper : float or None
        Their quartiles; None without cuts.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> from conjunct.data import shipped_table
    >>> from conjunct.estimators.stability import stability
    >>> learner = RuleTreeClassifier(max_depth=1, promises=False)
    >>> found = stability(shipped_table(), learner, n_samples=3)
    >>> {one.attribute for one in found.found_cuts() if one.in_model}
    {'flipper_length_mm'}
    """

    attribute: str
    op: str
    in_model: tuple[float, ...]
    share: float
    n_cuts: int
    lower: float | None
    median: float | None
    upper: float | None


@dataclass(frozen=True, eq=False)
class Stability:
    """How often the rules learned from all rows recur on samples of the rows.

    Parameters
    ----------
    table : Table
        All rows.
    rules : tuple of Said
        The rules learned from all rows.
    samples : tuple of tuple of Said
        The rules learned from each sample.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> from conjunct.data import shipped_table
    >>> from conjunct.estimators.stability import stability
    >>> learner = RuleTreeClassifier(max_depth=1, promises=False)
    >>> found = stability(shipped_table(), learner, n_samples=3)
    >>> sorted(found.to_frames()), len(found.samples)
    (['attributes', 'cuts', 'rules'], 3)
    """

    table: Table
    rules: tuple[Said, ...]
    samples: tuple[tuple[Said, ...], ...]

    def found_rules(self) -> list[FoundRule]:
        """Return the rules of the model, then those of the samples, the most frequent first.

        A rule of a sample is left out if it is near a rule that is already listed.
        """
        counted = _Counted(self.table, self.samples)
        known = {rule.exactly for rule in self.rules}
        others = {rule.exactly: rule for sample in self.samples for rule in sample}
        more = [
            (counted.line(rule, False), rule) for key, rule in others.items() if key not in known
        ]
        more.sort(key=lambda one: (-one[0].nearby, -one[0].same, one[0].body, str(one[1].label)))
        lines = [counted.line(rule, True) for rule in self.rules]
        listed: dict[Any, list[Said]] = {}
        for rule in self.rules:
            listed.setdefault(rule.roughly, []).append(rule)
        for line, rule in more:
            alike = listed.setdefault(rule.roughly, [])
            if not any(counted.is_near(rule, one) for one in alike):
                alike.append(rule)
                lines.append(line)
        return lines

    def found_attributes(self) -> list[FoundAttribute]:
        """Return the attributes that rules use, the most frequent first."""
        of_all, *of_samples = [
            {test.attribute for rule in rules for test in rule.conditions}
            for rules in (self.rules, *self.samples)
        ]
        occur = of_all.union(*of_samples)
        lines = [
            FoundAttribute(name, name in of_all, _share([name in one for one in of_samples]))
            for name in self.table.names
            if name in occur
        ]
        return sorted(lines, key=lambda line: -line.share)

    def found_cuts(self) -> list[FoundCut]:
        """Return where attributes are cut, in the order of the columns."""
        of_all, *of_samples = [_cuts(rules) for rules in (self.rules, *self.samples)]
        places = {name: place for place, name in enumerate(self.table.names)}
        lines = []
        for key in sorted(set(of_all).union(*of_samples), key=lambda key: (places[key[0]], key[1])):
            values = [cut for one in of_samples for cut in one.get(key, ())]
            quartiles: list[float | None] = [None, None, None]
            if values:
                quartiles = [float(one) for one in np.quantile(values, [0.25, 0.5, 0.75])]
            share = _share([key in one for one in of_samples])
            in_model = tuple(sorted(of_all.get(key, ())))
            lines.append(FoundCut(*key, in_model, share, len(values), *quartiles))
        return lines

    def to_frames(self) -> dict[str, Any]:
        """Return data frames named rules, attributes and cuts.

        Their columns are the fields of `FoundRule`, `FoundAttribute` and `FoundCut`; the label of
        a rule is called class.
        """
        return {
            "rules": _frame(FoundRule, self.found_rules()),
            "attributes": _frame(FoundAttribute, self.found_attributes()),
            "cuts": _frame(FoundCut, self.found_cuts()),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "samples": len(self.samples),
            "rules_of_samples": [len(sample) for sample in self.samples],
            "rules": [_named(one._asdict()) for one in self.found_rules()],
            "attributes": [one._asdict() for one in self.found_attributes()],
            "cuts": [one._asdict() for one in self.found_cuts()],
        }


class _Counted:
    """The rules of samples, indexed for counting."""

    def __init__(self, table: Table, samples: Sequence[Sequence[Said]]) -> None:
        self._table = table
        self._sorted: dict[str, Floats] = {}
        self._alike: list[dict[Any, list[Said]]] = []
        for sample in samples:
            by_shape: dict[Any, list[Said]] = {}
            for rule in sample:
                by_shape.setdefault(rule.roughly, []).append(rule)
            self._alike.append(by_shape)

    def line(self, rule: Said, in_model: bool) -> FoundRule:
        """Count the samples in which a rule recurs."""
        shape, body = rule.roughly, rule.exactly
        alike = [sample.get(shape, []) for sample in self._alike]
        same = [any(one.exactly == body for one in few) for few in alike]
        nearby = [any(self.is_near(rule, one) for one in few) for few in alike]
        shares = _share(same), _share(nearby), _share([bool(few) for few in alike])
        tests = tuple(map(str, rule.conditions))
        return FoundRule(rule.body, tests, rule.label, rule.against, in_model, *shares)

    def is_near(self, one: Said, other: Said) -> bool:
        """Tell whether few rows lie between the cuts of two rules that differ in cuts only."""
        pairs = zip(one.cuts, other.cuts, strict=True)
        return all(self._between(name, a, b) <= NEARBY for (name, _, a), (_, _, b) in pairs)

    def _between(self, name: str, one: float, other: float) -> float:
        """Return the share of the known values that lie between two cuts."""
        if name not in self._sorted:
            values = self._table.column(name).values
            self._sorted[name] = np.sort(values[~np.isnan(values)])
        values = self._sorted[name]
        first, second = np.searchsorted(values, [one, other], side="right").tolist()
        return float(abs(second - first) / max(len(values), 1))


def _cuts(rules: Sequence[Said]) -> dict[tuple[str, str], set[float]]:
    found: dict[tuple[str, str], set[float]] = {}
    for rule in rules:
        for name, op, cut in rule.cuts:
            found.setdefault((name, op), set()).add(cut)
    return found


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / max(len(flags), 1)


def _frame(kind: Any, lines: Sequence[Any]) -> Any:
    columns = {name: [getattr(line, name) for line in lines] for name in kind._fields}
    return frame_of(_named(columns), "A data frame of what comes back")


def _named(cells: dict[str, Any]) -> dict[str, Any]:
    """Rename label to class, as in all frames and documents."""
    return {"class" if name == "label" else name: cell for name, cell in cells.items()}
