from __future__ import annotations

from hypothesis import given

from conjunct.model import Condition, Rule, RuleList, Rules, RuleSet
from conjunct.model.rule_pairs import pair_rules

from .conftest import a_record
from .random_rules import theories


def rules_of(*bodies: tuple[list[Condition], int]) -> RuleList:
    rules = tuple(Rule(tuple(body), head, (1, 1), a_record()) for body, head in bodies)
    kinds = {c.attribute: c.kind or "numeric" for body, _ in bodies for c in body}
    return RuleList(rules, ("a", "b"), 0, (2, 2), kinds)


def low(cut: float) -> Condition:
    return Condition("x", "<=", cut)


def is_(value: str) -> Condition:
    return Condition("colour", "=", value)


def test_equal_bodies_belong_together_in_any_order_of_conditions() -> None:
    pairs = pair_rules(
        rules_of(([low(1), is_("red")], 0), ([is_("blue")], 1)), rules_of(([is_("red"), low(1)], 0))
    )
    assert pairs == (((0, 0),), (), (1,), ())


def test_rules_that_differ_in_cuts_belong_together_the_nearest_first() -> None:
    pairs = pair_rules(
        rules_of(([low(10)], 0), ([low(20)], 0)), rules_of(([low(19)], 0), ([low(5)], 0))
    )
    assert pairs.moved == ((0, 1), (1, 0))


def test_a_rule_of_the_same_class_is_nearer_than_one_with_a_nearer_cut() -> None:
    pairs = pair_rules(rules_of(([low(10)], 0)), rules_of(([low(11)], 1), ([low(50)], 0)))
    assert pairs == ((), ((0, 1),), (), (0,))


def test_equal_bodies_come_before_nearer_classes() -> None:
    pairs = pair_rules(rules_of(([low(10)], 0)), rules_of(([low(10)], 1), ([low(11)], 0)))
    assert pairs == (((0, 0),), (), (), (1,))


def test_other_categories_and_other_directions_do_not_belong_together() -> None:
    old = rules_of(([is_("red")], 0), ([low(1)], 0))
    new = rules_of(([is_("blue")], 0), ([Condition("x", ">", 1)], 0))
    assert pair_rules(old, new) == ((), (), (0, 1), (0, 1))


def test_of_equal_rules_the_first_belong_together() -> None:
    twice = rules_of(([low(1)], 0), ([low(1)], 0))
    assert pair_rules(twice, twice).same == ((0, 0), (1, 1))


@given(theories([RuleList, RuleSet]), theories([RuleList, RuleSet]))
def test_every_rule_is_in_one_place(old: Rules, new: Rules) -> None:
    pairs = pair_rules(old, new)
    both = [*pairs.same, *pairs.moved]
    assert sorted([*pairs.removed, *(one for one, _ in both)]) == list(range(len(old)))
    assert sorted([*pairs.added, *(other for _, other in both)]) == list(range(len(new)))
    back = pair_rules(new, old)
    assert (len(back.same), len(back.moved)) == (len(pairs.same), len(pairs.moved))


@given(theories([RuleList, RuleSet]))
def test_a_model_is_the_same_as_itself(rules: Rules) -> None:
    assert len(pair_rules(rules, rules).same) == len(rules)
