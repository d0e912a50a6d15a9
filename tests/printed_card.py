"""A score card as a person uses it: the printed text, applied to raw rows without the package."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tests.printed_rules import LABEL, TOKEN, Cell, columns_of, passes, word_of

BASE = re.compile(rf"\s+points for ({LABEL}): every row\s+(\S+)")
PAIR = re.compile(rf"({LABEL}) ([+−][\d.]+)")
TWO = re.compile(rf"A sum (above 0|from 0 up) predicts ({LABEL}), any other ({LABEL}); P\(")
MANY = re.compile(rf"the first of ((?:{LABEL})(?:, (?:{LABEL}))*)\. Probability of")
UNIT = re.compile(r"exp\(−(?:sum|points behind)(?:/(\S+?))?\)")


@dataclass(frozen=True)
class PrintedScore:
    """What the lines of one rule say."""

    conditions: tuple[tuple[str, str, str], ...]
    points: dict[str, Fraction]

    def holds(self, row: Mapping[str, Cell], missing: str) -> bool:
        return all(passes(row[name], op, value, missing) for name, op, value in self.conditions)


@dataclass(frozen=True)
class PrintedCard:
    """What a whole printed card says."""

    base: dict[str, Fraction]
    rules: tuple[PrintedScore, ...]
    order: tuple[str, ...]
    unit: float

    def sums(self, row: Mapping[str, Cell], missing: str = "fails") -> dict[str, Fraction]:
        """Add up the points of a row, by class; one that has none in print stays at 0."""
        sums = Counter(dict.fromkeys(self.order, Fraction()))
        for points in [self.base, *(one.points for one in self.rules if one.holds(row, missing))]:
            for label, given in points.items():
                sums[label] += given
        return dict(sums)

    def decide(self, row: Mapping[str, Cell], missing: str = "fails") -> str:
        """Return the class with the largest sum, of equal ones the first in order."""
        sums = self.sums(row, missing)
        return max(self.order, key=lambda label: sums[label])

    def chances(self, row: Mapping[str, Cell], missing: str = "fails") -> dict[str, float]:
        """Return probabilities as the footer says how to get them."""
        sums = self.sums(row, missing)
        top = max(sums.values())
        weights = {label: math.exp(float(one - top) / self.unit) for label, one in sums.items()}
        return {label: one / sum(weights.values()) for label, one in weights.items()}


def points_of(token: str) -> Fraction:
    return Fraction(token.replace("−", "-"))


def read_card(text: str) -> PrintedCard:
    """Read a printed card with at least one rule, in lines that are wide enough for all bodies."""
    table, scale, footer = text.split("\n\n")
    heading, *lines = table.split("\n")
    columns_of(heading, "points")
    assert len(scale.split("\n")) == 2
    base: dict[str, Fraction] = {}
    rules: list[PrintedScore] = []
    group = ""
    for line in lines:
        if found := BASE.fullmatch(line):
            group = word_of(found[1])
            base[group] = points_of(found[2])
        elif line.strip().startswith("also: "):
            given = {word_of(label): points_of(one) for label, one in PAIR.findall(line)}
            assert given
            rules[-1].points.update(given)
        else:
            rules.append(read_score(line, len(rules) + 1, group))
    return PrintedCard(base, tuple(rules), order_of(footer), unit_of(footer))


def read_score(line: str, number: int, group: str) -> PrintedScore:
    first, *tokens = TOKEN.findall(line)
    assert first == str(number)
    conditions, word = [], "if"
    if tokens[:2] == ["if", "always"]:
        tokens = tokens[2:]
    while tokens[0] == word:
        _, name, op, value, *tokens = tokens
        conditions.append((word_of(name), op, value))
        word = "and"
    points, *_ = tokens
    return PrintedScore(tuple(conditions), {group: points_of(points)})


def order_of(footer: str) -> tuple[str, ...]:
    """Return the classes, those first that equal sums go to."""
    if found := TWO.search(footer):
        ours, other = word_of(found[2]), word_of(found[3])
        return (ours, other) if found[1] == "from 0 up" else (other, ours)
    found = MANY.search(footer)
    assert found
    return tuple(word_of(label) for label in re.findall(LABEL, found[1]))


def unit_of(footer: str) -> float:
    found = UNIT.search(footer)
    assert found
    return float(found[1] or 1)
