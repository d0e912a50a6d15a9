from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.data.table import Column, Kind, Table
from conjunct.model import Condition, Rule, RuleList, SearchRecord, load_model
from conjunct.model.condition import MISSING, Missing
from conjunct.model.unreachable import implies, unreachable

CUTS = (1.5, 2.5)
NUMERIC = [Condition("n", op, cut) for op in ("<=", ">") for cut in CUTS]  # type: ignore[arg-type]
NOMINAL = [Condition("c", op, value) for op in ("=", "!=") for value in ("u", "v", None)]  # type: ignore[arg-type]
UNKNOWN = [Condition("n", op, None) for op in ("=", "!=")]  # type: ignore[arg-type]
CELLS = list(product([1.0, 2.0, 3.0, np.nan], [0, 1, 2, -1]))
EVERY = Table(
    (
        Column("n", "numeric", np.array([number for number, _ in CELLS])),
        Column("c", "nominal", np.array([code for _, code in CELLS]), ("u", "v", "w")),
    )
)
CONDITIONS = st.sampled_from([*NUMERIC, *NOMINAL, *UNKNOWN])


@pytest.mark.parametrize("missing", MISSING)
@given(one=CONDITIONS, other=CONDITIONS)
def test_what_is_implied_holds_wherever_the_first_condition_does(
    one: Condition, other: Condition, missing: Missing
) -> None:
    holds = one.holds(EVERY.column(one.attribute), missing)
    follows = other.holds(EVERY.column(other.attribute), missing)
    if implies(one, other, missing):
        assert not (holds & ~follows).any()
    elif one.attribute == other.attribute and one.value is not None and other.value is not None:
        assert (holds & ~follows).any()


@pytest.mark.parametrize("missing", MISSING)
@given(bodies=st.lists(st.lists(CONDITIONS, max_size=3).map(tuple), min_size=1, max_size=6))
def test_an_unreachable_rule_never_decides(
    bodies: list[tuple[Condition, ...]], missing: Missing
) -> None:
    rules = tuple(
        Rule(body, 0, (1, 0), SearchRecord("beam", 5, 48, 2, 7, 12, 5)) for body in bodies
    )
    kinds: dict[str, Kind] = {"n": "numeric", "c": "nominal"}
    many = RuleList(rules, ("no", "yes"), 0, (1, 1), kinds, missing)
    deciding = set(many.first_match(EVERY).tolist())
    found = unreachable(many.rules, missing)
    assert found == many.unprinted
    assert not deciding & set(found)
    assert {at for at, body in enumerate(bodies) if body in bodies[:at]} <= set(found)


def test_such_rules_are_not_printed_but_named_and_saved(rules: RuleList) -> None:
    first, second = rules
    again = replace(first, head=0)
    longer = replace(second, conditions=(*second.conditions, Condition("sex", "=", "male")))
    listed = replace(rules, rules=(first, again, second, longer))
    text = listed.to_text()
    numbers = [line.split()[0] for line in text.splitlines() if line[1:].startswith("  if ")]
    assert numbers == ["1", "3"]
    said = "Rules 2 and 4 are not printed: an earlier rule holds wherever they do."
    assert said in " ".join(text.split())
    assert said in listed._repr_html_()
    assert "<td" in listed._repr_html_()
    assert load_model(listed.to_json()) == listed
    alone = replace(rules, rules=(first, again)).to_text()
    assert "Rule 2 is not printed: an earlier rule holds wherever it does." in " ".join(
        alone.split()
    )


def test_nothing_is_said_where_all_rules_can_decide(rules: RuleList) -> None:
    assert rules.unprinted == ()
    assert "not printed" not in rules.to_text()
    assert "<tfoot>" not in rules._repr_html_()
