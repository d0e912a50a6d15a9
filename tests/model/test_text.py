from __future__ import annotations

from dataclasses import replace

import pytest

from conjunct.model import Condition, Promise, Rule, RuleList, RuleSet, SearchRecord
from conjunct.model.printed.rules import rule_text
from conjunct.model.promise import NO_BELIEF, Promises

from .conftest import promising

RULES = """\
#  rule                                                           class      rows  wrong
1  if bill_length_mm > 42.35 and island = Dream and sex = female  Chinstrap    34      0
2  if flipper_length_mm > 206.5                                   Gentoo      125      7
   otherwise                                                      Adelie      152 of 344 rows"""

FOOTER = """\
2 rules, 4 conditions. The first rule that holds decides; a row counts for every rule that holds."""

NARROW = """\
#  rule                       class      rows  wrong  expected  at most
1  if bill_length_mm > 42.35  Chinstrap    34      0     5.4 %   15.5 %
      and island = Dream
      and sex = female
2  if flipper_length_mm > 206.5
                              Gentoo      125      7     7.0 %   17.1 %
   otherwise                  Adelie      152 of 344 rows"""


PROMISED = """\
#  rule                                          class      rows  wrong  expected  at most
1  if bill_length_mm > 42.35 and island = Dream  Chinstrap    34      0     5.4 %   15.5 %
      and sex = female
2  if flipper_length_mm > 206.5                  Gentoo      125      7     7.0 %   17.1 %
   otherwise                                     Adelie      152 of 344 rows

2 rules, 4 conditions. The first rule that holds decides; a row counts for every rule that holds.
Expected: share of new rows that a rule gets wrong; a rule of 20 rows is believed as if 8 more rows
of the usual kind had been seen.
At most: holds for all rules at once with 95 % confidence, however they were searched for."""

DETAILED = """\
#  rule                          class      rows  wrong  expected  at most  tried  possible  p-value
1  if bill_length_mm > 42.35     Chinstrap    34      0     5.4 %   15.5 %  1,204     2,400   <0.001
      and island = Dream
      and sex = female
2  if flipper_length_mm > 206.5  Gentoo      125      7     7.0 %   17.1 %     96     4,800    0.001
   otherwise                     Adelie      152 of 344 rows

2 rules, 4 conditions. The first rule that holds decides; a row counts for every rule that holds.
Expected: share of new rows that a rule gets wrong; a rule of 20 rows is believed as if 8 more rows
of the usual kind had been seen.
At most: holds for all rules at once with 95 % confidence, however they were searched for.
Tried: candidates scored to find the rule. Possible: rules of the same length that these columns can
form. P-value: probability that the best of all possible rules looks as good as this one if the
columns say nothing about the class. The search was repeated on 5 parts of the rows."""

PROMISED_SET = """\
#  rule                                          class      rows  wrong  expected  at most
1  if bill_length_mm > 42.35 and island = Dream  Chinstrap    34      0     5.4 %   15.5 %
      and sex = female
2  if flipper_length_mm > 206.5                  Gentoo      125      7     7.0 %   17.1 %
      wrong: 5 Chinstrap, 2 Adelie
   otherwise                                     Adelie      152 of 344 rows

2 rules, 4 conditions. The rows of all rules that hold are added up by class. The largest sum is
predicted; of equal sums the first of Adelie, Gentoo, Chinstrap.
Expected: share of new rows that a rule gets wrong; a rule of 20 rows is believed as if 8 more rows
of the usual kind had been seen.
At most: holds for all rules at once with 95 % confidence, however they were searched for."""

SET = """\
#  rule                                                           class      rows  wrong
1  if bill_length_mm > 42.35 and island = Dream and sex = female  Chinstrap    34      0
2  if flipper_length_mm > 206.5                                   Gentoo      125      7
      wrong: 5 Chinstrap, 2 Adelie
   otherwise                                                      Adelie      152 of 344 rows

2 rules, 4 conditions. The rows of all rules that hold are added up by class. The largest sum is
predicted; of equal sums the first of Adelie, Gentoo, Chinstrap."""


def test_rules_print_as_a_table_with_a_footer(rules: RuleList) -> None:
    assert str(rules) == f"{RULES}\n\n{FOOTER}"


