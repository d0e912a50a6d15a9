"""A printed rule set is the model: what it says, JSON and `predict` agree on every row."""

from __future__ import annotations

from hypothesis import given, settings
from tests.printed_rules import Cell, decide_by_sum, read_rule_set, read_rules

from conjunct.data.table import Table
from conjunct.model import RuleSet, load_model

from .random_rules import cell_of, tables, text_labels, theories


def raw_rows(table: Table) -> list[dict[str, Cell]]:
    return [
        {column.name: cell_of(column, row) for column in table.columns}
        for row in range(table.n_rows)
    ]


@given(theories([RuleSet], text_labels), tables())
@settings(max_examples=100, deadline=None)
def test_printed_text_and_json_predict_as_the_model_does(rules: RuleSet, table: Table) -> None:
    printed, order = read_rule_set(rules.to_text(width=10**6))
    by_hand = [decide_by_sum(printed, order, row, rules.missing) for row in raw_rows(table)]
    assert rules.predict(table).tolist() == by_hand
    assert load_model(rules.to_json()).predict(table).tolist() == by_hand


@given(theories([RuleSet], text_labels))
@settings(max_examples=60, deadline=None)
def test_the_table_says_the_same_at_every_width(rules: RuleSet) -> None:
    wide = read_rules(rules.to_text(width=10**6, footer=False))
    for width in (1, 60, 100):
        assert read_rules(rules.to_text(width=width, footer=False)) == wide
    if len(rules.classes) > 2:
        for printed, rule in zip(wide, rules, strict=False):
            counts = dict(zip(rules.classes, rule.counts, strict=True))
            assert {label: printed.counts[str(label)] for label in rules.classes} == counts
