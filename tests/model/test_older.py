"""Models that older versions of the package saved are still read."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conjunct.errors import ModelError
from conjunct.model import NO_PROMISE, RuleList, Rules, RuleSet, ScoreCard, load_model
from conjunct.model.threshold import Threshold

from .conftest import promising
from .remembering import card, rule_list
from .test_tree import small_tree

SAVED = Path(__file__).parent / "saved"
UNKNOWN = '  "training": null,\n'


def saved(name: str) -> str:
    return (SAVED / f"version_4_{name}.json").read_text(encoding="utf-8")


def check_read(name: str, model: Rules) -> None:
    loaded = load_model(SAVED / f"version_4_{name}.json")
    assert loaded == model
    assert loaded.promises is None
    assert {rule.promise for rule in loaded} == {NO_PROMISE}
    assert load_model(loaded.to_json()) == loaded


def test_a_rule_list_of_version_4_is_read(rules: RuleList) -> None:
    check_read("rule_list", rules)
    assert not rules.reached
    assert [rule.search.tried for rule in rules] == [1204, 96]


def test_a_rule_set_of_version_4_is_read(rule_set: RuleSet) -> None:
    check_read("rule_set", rule_set)


def test_a_tree_of_version_4_is_read() -> None:
    check_read("tree", small_tree())


def test_score_cards_of_version_4_are_read(credit: ScoreCard, leaves: ScoreCard) -> None:
    check_read("two_classes", credit)
    check_read("four_classes", leaves)


def test_a_score_card_of_version_5_is_read(credit: ScoreCard) -> None:
    card = promising(credit)
    threshold = Threshold(0.5, "precision", 0.8, 0.95, 120)
    loaded = load_model(SAVED / "version_5_two_classes.json")
    assert loaded == replace(card, threshold=threshold)
    assert isinstance(loaded, ScoreCard)
    assert (loaded.scores, loaded.checked, loaded.seen) == ((), None, {})


def check_read_6(name: str, model: Rules) -> None:
    path = SAVED / f"version_6_{name}.json"
    assert load_model(path) == model
    assert load_model(path).training is None
    today = model.to_json().replace('"version": 7', '"version": 6').replace(UNKNOWN, "")
    assert path.read_text(encoding="utf-8") == today


def test_models_of_version_6_are_read(
    hearts: ScoreCard, leaves: ScoreCard, rules: RuleList, rule_set: RuleSet
) -> None:
    check_read_6("two_classes", hearts)
    check_read_6("four_classes", promising(leaves))
    check_read_6("rule_list", promising(rules))
    check_read_6("rule_set", promising(rule_set))
    check_read_6("tree", small_tree())


@pytest.mark.parametrize(("name", "model"), [("two_classes", card()), ("rule_list", rule_list())])
def test_models_of_version_7_are_read(name: str, model: Rules) -> None:
    path = SAVED / f"version_7_{name}.json"
    assert load_model(path) == model
    assert path.read_text(encoding="utf-8") == model.to_json()


def test_version_6_has_none_of_what_version_7_added() -> None:
    data = json.loads((SAVED / "version_6_tree.json").read_text(encoding="utf-8"))
    with pytest.raises(ModelError, match="training is not a field of this format"):
        load_model(json.dumps({**data, "training": None}))


@pytest.mark.parametrize("name", ["scores", "checked", "seen"])
def test_version_5_has_none_of_what_version_6_added(name: str) -> None:
    data = json.loads((SAVED / "version_5_two_classes.json").read_text(encoding="utf-8"))
    with pytest.raises(ModelError, match=f"{name} is not a field of this format"):
        load_model(json.dumps({**data, name: None}))


@pytest.mark.parametrize(
    ("name", "version"),
    [("rule_list", 1), ("rule_list", 2), ("rule_list", 3), ("rule_set", 2), ("tree", 3)],
)
def test_models_of_versions_1_to_3_are_read(name: str, version: int) -> None:
    text = saved(name).replace('"version": 4', f'"version": {version}')
    assert json.loads(text)["version"] == version
    assert load_model(text) == load_model(saved(name))


def _in_rule(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["rules"][0].update(changes)


def _in_search(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["rules"][0]["search"].update(changes)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (_in_rule(error="5 %"), r"rules\[0\]\.error must be a finite number, not '5 %'"),
        (_in_rule(corrected_error=None), r"rules\[0\]\.corrected_error must be a finite number"),
        (lambda data: data["rules"][0].pop("error"), r"rules\[0\]\.error must be a finite number"),
        (_in_rule(promise={}), r"rules\[0\]\.promise is not a field of this format"),
        (_in_rule(search=[]), r"rules\[0\]\.search must be an object, not \[\]"),
        (_in_search(scored=1.5), r"rules\[0\]\.search\.scored must be a whole number"),
        (_in_search(tried=1), r"rules\[0\]\.search\.tried is not a field of this format"),
        (_in_search(possible=1), r"rules\[0\]\.search\.possible is not a field of this format"),
        (_in_search(rounds=[3]), r"rules\[0\]\.search\.rounds\[0\] must be an object, not 3"),
        (lambda data: data.update(promises=None), "promises is not a field of this format"),
        (lambda data: data.update(reached=True), "reached is not a field of this format"),
        (lambda data: data.update(rules=3), "rules must be a list, not 3"),
        (lambda data: data.update(rules=[3]), r"rules\[0\] must be an object, not 3"),
    ],
)
def test_what_older_versions_did_not_write_is_refused(
    spoil: Callable[[dict[str, Any]], None], complaint: str
) -> None:
    data = json.loads(saved("rule_list"))
    spoil(data)
    with pytest.raises(ModelError, match=complaint):
        load_model(json.dumps(data))
