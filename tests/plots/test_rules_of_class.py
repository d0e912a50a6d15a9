"""The order in which a search added conditions."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from conjunct import CN2Classifier, LayeredRuleClassifier, SeCoClassifier
from conjunct.data import shipped_table
from conjunct.errors import ModelError
from conjunct.model import Condition, ScoreCard, ScoredRule, SearchRecord
from conjunct.plots import CoveragePath, CoverageSpaceDisplay
from conjunct.plots.rules_of_class import _left_out, conditions_in_order, count_rules

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
    with pytest.raises(ModelError, match="all rules oppose a class"):
        count_rules(SimpleNamespace(rules_=only), PENGUINS, labels)


@pytest.mark.usefixtures("pyplot")
def test_rules_that_are_not_drawn_are_named() -> None:
    table = shipped_table()
    labels = [table.target.levels[code] for code in table.target.values]
    model = CN2Classifier(promises=False).fit_table(table)
    found = count_rules(model, table, labels)
    drawn = {path.number for path in found.paths}
    others = [at for at in range(1, len(model.rules_) + 1) if at not in drawn]
    assert others
    listed = ", ".join(map(str, others[:8]))
    assert found.left_out.startswith(f"Not drawn, as not for this class: rules {listed}")
    display = CoverageSpaceDisplay.from_estimator(model, table, labels)
    assert display.ax_.get_xlabel() == f"negatives covered\n{found.left_out}"


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([], ""),
        ([4], "Not drawn, as not for this class: rule 4."),
        (
            list(range(1, 12)),
            "Not drawn, as not for this class: rules 1, 2, 3, 4, 5, 6, 7, 8 and 3 more.",
        ),
    ],
)
def test_many_rules_are_counted(numbers: list[int], text: str) -> None:
    assert _left_out(numbers) == text
