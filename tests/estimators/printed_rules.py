"""Rules as a person reads them: the printed text, applied to raw rows without the package."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass

Cell = str | float | None
HEADINGS = ["#", "rule", "class", "covers", "wrong", "error", "corrected", "tried"]
TOKEN = re.compile(r"'(?:\\.|[^'\\])*'|\S+")


@dataclass(frozen=True)
class PrintedRule:
    """What the lines of one rule say."""

    conditions: tuple[tuple[str, str, str], ...]
    head: str
    covered: int = 0
    errors: int = 0
    error: str = ""
    corrected: str = ""
    tried: int = 0

    def holds(self, row: Mapping[str, Cell], missing: str) -> bool:
        return all(passes(row[name], op, value, missing) for name, op, value in self.conditions)


def read_rules(text: str) -> list[PrintedRule]:
    """Read a printed table of rules; its last line, the default, always holds."""
    *lines, default = text.split("\n")
    parts: list[list[str]] = []
    if lines:
        heading, *lines = lines
        assert heading.split() == HEADINGS
        *parts, (default,) = numbered_parts([*lines, default], heading.index("#") + 1)
    assert default.startswith("otherwise ")
    _, label, *_ = TOKEN.findall(default)
    return [*map(read_rule, parts), PrintedRule((), word_of(label))]


def numbered_parts(lines: list[str], margin: int) -> list[list[str]]:
    """Take off the numbers, which run from 1, and part the lines by them; the default has none."""
    parts: list[list[str]] = []
    for line in lines:
        number, gap, rest = line[:margin], line[margin : margin + 2], line[margin + 2 :]
        assert gap == "  "
        if number.strip():
            parts.append([])
            assert number == str(len(parts)).rjust(margin)
            assert rest.startswith("if ")
        elif line is lines[-1]:
            parts.append([])
        else:
            assert rest.startswith("   ")
        parts[-1].append(rest)
    assert margin == len(str(len(parts) - 1))
    return parts


def read_rule(lines: list[str]) -> PrintedRule:
    """Read the lines of one rule: class and numbers stand to the right of one of them."""
    conditions, beside = [], []
    for number, line in enumerate(lines):
        tokens = TOKEN.findall(line)
        word = "and" if number else "if"
        while tokens[:1] == [word]:
            _, name, op, value, *tokens = tokens
            conditions.append((word_of(name), op, value))
            word = "and"
        beside += tokens
    head, covered, errors, error, _, corrected, _, tried = beside
    return PrintedRule(
        tuple(conditions),
        word_of(head),
        number_of(covered),
        number_of(errors),
        f"{error} %",
        f"{corrected} %",
        number_of(tried),
    )


def word_of(token: str) -> str:
    return str(ast.literal_eval(token)) if token.startswith("'") else token


def number_of(token: str) -> int:
    return int(token.replace(",", ""))


def passes(cell: Cell, op: str, value: str, missing: str) -> bool:
    """Tell whether a cell passes a printed test such as ``≤ 4.5``, ``≠ red`` or ``is known``."""
    if op == "is":
        return (cell is None) == (value == "missing")
    if cell is None:
        return missing == "value" and op == "≠"
    if op in "=≠":
        return (cell == word_of(value)) == (op == "=")
    assert op in "≤>"
    return (float(cell) <= float(value)) == (op == "≤")


def decide(rules: list[PrintedRule], row: Mapping[str, Cell], missing: str = "fails") -> str:
    """Return the class of the first rule that holds."""
    return next(rule.head for rule in rules if rule.holds(row, missing))
