"""Rules as a person reads them: the printed text, applied to raw rows without the package."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

Cell = str | float | None
HEADING = re.compile(r"at most|\S+")
COLUMNS = ["rows", "wrong", "expected", "at most", "tried", "possible", "p-value"]
QUOTED = r"'(?:\\.|[^'\\])*'"
TOKEN = re.compile(rf"{QUOTED}|\S+")
LABEL = rf"{QUOTED}|[^\s,']+"
ORDER = re.compile(rf"the first of ((?:{LABEL})(?:, (?:{LABEL}))*)\.$", re.MULTILINE)


@dataclass(frozen=True)
class PrintedRule:
    """What the lines of one rule say."""

    conditions: tuple[tuple[str, str, str], ...]
    head: str
    cells: dict[str, str] = field(default_factory=dict)
    wrong: dict[str, int] = field(default_factory=dict)

    @property
    def covered(self) -> int:
        return number_of(self.cells["rows"])

    @property
    def errors(self) -> int:
        return number_of(self.cells["wrong"])

    @property
    def counts(self) -> Counter[str]:
        """Covered rows by class."""
        return Counter({self.head: self.covered - self.errors, **self.wrong})

    def holds(self, row: Mapping[str, Cell], missing: str) -> bool:
        return all(passes(row[name], op, value, missing) for name, op, value in self.conditions)


def read_rules(text: str) -> list[PrintedRule]:
    """Read a printed table of rules; its last line, the default, always holds."""
    *lines, default = text.split("\n")
    parts: list[list[str]] = []
    columns: list[str] = []
    if lines:
        heading, *lines = lines
        columns = columns_of(heading, "class")
        *parts, (default,) = numbered_parts([*lines, default], heading.index("#") + 1)
    assert default.startswith("otherwise ")
    _, label, *_ = TOKEN.findall(default)
    return [*(read_rule(part, columns) for part in parts), PrintedRule((), word_of(label))]


def columns_of(heading: str, first: str) -> list[str]:
    """Read the heading of a table; the numbers stand in one order, some may be absent."""
    number, rule, after, *columns = HEADING.findall(heading)
    assert [number, rule, after] == ["#", "rule", first]
    assert columns[:2] == COLUMNS[:2]
    assert columns == [one for one in COLUMNS if one in columns]
    return columns


def cells_of(tokens: list[str], columns: list[str]) -> dict[str, str]:
    """Return the numbers beside a rule, by column; a percent sign belongs to its number."""
    cells = re.sub(r" %", "\u00a0%", " ".join(tokens)).split(" ")
    return {name: cell.replace("\u00a0", " ") for name, cell in zip(columns, cells, strict=True)}


def numbered_parts(lines: list[str], margin: int) -> list[list[str]]:
    """Take off the numbers and part the lines by them; the default has none.

    Numbers rise from 1 and may skip rules that never decide, which are not printed.
    """
    parts: list[list[str]] = []
    last = 0
    for line in lines:
        number, gap, rest = line[:margin], line[margin : margin + 2], line[margin + 2 :]
        assert gap == "  "
        if number.strip():
            parts.append([])
            assert number == str(int(number)).rjust(margin)
            assert int(number) > last
            assert last or int(number) == 1
            last = int(number)
            assert rest.startswith("if ")
        elif line is lines[-1]:
            parts.append([])
        else:
            assert rest.startswith("   ")
        parts[-1].append(rest)
    assert margin == len(str(last))
    return parts


def read_rule(lines: list[str], columns: list[str]) -> PrintedRule:
    """Read the lines of one rule: class and numbers stand to the right of one of them."""
    conditions, beside = [], []
    body, wrong = parted(lines)
    for number, line in enumerate(body):
        tokens = TOKEN.findall(line)
        word = "and" if number else "if"
        if tokens[:2] == ["if", "always"]:
            tokens = tokens[2:]
        while tokens[:1] == [word]:
            _, name, op, value, *tokens = tokens
            conditions.append((word_of(name), op, value))
            word = "and"
        beside += tokens
    head, *numbers = beside
    return PrintedRule(
        tuple(conditions),
        word_of(head),
        cells_of(numbers, columns),
        {word_of(label): number_of(n) for n, label in re.findall(rf"(\d[\d,]*) ({LABEL})", wrong)},
    )


def parted(lines: list[str]) -> tuple[list[str], str]:
    """Part the body of a rule from what it says below about the wrong rows."""
    start = "   wrong: "
    place = next((n for n, line in enumerate(lines) if line.startswith(start)), len(lines))
    wrong = [line[len(start) :] for line in lines[place:]]
    return lines[:place], " ".join(wrong)


def read_rule_set(text: str) -> tuple[list[PrintedRule], list[str]]:
    """Read a printed set of rules, in lines of any width, and the order that settles ties."""
    table, footer = text.split("\n\n")
    *rules, default = read_rules(table)
    found = ORDER.search(footer)
    order = [word_of(label) for label in re.findall(LABEL, found[1])] if found else []
    if len(order) == 2:
        rules = [
            replace(rule, wrong={label: rule.errors for label in order if label != rule.head})
            for rule in rules
        ]
    return [*rules, default], order


def word_of(token: str) -> str:
    return str(ast.literal_eval(token)) if token.startswith("'") else token


def number_of(token: str) -> int:
    return int(token.replace(",", ""))


def passes(cell: Cell, op: str, value: str, missing: str) -> bool:
    """Tell whether a cell passes a printed test such as ``≤ 4.5``, ``≠ red`` or ``is known``."""
    if op == "is":
        return (cell is None) == (value == "missing") and (cell is not None or missing == "value")
    if cell is None:
        return missing == "value" and op == "≠"
    if op in "=≠":
        return (cell == word_of(value)) == (op == "=")
    assert op in "≤>"
    return (float(cell) <= float(value)) == (op == "≤")


def decide(rules: list[PrintedRule], row: Mapping[str, Cell], missing: str = "fails") -> str:
    """Return the class of the first rule that holds."""
    return next(rule.head for rule in rules if rule.holds(row, missing))


def decide_by_sum(
    rules: list[PrintedRule], order: list[str], row: Mapping[str, Cell], missing: str = "fails"
) -> str:
    """Return the class with the most rows under all rules that hold, or that of the default."""
    *others, default = rules
    holding = [rule for rule in others if rule.holds(row, missing)]
    if not holding:
        return default.head
    return max(order, key=lambda label: sum(rule.counts[label] for rule in holding))
