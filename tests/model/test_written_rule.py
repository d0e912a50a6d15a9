from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conjunct import parse_rule
from conjunct.errors import ModelError
from conjunct.model import Condition, RuleList, Rules, RuleSet, ScoreCard
from conjunct.model.points import points_text
from conjunct.model.printed.rules import rule_text
from conjunct.model.written_rule import WrittenRule

from .random_cards import score_cards
from .random_rules import any_conditions, finite, theories

any_text = st.text(max_size=8) | st.sampled_from(
    ["if", "then", "and", "is", "always", "missing", "for", "points", "+3", "", " ", "a b", "'"]
)
bodies = st.lists(any_conditions(any_text), max_size=3).map(tuple)
given_points = st.lists(st.tuples(finite, any_text), min_size=1, max_size=3).map(tuple)
written = st.builds(WrittenRule, bodies, st.none() | any_text) | st.builds(
    WrittenRule, bodies, st.none(), given_points
)


@given(written)
@example(WrittenRule((Condition("age", "<=", 1e308), Condition("x", ">", -0.0)), "+3"))
@example(WrittenRule((Condition("\ud800\n'\"\\", "=", "\U0010ffff"),), points=((5e-324, "for"),)))
@example(WrittenRule((Condition("", "!=", ""), Condition("is", "=", None)), "points"))
def test_a_rule_reads_back_what_it_writes(rule: WrittenRule) -> None:
    assert parse_rule(str(rule)) == rule


@given(theories([RuleList, RuleSet]) | score_cards())
def test_what_models_print_is_read_back(rules: Rules) -> None:
    for position, rule in enumerate(rules):
        read = parse_rule(rule_text(rules, position))
        assert read.conditions == rule.conditions
        if isinstance(rules, ScoreCard):
            given = sorted(one for one in rules.rules[position].points if one)
            assert sorted(one for one, _ in read.points if one) == given
        else:
            assert str(read).endswith(f" then {rules.consequence(position)}")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("if age > 60 and bmi > 30 then yes", "if age > 60 and bmi > 30 then yes"),
        ("age>60", "if age > 60"),
        ("if a<=-1.50 then b", "if a ≤ -1.5 then b"),
        ("a ≤ −2", "if a ≤ -2"),
        ("a == b and c <> d and e ≠ f", "if a = b and c ≠ d and e ≠ f"),
        ("\"New York\" = 'it\\'s'", r"if 'New York' = 'it\'s'"),
        ("zip = 60325", "if zip = 60325"),
        ("a is missing and b is known", "if a is missing and b is known"),
        ("always then no", "if always then no"),
        ("\tif  a\n=  b  ", "if a = b"),
        ("a = b then 3 for yes", "if a = b then +3 points for yes"),
        ("a = b then −1.25 points for yes", "if a = b then −1.25 points for yes"),
        ("a = b then +1 for x, -2 for y", "if a = b then +1 point for x, −2 for y"),
        ("a = b then +3", "if a = b then +3"),
        ("a = b then for", "if a = b then for"),
        (r"'\u0041\t\U0001f600' = x", r"if 'A\t😀' = x"),
    ],
)
def test_people_may_write_a_little_differently(text: str, printed: str) -> None:
    assert str(parse_rule(text)) == printed


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("", "the end of the rule ''", "the name of a column is expected here"),
        ("if", "the end of the rule 'if'", "the name of a column is expected here"),
        ("if age >", "the end of", "a finite number is expected here"),
        ("if age > old", "character 10 of", "a finite number is expected here"),
        ("if age > 1e999", "character 10 of", "a finite number is expected here"),
        ("if age > '60'", "character 10 of", "a finite number is expected here"),
        ("if age > 6_0", "character 10 of", "a finite number is expected here"),
        ("if age < 60", "character 8 of", "rules have no '<'; use '<='"),
        ("if age ≥ 60", "character 8 of", "rules have no '≥'; use '>'"),
        ("if home town = x", "character 9 of", "the name 'home' must be followed by one of"),
        ("if age", "the end of", "the name 'age' must be followed by one of"),
        ("if and = x", "character 4 of", "is expected here, and 'and' needs quotes"),
        ("if a = missing", "character 8 of", "a value is expected here, and 'missing' needs"),
        ("if a = , b", "character 8 of", "a value is expected here"),
        ("if a is old", "character 9 of", "'is' must be followed by 'missing' or 'known'"),
        ("if a = b c = d", "character 10 of", "'c' is not expected; join conditions with 'and'"),
        ("if a = b then", "the end of", "a class is expected here"),
        ("if a = b then +3 for", "the end of", "a class is expected here"),
        ("if a = b then +3 for x, 5", "the end of", "points must be followed by 'for'"),
        ("if a = 'b", "character 8 of", "the quote is not closed"),
        (r"if a = 'b\x41'", "character 10 of", "a backslash is written as two"),
        (r"if a = '\u12'", "character 9 of", "a backslash is written as two"),
        (r"if a = '\U00110000'", "character 9 of", "a backslash is written as two"),
        ("if a = b; c = d", "character 9 of", "';' must be in quotes"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, place: str, problem: str) -> None:
    with pytest.raises(ModelError) as refused:
        parse_rule(text)
    assert str(refused.value).startswith(place)
    assert problem in str(refused.value)
    assert "\n" not in str(refused.value)


@given(st.text(max_size=30) | st.text("if age>60then<=='\\, ", max_size=30))
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    try:
        read = parse_rule(text)
    except ModelError as error:
        said, read = str(error), None
    assert read is None or parse_rule(str(read)) == read
    assert read is not None or "\n" not in said


def test_a_long_text_is_not_repeated_whole() -> None:
    with pytest.raises(ModelError) as refused:
        parse_rule("x" * 10_000)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("rule", [3, None, b"if a = b"])
def test_what_is_no_text_is_refused(rule: Any) -> None:
    with pytest.raises(ModelError, match="a rule must be a text such as"):
        parse_rule(rule)


def test_a_rule_has_a_class_or_points() -> None:
    with pytest.raises(ModelError, match="a class or points, not both"):
        WrittenRule((), "yes", ((1.0, "yes"),))
    with pytest.raises(ModelError, match="finite"):
        WrittenRule((), None, ((float("inf"), "yes"),))


@given(finite)
def test_points_are_read_back(points: float) -> None:
    text = f"always then {points_text(points, 1100 if abs(points) < 1e-9 else 400)} for x"
    assert parse_rule(text).points == ((points, "x"),)
