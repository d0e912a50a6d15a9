"""Rules as a table of plain text, and in words what its numbers mean."""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from typing import TYPE_CHECKING

from conjunct.model.cells import HEADINGS, default_cells, rule_cells, wrong_by_class
from conjunct.model.notation import count_text, label_text, percent_text

if TYPE_CHECKING:
    from conjunct.model.rule import Rule
    from conjunct.model.rules import Rules

_GAP = "  "
_NARROWEST = 20
"""Characters that bodies get at least; a line of 80 leaves a little more to them."""

MEANING = (
    "Error is the share of new rows that a rule is expected to get wrong, going by the rows it "
    "covers (Laplace estimate). Corrected error also allows for the search: the best of many "
    "candidates looks better than it is. Tried counts the candidates that were scored to find "
    "the rule."
)


def rules_text(rules: Rules, width: int = 100, footer: bool = True) -> str:
    """Return the rules as a table with one heading, numbered in order.

    A body that is too wide for its column goes on below, broken between conditions. Class and
    numbers stand beside its first line, or beside the next one where a single condition is wider
    than the column. Where rules are added up and there are more than two classes, a line of its
    own says to which classes the wrong rows belong.

    Parameters
    ----------
    rules : Rules
    width : int, default=100
        Characters in a line. Nothing is cut: where names are longer than that, so are lines.
    footer : bool, default=True
        Whether to say below what the numbers mean.

    Returns
    -------
    text : str
        Without a newline at the end. No rules give the default alone.
    """
    lines = _table_lines(rules, width)
    if footer:
        lines += ["", *sentences(_footer(rules), width)]
    return "\n".join(lines)


def rule_text(rules: Rules, position: int) -> str:
    """Return one rule in words, without numbers; position -1 is the default."""
    if position < 0:
        return f"otherwise {label_text(rules.classes[rules.default])}"
    rule = rules[position]
    return f"if {rule.body} then {label_text(rules.classes[rule.head])}"


def _table_lines(rules: Rules, width: int) -> list[str]:
    if not len(rules):
        label, ours, of_all = default_cells(rules)
        return [f"otherwise {label}   ({ours} {of_all})"]
    rights = _right_sides(rules)
    numbers = ["#", *(str(number) for number in range(1, len(rules) + 1)), ""]
    margin = max(map(len, numbers))
    room = max(width - margin - 2 * len(_GAP) - len(rights[0]), _NARROWEST)
    bodies = [["rule"], *(_body_lines(rule, room) for rule in rules), ["otherwise"]]
    below = [[], *(_wrong_lines(rules, rule, width - margin - len(_GAP)) for rule in rules), []]
    column = max(len(line) for body in bodies for line in body if len(line) <= room)
    return [
        line
        for number, body, right, more in zip(numbers, bodies, rights, below, strict=True)
        for line in _numbered(number.rjust(margin), [*_beside(body, column, right), *more])
    ]


def _body_lines(rule: Rule, room: int) -> list[str]:
    """Break a body between conditions, never inside one."""
    first, *others = [str(condition) for condition in rule.conditions] or ["always"]
    return _filled("if ", [first, *(f"and {condition}" for condition in others)], "   ", room)


def _wrong_lines(rules: Rules, rule: Rule, room: int) -> list[str]:
    """Write the classes of the wrong rows, broken between classes."""
    wrong = wrong_by_class(rules, rule)
    if not wrong:
        return []
    start = "   wrong: "
    parts = [*(f"{one}," for one in wrong[:-1]), wrong[-1]]
    return _filled(start, parts, " " * len(start), room)


def _filled(start: str, parts: list[str], indent: str, room: int) -> list[str]:
    """Fill lines with parts that are never broken; further lines are indented."""
    first, *others = parts
    lines = [f"{start}{first}"]
    for part in others:
        longer = f"{lines[-1]} {part}"
        if len(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(f"{indent}{part}")
    return lines


def _beside(body: list[str], column: int, right: str) -> list[str]:
    """Write class and numbers beside the first line of a body that leaves room for them."""
    place = next((n for n, line in enumerate(body) if len(line) <= column), len(body))
    lines = body if place < len(body) else [*body, ""]
    return [*lines[:place], f"{lines[place]:<{column}}{_GAP}{right}", *lines[place + 1 :]]


def _numbered(number: str, lines: list[str]) -> list[str]:
    """Write a number to the left of the first line, and as many blanks to the left of the rest."""
    first, *others = lines
    return [f"{number}{_GAP}{first}", *(f"{' ' * len(number)}{_GAP}{line}" for line in others)]


def _right_sides(rules: Rules) -> list[str]:
    """Write what stands to the right of the bodies: headings, every rule, the default."""
    *default, of_all = default_cells(rules)
    rows = [HEADINGS, *(rule_cells(rules, rule) for rule in rules), default]
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    *lines, last = [
        _GAP.join(
            cell.rjust(width) if index else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=False))
        )
        for row in rows
    ]
    return [*lines, f"{last} {of_all}"]


def sentences(text: str, width: int) -> list[str]:
    """Break a text into lines, but never between a number and its percent sign."""
    lines = textwrap.wrap(
        text.replace(" %", "\u00a0%"), max(width, _NARROWEST), break_long_words=False
    )
    return [line.replace("\u00a0", " ") for line in lines]


def _footer(rules: Rules) -> str:
    if not len(rules):
        return "No rules: every row gets this class."
    size = f"{count_text(len(rules), 'rule')}, {count_text(rules.n_conditions, 'condition')}."
    return " ".join([size, rules.combination, MEANING, *largest_correction(rules)])


def largest_correction(rules: Rules) -> list[str]:
    """Name the rule that the search flattered most, if it flattered any."""
    differences = [rule.corrected_error - rule.error for rule in rules]
    largest = max(differences)
    if largest <= 0:
        return []
    position = differences.index(largest)
    rule = rules[position]
    name = "The rule" if len(rules) == 1 else f"Rule {position + 1}"
    return [
        f"{name} was the best of {rule.search.scored:,} tried: "
        f"{percent_text(rule.corrected_error)}, where uncorrected it would read "
        f"{percent_text(rule.error)}."
    ]
