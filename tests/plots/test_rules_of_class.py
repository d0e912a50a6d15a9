"""The order in which a search added conditions."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from conjunct import CN2Classifier, LayeredRuleClassifier, SeCoClassifier
from conjunct.data import shipped_table
from conjunct.errors import ModelError
from conjunct.model import Condition, ScoreCard, ScoredRule, SearchRecord
from conjunct.plots import CoveragePath
from conjunct.plots.rules_of_class import conditions_in_order, count_rules

PENGUINS = shipped_table()


def test_the_search_order_is_taken_where_the_model_knows_it() -> None:
    model = SeCoClassifier().fit_table(PENGUINS)
    ordered = conditions_in_order(model, model.rules_)
    assert len(ordered) == len(model.rules_)
    for conditions, path, rule in zip(ordered, model.paths_, model.rules_, strict=True):
        assert conditions == [step.condition for step in path.steps][: path.kept]
        assert set(rule.conditions) <= set(conditions)
    assert any(
        list(rule.conditions) != body for rule, body in zip(model.rules_, ordered, strict=True)
    )


def test_a_first_rule_is_counted_as_it_was_when_it_was_found() -> None:
    model = SeCoClassifier().fit_table(PENGUINS)
    first = model.paths_[0]
    positive = PENGUINS.target.values == first.head
    path = CoveragePath.of(1, conditions_in_order(model, model.rules_)[0], PENGUINS, positive)
    steps = first.steps[: first.kept]
    assert path.p.tolist() == [first.positives, *(step.positives for step in steps)]
    assert path.n.tolist() == [first.negatives, *(step.negatives for step in steps)]


@pytest.mark.parametrize("learner", [LayeredRuleClassifier(search="greedy"), CN2Classifier()])
def test_other_models_give_the_order_in_print(learner) -> None:
    model = learner.fit_table(PENGUINS)
    assert conditions_in_order(model, model.rules_) == [rule.conditions for rule in model.rules_]


def test_rules_against_a_class_are_not_drawn_as_rules_for_it() -> None:
    record = SearchRecord("beam", 5, 96, 0, 2, 4, 0)
    island = [(Condition("island", "=", name),) for name in ("Biscoe", "Dream", "Torgersen")]
    facts = ((44, 0, 124), record)
    card = ScoreCard.of(
        [
            ScoredRule(island[0], 2, *facts, points=(0, 0, 2)),
            ScoredRule(island[1], 2, *facts, points=(0, 0, -3)),
            ScoredRule(island[2], 1, *facts, points=(0, -3, 0)),
        ],
        PENGUINS.target.levels,
        (152, 68, 124),
        {"island": "nominal"},
        base=(0, 0, 0),
    )
    labels = [PENGUINS.target.levels[code] for code in PENGUINS.target.values]
    counted = count_rules(SimpleNamespace(rules_=card), PENGUINS, labels)
    assert counted.title == f"class = {PENGUINS.target.levels[2]}"
    assert [path.number for path in counted.paths] == [2]
    with pytest.raises(ModelError, match="no rule is for class_='Chinstrap'"):
        count_rules(SimpleNamespace(rules_=card), PENGUINS, labels, "Chinstrap")
    only = ScoreCard.of(
        [card.rules[0]], card.classes, card.class_counts, card.kinds, base=card.base
    )
    with pytest.raises(ModelError, match="all rules speak against a class"):
        count_rules(SimpleNamespace(rules_=only), PENGUINS, labels)