def test_the_footer_can_be_left_out(rules: RuleList) -> None:
    assert rules.to_text(footer=False) == RULES


def test_a_wide_line_holds_a_whole_body(rules: RuleList) -> None:
    lines = rules.to_text(width=120, footer=False).splitlines()
    assert len(lines) == 1 + len(rules) + 1
    assert lines[1].startswith(
        "1  if bill_length_mm > 42.35 and island = Dream and sex = female  Chinstrap  "
    )


def test_numbers_stand_beside_the_first_line_that_has_room(rules: RuleList) -> None:
    assert promising(rules).to_text(width=72, footer=False) == NARROW


def test_promises_stand_beside_what_was_counted(rules: RuleList, rule_set: RuleSet) -> None:
    assert str(promising(rules)) == PROMISED
    assert str(promising(rule_set)) == PROMISED_SET


def test_rules_of_which_nothing_is_expected_may_be_chance(rules: RuleList) -> None:
    usual = replace(promising(rules), promises=Promises(NO_BELIEF, n_folds=5))
    believed = (
        "gets wrong; a rule of 20 rows is believed as if 8 more rows\n"
        "of the usual kind had been seen."
    )
    chance = (
        "gets wrong. These rules may be due to chance: on new rows,\n"
        "none is expected to beat the base rate."
    )
    assert usual.to_text() == PROMISED.replace(believed, chance)


def test_details_tell_of_the_search(rules: RuleList) -> None:
    assert promising(rules).to_text(details=True) == DETAILED
    heading, *_ = rules.to_text(details=True).splitlines()
    assert heading.endswith("  rows  wrong  tried")


def test_a_rule_that_promises_nothing_has_an_empty_cell_in_a_column_of_others(
    rules: RuleList,
) -> None:
    mixed = replace(rules, rules=(rules[0], replace(rules[1], promise=Promise(0.08))))
    heading, first, second, *_ = mixed.to_text(width=120, footer=False).splitlines()
    assert heading.endswith("  rows  wrong  expected")
    assert first.endswith("  Chinstrap    34      0         –")
    assert second.endswith("  Gentoo      125      7     8.0 %")


def test_rows_of_a_list_are_those_that_reach_a_rule_or_all_it_holds_for(rules: RuleList) -> None:
    assert "; a row counts for every rule that holds." in str(rules)
    assert "; a row counts for that rule alone." in str(replace(rules, reached=True))


@pytest.mark.parametrize("width", range(76, 130))
def test_no_line_is_wider_than_asked_for(rules: RuleList, width: int) -> None:
    for one in (rules, promising(rules)):
        assert max(map(len, one.to_text(width=width).splitlines())) <= width


@pytest.mark.parametrize(("n_rules", "digits"), [(9, 1), (10, 2), (99, 2), (100, 3), (1000, 4)])
def test_rules_are_numbered_in_order_and_numbers_end_in_one_column(
    rules: RuleList, n_rules: int, digits: int
) -> None:
    bodies = ((Condition("flipper_length_mm", ">", 2000.5 - n),) for n in range(n_rules))
    listed = (replace(rules[n % 2], conditions=body) for n, body in enumerate(bodies))
    many = replace(rules, rules=tuple(listed))
    heading, *lines, default = many.to_text(width=100, footer=False).splitlines()
    assert heading.startswith("#".rjust(digits) + "  rule  ")
    assert default.startswith(" " * digits + "  otherwise  ")
    numbers = [line[:digits] for line in lines if line[digits:].startswith("  if ")]
    assert numbers == [str(number).rjust(digits) for number in range(1, n_rules + 1)]
    assert max(map(len, [heading, *lines, default])) <= 100


def test_long_names_are_never_cut(rules: RuleList) -> None:
    name, value, label = "n" * 90, "v" * 90, "c" * 90
    body = (Condition(name, "=", value), Condition("sex", "=", value))
    long = replace(
        rules,
        rules=(replace(rules[1], conditions=body),),
        classes=("Adelie", "Chinstrap", label),
        kinds={name: "nominal", "sex": "nominal"},
    )
    head, first, second, numbers, default = long.to_text(footer=False).splitlines()
    assert (first, second) == (f"1  if {name} = {value}", f"      and sex = {value}")
    assert numbers.split()[0] == label
    assert len({line.index(word) for line, word in [(numbers, label), (default, "Adelie")]}) == 1
    assert head.endswith("  rows  wrong")


