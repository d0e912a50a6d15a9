from __future__ import annotations

import json

import pytest

from conjunct import load_model
from conjunct.errors import ModelError
from conjunct.model import Edit, RuleList, ScoreCard


def test_edits_and_locks_are_saved_in_words(hearts: ScoreCard) -> None:
    edited = hearts.replace(1, points=3, reason="as agreed")
    data = json.loads(edited.to_json())
    assert data["edits"] == [
        {
            "op": "replace",
            "before": "if vessels > 0.5 then +4 points for ill",
            "after": "if vessels > 0.5 then +3 points for ill",
            "reason": "as agreed",
        }
    ]
    assert [rule.get("locked") for rule in data["rules"]] == [True, None, None, None, None]
    assert load_model(edited.to_json()) == edited


def test_a_model_without_edits_is_saved_as_before(rules: RuleList, hearts: ScoreCard) -> None:
    for model in (rules, hearts):
        data = json.loads(model.to_json())
        assert "edits" not in data
        assert "ridge" not in data
        assert all("locked" not in rule for rule in data["rules"])


@pytest.mark.parametrize(
    ("edits", "problem"),
    [
        ("drop", "edits must be a list"),
        (["drop"], "edits[0] must be an object"),
        ([{"op": "drop"}], "edits[0].before is missing"),
        ([{"op": "burn", "before": "", "after": "", "reason": ""}], "edits[0].op must be one of"),
        (
            [{"op": "drop", "before": 3, "after": "", "reason": ""}],
            "edits[0].before must be a text",
        ),
    ],
)
def test_a_broken_history_is_refused_with_its_place(
    rules: RuleList, edits: object, problem: str
) -> None:
    data = json.loads(rules.to_json()) | {"edits": edits}
    with pytest.raises(ModelError) as refused:
        load_model(json.dumps(data))
    assert problem in str(refused.value)


def test_a_lock_must_be_true_or_false(rules: RuleList) -> None:
    data = json.loads(rules.to_json())
    data["rules"][0]["locked"] = 1
    with pytest.raises(ModelError, match=r"rules\[0\].locked must be true or false"):
        load_model(json.dumps(data))


def test_a_ridge_is_saved_and_belongs_to_cards(rules: RuleList, hearts: ScoreCard) -> None:
    data = json.loads(hearts.to_json()) | {"ridge": 2.0}
    loaded = load_model(json.dumps(data))
    assert isinstance(loaded, ScoreCard)
    assert loaded.ridge == 2.0
    for model, ridge in ((rules, 2.0), (hearts, -1.0)):
        with pytest.raises(ModelError, match="ridge"):
            load_model(json.dumps(json.loads(model.to_json()) | {"ridge": ridge}))


def test_only_known_edits_are_made() -> None:
    with pytest.raises(ModelError, match="an edit must be one of drop, replace"):
        Edit("burn")  # type: ignore[arg-type]
