"""How one model differs from another: rules, points, and the rows that change class."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from conjunct.html import html_block, html_lines
from conjunct.model.notation import Label, label_text, number_text
from conjunct.model.points import n_decimals, points_text
from conjunct.model.printed.difference import difference_text
from conjunct.model.row_changes import RowChanges, row_changes
from conjunct.model.rule_pairs import pair_rules
from conjunct.model.score_card import ScoreCard
from conjunct.model.tree import Tree

if TYPE_CHECKING:
    from conjunct.data.table import Table
    from conjunct.model.rules import Rules


class RuleChange(NamedTuple):
    """A rule of the old model and its changed counterpart in the new one.

    Parameters
    ----------
    old, new : int
        Positions of the two rules, from 0.
    what : tuple of {"cut", "class", "points"}
        What differs.

    Examples
    --------
    >>> from conjunct.model import RuleList
    >>> empty = RuleList((), ("beast", "bird"), 0, (31, 12), {})
    >>> old, new = empty.add("if legs <= 3 then bird"), empty.add("if legs <= 2 then bird")
    >>> old.diff(new).changed
    (RuleChange(old=0, new=0, what=('cut',)),)
    """

    old: int
    new: int
    what: tuple[str, ...]


class FactChange(NamedTuple):
    """A difference between two models that is not about a single rule.

    Parameters
    ----------
    what : str
        Name of the fact, such as "otherwise" or "base points for bad".
    old, new : str
        Its values, as text.

    Examples
    --------
    >>> from conjunct.model import RuleList
    >>> old, new = (RuleList((), ("no", "yes"), default, (4, 6), {}) for default in (0, 1))
    >>> old.diff(new).facts
    (FactChange(what='otherwise', old='no', new='yes'),)
    """

    what: str
    old: str
    new: str


@dataclass(frozen=True)
class ModelDifference:
    """How a new model differs from an old one.

    Parameters
    ----------
    old, new : Rules
        The models.
    removed, added : tuple of int
        Positions of rules that only the old model has, and of rules that only the new model has.
    changed : tuple of RuleChange
        Rules with the same body and another class or other points, and rules whose cuts differ.
    recounted : int
        Number of rules that differ only in their counts. Counts decide only in rule sets; in
        lists and trees they give the probabilities.
    unchanged : int
        Number of rules that are the same in both models, counts included.
    facts : tuple of FactChange
        Differences that are not about rules.
    rows : RowChanges or None
        Rows that change class; None if no table was given.

    Examples
    --------
    >>> from conjunct.model import RuleList
    >>> empty = RuleList((), ("beast", "bird"), 0, (31, 12), {})
    >>> old, new = empty.add("if legs <= 3 then bird"), empty.add("if legs <= 2 then bird")
    >>> found = old.diff(new)
    >>> [change.what for change in found.changed], found.removed, found.is_empty
    ([('cut',)], (), False)
    """

    old: Rules
    new: Rules
    removed: tuple[int, ...]
    added: tuple[int, ...]
    changed: tuple[RuleChange, ...]
    recounted: int
    unchanged: int
    facts: tuple[FactChange, ...]
    rows: RowChanges | None

    def __str__(self) -> str:
        return difference_text(self)

    def _repr_html_(self) -> str:
        return html_block([html_lines(str(self))])

    @property
    def is_empty(self) -> bool:
        """Whether no rule and no fact differs."""
        return not (self.removed or self.added or self.changed or self.recounted or self.facts)

    def to_dict(self, examples: int | None = None) -> dict[str, Any]:
        """Return plain data, ready for JSON, with at most `examples` of the rows that change."""
        return {
            "kinds": {"old": self.old.KIND, "new": self.new.KIND},
            "added": [_rule_dict(self.new, one) for one in self.added],
            "removed": [_rule_dict(self.old, one) for one in self.removed],
            "changed": [
                {
                    "what": list(one.what),
                    "old": _rule_dict(self.old, one.old),
                    "new": _rule_dict(self.new, one.new),
                }
                for one in self.changed
            ],
            "recounted": self.recounted,
            "unchanged": self.unchanged,
            "facts": [one._asdict() for one in self.facts],
            "rows": None if self.rows is None else _rows_dict(self.rows, examples),
        }


def difference(
    old: Rules, new: Rules, tables: tuple[Table, Table] | None = None
) -> ModelDifference:
    """Compare two models, which may be of different kinds.

    Parameters
    ----------
    old, new : Rules
    tables : pair of Table or None
        The same rows as each of the two models reads them, to be classified by both.
    """
    pairs = pair_rules(old, new)
    changed, recounted = [], 0
    for one, other in sorted((*pairs.same, *pairs.moved)):
        what = (*["cut"] * ((one, other) in pairs.moved), *_consequences(old, one, new, other))
        if what:
            changed.append(RuleChange(one, other, what))
        else:
            recounted += _counts(old, one) != _counts(new, other)
    n_paired = len(pairs.same) + len(pairs.moved)
    return ModelDifference(
        old,
        new,
        removed=pairs.removed,
        added=pairs.added,
        changed=tuple(changed),
        recounted=recounted,
        unchanged=n_paired - len(changed) - recounted,
        facts=tuple(_facts(old, new, sorted((*pairs.same, *pairs.moved)))),
        rows=None if tables is None else row_changes(old, new, tables),
    )


def _consequences(old: Rules, one: int, new: Rules, other: int) -> list[str]:
    mine, yours = old[one], new[other]
    if isinstance(old, ScoreCard) and isinstance(new, ScoreCard):
        given = (_points(card, card.rules[at].points) for card, at in ((old, one), (new, other)))
        return ["points"] * (next(given) != next(given))
    first = old.classes[mine.head], mine.against
    return ["class"] * (first != (new.classes[yours.head], yours.against))


def _points(card: ScoreCard, points: tuple[float, ...]) -> dict[Label, float]:
    return {label: one for label, one in zip(card.classes, points, strict=True) if one}


def _counts(rules: Rules, position: int) -> dict[Label, float]:
    return dict(zip(rules.classes, rules[position].counts, strict=True))


def _facts(old: Rules, new: Rules, pairs: list[tuple[int, int]]) -> list[FactChange]:
    told = [
        ("kind", old.KIND, new.KIND),
        ("target", label_text(old.target), label_text(new.target)),
        ("classes", *(", ".join(sorted(map(label_text, one.classes))) for one in (old, new))),
        ("a missing cell", *(_MISSING[one.missing] for one in (old, new))),
    ]
    if isinstance(old, ScoreCard) and isinstance(new, ScoreCard):
        told += _card_facts(old, new)
    elif isinstance(old, Tree) and isinstance(new, Tree):
        told += _usual_ways(old, new)
    else:
        told.append(("otherwise", *(label_text(one.classes[one.default]) for one in (old, new))))
    orders = [other for _, other in pairs]
    if not (old.ADDS_UP or new.ADDS_UP) and orders != sorted(orders):
        first, second = ([str(pair[at] + 1) for pair in pairs] for at in (0, 1))
        told.append(("order of rules in both", ", ".join(first), ", ".join(second)))
    return [FactChange(*one) for one in told if one[1] != one[2]]


_MISSING = {"fails": "meets no condition", "value": "is a value of its own"}


def _usual_ways(old: Tree, new: Tree) -> list[tuple[str, str, str]]:
    """Return the usual branch, which a missing cell takes, of the splits that both trees have."""
    first, second = (
        {tuple(node.branches): node.branches[node.usual] for node in tree.nodes if node.branches}
        for tree in (old, new)
    )
    both = [split for split in first if split in second]
    return [("where no branch fits", str(first[one]), str(second[one])) for one in both]


def _card_facts(old: ScoreCard, new: ScoreCard) -> list[tuple[str, str, str]]:
    bases = [dict(zip(card.classes, card.base, strict=True)) for card in (old, new)]
    labels = [label for label in old.classes if label in new.classes]
    told = [
        (
            f"base points for {label_text(label)}",
            _written(bases[0][label]),
            _written(bases[1][label]),
        )
        for label in labels
    ]
    told.append(("points that make odds e times as large", _unit(old), _unit(new)))
    if len(old.classes) == len(new.classes) == 2:
        for what, of in (("points are for", _scored), ("lowest score that predicts it", _cut)):
            told.append((what, of(old), of(new)))
    return told


def _unit(card: ScoreCard) -> str:
    return number_text(card.unit)


def _scored(card: ScoreCard) -> str:
    return label_text(card.classes[card.scored[0]])


def _cut(card: ScoreCard) -> str:
    return number_text(card.cut)


def _written(points: float) -> str:
    return points_text(points, n_decimals([points]))


def _rule_dict(rules: Rules, position: int) -> dict[str, Any]:
    rule = rules[position]
    return {
        "rule": position + 1,
        "body": rule.body,
        "class": rules.classes[rule.head],
        "then": rules.consequence(position),
        "rows": rule.covered,
        "wrong": rule.errors,
    }


def _rows_dict(rows: RowChanges, examples: int | None) -> dict[str, Any]:
    return {
        "rows": rows.n_rows,
        "changed": len(rows.changes),
        "classes": [
            {"old": old, "new": new, "rows": count} for old, new, count in rows.by_classes()
        ],
        "examples": [asdict(one) for one in rows.changes[:examples]],
    }