@pytest.mark.parametrize("width", range(0, 100, 7))
def test_the_footer_never_parts_a_number_from_its_percent_sign(rules: RuleList, width: int) -> None:
    text = promising(rules).to_text(width=width, details=True)
    assert not any(line.startswith("%") for line in text.splitlines())


def test_large_counts_widen_their_columns(rules: RuleList) -> None:
    large = replace(rules[1], counts=(2_000_000, 0, 1_000_000))
    text = replace(rules, rules=(rules[0], large)).to_text(width=130, footer=False)
    ends = [
        line.index(cell) + len(cell)
        for line, cell in zip(text.splitlines(), ("rows", " 34", "3,000,000", "152"), strict=True)
    ]
    assert len(set(ends)) == 1


def test_no_rules_print_only_the_default(empty_rules: RuleList) -> None:
    assert str(empty_rules) == (
        "otherwise yes   (1 of 1 row)\n\nNo rules: every row gets this class."
    )
    assert empty_rules.to_text(footer=False) == "otherwise yes   (1 of 1 row)"


def test_one_rule_reads_in_the_singular(rules: RuleList) -> None:
    text = " ".join(str(replace(rules, rules=rules.rules[1:])).split())
    assert text.endswith(" 1 rule, 1 condition. It decides if it holds.")


def test_a_rule_without_conditions_says_always(rules: RuleList, record: SearchRecord) -> None:
    always = Rule((), 2, (1, 2, 3), record)
    _, line, *_ = str(replace(rules, rules=(always,))).splitlines()
    assert line == "1  if always  Gentoo     6      3"


def test_one_rule_can_be_put_in_words(rules: RuleList) -> None:
    assert rule_text(rules, 1) == "if flipper_length_mm > 206.5 then Gentoo"
    assert rule_text(rules, -1) == "otherwise Adelie"


def test_rules_without_order_say_how_they_are_combined(rule_set: RuleSet) -> None:
    assert str(rule_set) == SET


def test_a_rule_set_of_two_classes_prints_as_a_rule_list_does(
    rule_set: RuleSet, record: SearchRecord
) -> None:
    rule = Rule((Condition("sex", "=", "male"),), 0, (3, 2), record)
    parts = ((rule,), ("a", "b"), 0, (3, 3), {"sex": "nominal"})
    assert RuleSet(*parts).to_text(footer=False) == RuleList(*parts).to_text(footer=False)


def test_one_rule_of_a_set_reads_in_the_singular(rule_set: RuleSet) -> None:
    text = " ".join(str(replace(rule_set, rules=rule_set.rules[1:])).split())
    assert (
        " 1 rule, 1 condition. If it holds, the class of most of its rows is predicted; of "
        "equal ones the first of Adelie, Gentoo, Chinstrap."
    ) in text


@pytest.mark.parametrize("width", range(76, 130))
def test_no_line_of_a_rule_set_is_wider_than_asked_for(rule_set: RuleSet, width: int) -> None:
    for one in (rule_set, promising(rule_set)):
        assert max(map(len, one.to_text(width=width).splitlines())) <= width


def test_many_classes_of_wrong_rows_go_on_below(rule_set: RuleSet) -> None:
    classes = tuple(f"class_number_{number}" for number in range(12))
    rule = replace(rule_set[1], counts=tuple(range(12)), head=11)
    many = replace(
        rule_set, rules=(rule,), classes=classes, class_counts=tuple(range(12)), default=11
    )
    lines = many.to_text(width=90, footer=False).splitlines()
    assert max(map(len, lines)) <= 90
    assert lines[2] == (
        "      wrong: 10 class_number_10, 9 class_number_9, 8 class_number_8, 7 class_number_7,"
    )
    assert lines[3].startswith("             6 class_number_6, 5 ")
    assert lines[-2].endswith(" 1 class_number_1")


def test_no_rules_without_order_print_only_the_default(rule_set: RuleSet) -> None:
    assert str(replace(rule_set, rules=())) == (
        "otherwise Adelie   (152 of 344 rows)\n\nNo rules: every row gets this class."
    )
