"""Rules as a person reads them: the printed text, applied to raw rows without the package."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass

Cell = str | float | None
HEADINGS = ["rule", "class", "covers", "wrong", "error", "corrected", "tried"]
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
    word, label, *_ = TOKEN.findall(default)
    assert word == "otherwise"
    if lines:
        assert lines[0].split()[:4] == ["rule", "class", "covers", "wrong"]
    return [*map(read_rule, lines[1:]), PrintedRule((), word_of(label))]


def read_rule(line: str) -> PrintedRule:
    word, *tokens = TOKEN.findall(line)
    assert word == "if"
    conditions = []
    while word in ("if", "and"):
        name, op, value, word, *tokens = tokens
        conditions.append((word_of(name), op, value))
    covered, errors, *_ = tokens
    return PrintedRule(tuple(conditions), word_of(word), number_of(covered), number_of(errors))


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
