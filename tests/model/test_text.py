from __future__ import annotations

from dataclasses import replace

import pytest

from conjunct.model import Rule, RuleList, SearchRecord
from conjunct.model.text import rule_text

RULES = """\
if bill_length_mm > 42.35 and island = Dream and sex = female   then Chinstrap   \
covers  34, wrong 0   error 5.4 %   corrected 12.1 % (best of 1,204)
if flipper_length_mm > 206.5                                    then Gentoo      \
covers 125, wrong 7   error 7.0 %   corrected  8.1 % (best of    96)
otherwise Adelie   (152 of 344 rows)"""

FOOTER = """\
2 rules, 4 conditions. The first rule that holds decides. Error is the share of new rows that a rule
is expected to get wrong, going by the rows it covers (Laplace estimate). Corrected error also
allows for the search: the best of many candidates looks better than it is. Rule 1 was the best of
1,204 tried: 12.1 %, where uncorrected it would read 5.4 %."""

NARROW = """\
if bill_length_mm > 42.35
   and island = Dream
   and sex = female            then Chinstrap   \
covers  34, wrong 0   error 5.4 %   corrected 12.1 % (best of 1,204)
if flipper_length_mm > 206.5   then Gentoo      \
covers 125, wrong 7   error 7.0 %   corrected  8.1 % (best of    96)
otherwise Adelie   (152 of 344 rows)"""


def test_rules_print_in_aligned_columns_with_a_footer(rules: RuleList) -> None:
    assert str(rules) == f"{RULES}\n\n{FOOTER}"


def test_the_footer_can_be_left_out(rules: RuleList) -> None:
    assert rules.to_text(footer=False) == RULES


def test_a_wide_body_goes_on_below(rules: RuleList) -> None:
    assert rules.to_text(width=32, footer=False) == NARROW


def test_conditions_fill_a_line_before_they_wrap(rules: RuleList) -> None:
    lines = rules.to_text(width=44, footer=False).splitlines()
    assert lines[0] == "if bill_length_mm > 42.35 and island = Dream"
    assert lines[1].startswith("   and sex = female                            then Chinstrap")


@pytest.mark.parametrize("width", range(8, 100, 7))
def test_the_footer_never_parts_a_number_from_its_percent_sign(rules: RuleList, width: int) -> None:
    text = rules.to_text(width=width)
    assert not any(line.startswith("%") for line in text.splitlines())


def test_no_rules_print_only_the_default(empty_rules: RuleList) -> None:
    assert str(empty_rules) == "otherwise yes   (1 of 1 row)"


def test_one_rule_with_one_condition_reads_in_the_singular(rules: RuleList) -> None:
    assert "\n1 rule, 1 condition. " in str(replace(rules, rules=rules.rules[1:]))


def test_the_footer_names_no_rule_when_nothing_was_corrected(rules: RuleList) -> None:
    plain = tuple(replace(rule, corrected_error=rule.error) for rule in rules)
    assert str(replace(rules, rules=plain)).endswith("looks better than it is.")


def test_a_rule_without_conditions_says_always(rules: RuleList, record: SearchRecord) -> None:
    always = Rule((), 2, (1, 2, 3), 0.5, 0.5, record)
    assert str(replace(rules, rules=(always,))).startswith("if always   then Gentoo   covers 6")


def test_one_rule_can_be_put_in_words(rules: RuleList) -> None:
    assert rule_text(rules, 1) == "if flipper_length_mm > 206.5 then Gentoo"
    assert rule_text(rules, -1) == "otherwise Adelie"
