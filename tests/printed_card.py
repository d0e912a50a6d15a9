"""A score card as a person uses it: the printed text, applied to raw rows without the package."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from tests.printed_rules import LABEL, TOKEN, Cell, number_of, passes, word_of

HEADING = re.compile(r"\s*#  rule\b")
START = re.compile(rf"\s+(?:([A-F]) = )?({LABEL}) starts with\s")
START_OF_SCORE = re.compile(r"\s+every row starts with\s+(\S+)")
TITLE = re.compile(rf"Score for (?:{LABEL}) = ({LABEL}): ([\d,]+) of ([\d,]+) rows")
TWO = re.compile(rf"A score of (\S+) or more predicts ({LABEL}), any other ({LABEL})[.;]")
LOGIT = re.compile(r"1/\(1 \+ exp\(−\(score ([+−]) (\S+)\)(?:/(\S+?))?\)\)\.")
WEIGHT = re.compile(r"exp\(−points behind the largest sum(?:/(\S+?))?\);")
NUMBERS = ("rows", "rate", "expected", "guaranteed")


@dataclass(frozen=True)
class PrintedScore:
    """What the lines of one rule say; the cells are those below the last class it stands for."""

    conditions: tuple[tuple[str, str, str], ...]
    points: dict[str, Fraction]
    cells: dict[str, str]

    def holds(self, row: Mapping[str, Cell], missing: str) -> bool:
        return all(passes(row[name], op, value, missing) for name, op, value in self.conditions)


@dataclass(frozen=True)
class PrintedCard:
    """The content of a whole printed card.

    With two classes, `base` is what the formula adds to a score, and the cut decides. With more,
    the largest sum decides; of equal sums, the first in `order`. Scores on a scale have a start.
    """

    base: dict[str, Fraction]
    rules: tuple[PrintedScore, ...]
    order: tuple[str, ...]
    unit: float
    cut: Fraction | None
    start: Fraction = Fraction()

    def score(self, row: Mapping[str, Cell], missing: str = "fails") -> Counter[str]:
        """Add up the points of the rules that hold, by class."""
        sums = Counter(dict.fromkeys(self.order, Fraction()))
        sums[self.order[0]] += self.start
        for rule in self.rules:
            if rule.holds(row, missing):
                for label, given in rule.points.items():
                    sums[label] += given
        return sums

    def decide(self, row: Mapping[str, Cell], missing: str = "fails") -> str:
        score = self.score(row, missing)
        if self.cut is not None:
            ours, other = self.order
            return ours if score[ours] >= self.cut else other
        return max(self.order, key=lambda label: score[label] + self.base[label])

    def chances(self, row: Mapping[str, Cell], missing: str = "fails") -> dict[str, float]:
        """Return probabilities as the details say how to get them."""
        score = self.score(row, missing)
        sums = {label: score[label] + self.base.get(label, 0) for label in self.order}
        top = max(sums.values())
        weights = {label: math.exp(float(one - top) / self.unit) for label, one in sums.items()}
        return {label: one / sum(weights.values()) for label, one in weights.items()}


def points_of(token: str) -> Fraction:
    return Fraction(token.replace("−", "-"))


def read_card(text: str) -> PrintedCard:
    """Read a card printed with details, in lines that are wide enough for all bodies."""
    lines = text.split("\n")
    at = next(place for place, line in enumerate(lines) if HEADING.match(line))
    end = next(
        place
        for place, line in enumerate(lines)
        if place > at and re.match(r"\s*(score|rule) ", line)
    )
    table = [line for line in lines[at + 1 : end] if line]
    names, ends = headings_of(lines[at])
    two = TITLE.match(lines[0])
    group = word_of(two[1]) if two else ""
    columns = {name: word_of(name) for name in names if name not in ("points", *NUMBERS)}
    base: dict[str, Fraction] = {}
    rows: dict[str, int] = {}
    rules: dict[int, PrintedScore] = {}
    for line in table:
        cells = dict(zip(names, cells_at(line, ends), strict=True))
        if found := START.match(line):
            group = word_of(found[2])
            if found[1]:
                columns[found[1]] = group
            rows[group] = number_of(cells["rows"])
            (start,) = [cell for name, cell in cells.items() if cell and name not in NUMBERS]
            base[group] = points_of(start)
    starts = [points_of(found[1]) for line in table if (found := START_OF_SCORE.match(line))]
    table = [line for line in table if not START_OF_SCORE.match(line)]
    if not two and "points" not in names:
        assert set(columns.values()) == set(base)
    for line in table:
        cells = dict(zip(names, cells_at(line, ends), strict=True))
        if found := START.match(line):
            group = word_of(found[2])
            continue
        number, conditions = body_of(line[: ends[0] - len(names[0])], line)
        given = {
            group if name == "points" else columns[name]: points_of(cell)
            for name, cell in cells.items()
            if cell and name not in NUMBERS and not (two and name != "points")
        }
        known = rules.get(number)
        points = {**known.points, **given} if known else given
        rules[number] = PrintedScore(conditions, points, cells)
    assert sorted(rules) == list(range(1, len(rules) + 1))
    in_order = tuple(rules[number] for number in sorted(rules))
    if two:
        return of_two(text, in_order, *starts)
    found = WEIGHT.search(text)
    assert found
    order = tuple(sorted(base, key=lambda label: -rows[label]))
    return PrintedCard(base, in_order, order, float(found[1] or 1), None)


def of_two(text: str, rules: tuple[PrintedScore, ...], start: Fraction = Fraction()) -> PrintedCard:
    cut, formula = TWO.search(text), LOGIT.search(text)
    assert cut
    assert formula
    sign, size, unit = formula.groups()
    ours, other = word_of(cut[2]), word_of(cut[3])
    base = points_of(size) * (1 if sign == "+" else -1)
    unit = float(unit or 1)
    return PrintedCard({ours: base}, rules, (ours, other), unit, points_of(cut[1]), start)


def headings_of(line: str) -> tuple[list[str], list[int]]:
    """Return the headings to the right of the bodies, and where each ends."""
    found = list(TOKEN.finditer(line))[2:]
    return [one[0] for one in found], [width_of(line[: one.end()]) for one in found]


def start_of(line: str, width: int) -> str:
    """Return the start of a line that takes some columns of a terminal."""
    widths = accumulate(map(width_of, line))
    return line[: sum(one <= width for one in widths)]


def width_of(text: str) -> int:
    """Return the columns of a terminal that a text takes: wide characters two, marks none."""
    is_mark = [unicodedata.category(one) in ("Mn", "Me", "Cf") for one in text]
    is_wide = [unicodedata.east_asian_width(one) in ("W", "F") for one in text]
    return sum(0 if mark else 1 + wide for mark, wide in zip(is_mark, is_wide, strict=True))


def cells_at(line: str, ends: list[int]) -> list[str]:
    """Return the cells of a line; each stands between two blanks and the end of its heading."""
    cells = []
    for end in ends:
        text = line[:end] if line.isascii() else start_of(line, end)
        if width_of(text) < end:
            cells.append("")
            continue
        cells.append(re.split(r"  +", text)[-1].strip() if not text.endswith(" ") else "")
    return cells


def body_of(start: str, line: str) -> tuple[int, tuple[tuple[str, str, str], ...]]:
    first, *tokens = TOKEN.findall(line)
    conditions: list[tuple[str, str, str]] = []
    if tokens[0] == "always":
        return int(first), ()
    while True:
        name, op, value, *tokens = tokens
        conditions.append((word_of(name), op, value))
        if tokens[:1] != ["and"]:
            return int(first), tuple(conditions)
        tokens = tokens[1:]
