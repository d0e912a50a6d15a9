"""Rules as aligned plain text, and in words what their errors mean."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from conjunct.model.notation import count_text, label_text, percent_text

if TYPE_CHECKING:
    from conjunct.model.rule import Rule
    from conjunct.model.rule_list import RuleList

_MEANING = (
    "The first rule that holds decides. Error is the share of new rows that a rule is expected to "
    "get wrong, going by the rows it covers (Laplace estimate). Corrected error also allows for "
    "the search: the best of many candidates looks better than it is."
)


def rules_text(rules: RuleList, width: int = 100, footer: bool = True) -> str:
    """Return the rules as text, one line each, in aligned columns.

    Parameters
    ----------
    rules : RuleList
    width : int, default=100
        A body wider than this goes on in a second line, and so does the footer.
    footer : bool, default=True
        Whether to say below what the errors mean.

    Returns
    -------
    text : str
        Without a newline at the end. An empty rule list gives the default alone.
    """
    lines = [*_rule_lines(rules, width), _default_line(rules)]
    if footer and len(rules):
        lines += ["", *_sentences(_footer(rules), width)]
    return "\n".join(lines)


def rule_text(rules: RuleList, position: int) -> str:
    """Return one rule in words, without numbers; position -1 is the default."""
    if position < 0:
        return f"otherwise {label_text(rules.classes[rules.default])}"
    rule = rules[position]
    return f"if {rule.body} then {label_text(rules.classes[rule.head])}"


def _rule_lines(rules: RuleList, width: int) -> list[str]:
    bodies = [_body_lines(rule, width) for rule in rules]
    widest = max((len(line) for body in bodies for line in body), default=0)
    lines = []
    for body, numbers in zip(bodies, _number_columns(rules), strict=True):
        *above, last = body
        lines += [*above, f"{last:<{widest}}   {numbers}"]
    return lines


def _body_lines(rule: Rule, width: int) -> list[str]:
    """Break a body between conditions, never inside one."""
    first, *others = [str(condition) for condition in rule.conditions] or ["always"]
    lines = [f"if {first}"]
    for condition in others:
        longer = f"{lines[-1]} and {condition}"
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(f"   and {condition}")
    return lines


def _number_columns(rules: RuleList) -> list[str]:
    """Write head and statistics of every rule, each column as wide as its widest entry."""
    heads = _aligned([label_text(rules.classes[rule.head]) for rule in rules], left=True)
    covered = _aligned([f"{rule.covered:,}" for rule in rules])
    wrong = _aligned([f"{rule.errors:,}" for rule in rules])
    errors = _aligned([percent_text(rule.error) for rule in rules])
    corrected = _aligned([percent_text(rule.corrected_error) for rule in rules])
    tried = _aligned([f"{rule.search.scored:,}" for rule in rules])
    return [
        f"then {head}   covers {n}, wrong {e}   error {error}   corrected {correct} (best of {t})"
        for head, n, e, error, correct, t in zip(
            heads, covered, wrong, errors, corrected, tried, strict=True
        )
    ]


def _aligned(cells: list[str], left: bool = False) -> list[str]:
    widest = max(map(len, cells), default=0)
    return [cell.ljust(widest) if left else cell.rjust(widest) for cell in cells]


def _default_line(rules: RuleList) -> str:
    ours, all_rows = rules.class_counts[rules.default], sum(rules.class_counts)
    return f"{rule_text(rules, -1)}   ({ours:,} of {count_text(all_rows, 'row')})"


def _sentences(text: str, width: int) -> list[str]:
    """Break a text into lines, but never between a number and its percent sign."""
    lines = textwrap.wrap(text.replace(" %", "\u00a0%"), width, break_long_words=False)
    return [line.replace("\u00a0", " ") for line in lines]


def _footer(rules: RuleList) -> str:
    size = f"{count_text(len(rules), 'rule')}, {count_text(rules.n_conditions, 'condition')}."
    differences = [rule.corrected_error - rule.error for rule in rules]
    largest = max(differences)
    if largest <= 0:
        return f"{size} {_MEANING}"
    position = differences.index(largest)
    rule = rules[position]
    return (
        f"{size} {_MEANING} Rule {position + 1} was the best of {rule.search.scored:,} tried: "
        f"{percent_text(rule.corrected_error)}, where uncorrected it would read "
        f"{percent_text(rule.error)}."
    )
