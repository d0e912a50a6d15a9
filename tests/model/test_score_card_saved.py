from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.model.spoilt import refusal

from conjunct.errors import ModelError
from conjunct.model import Score, ScoreCard, load_model


def _changed(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(changes)


def _in_rule(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["rules"][0].update(changes)


BROKEN: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (_changed(version=3), "holds a 'score card'; format version 3 holds only 'rule list' or"),
    (lambda data: data.pop("base"), "is broken: base is missing"),
    (lambda data: data.pop("unit"), "is broken: unit is missing"),
    (lambda data: data["rules"][0].pop("points"), "is broken: rules[0].points is missing"),
    (_changed(kind="rule set"), "is broken: base is not a field of this format"),
    (_changed(base=[0]), "is broken: base has 1 points for 2 classes"),
    (_changed(base=0), "is broken: base must be a list, not 0"),
    (_changed(base=[0, "1"]), "is broken: base must be a list of finite numbers, not [0, '1']"),
    (_changed(base=[0, True]), "is broken: base must be a list of finite numbers, not [0, True]"),
    (_changed(base=[0, 10**400]), "is broken: base must be a list of finite numbers"),
    (_changed(base=[1, -1]), "is broken: of two classes only one can have points"),
    (_changed(base=[0, 1e301], default=1), "is broken: the points are too large to be added up"),
    (_changed(unit=0), "is broken: unit must be above 0 and at most 1e+300, not 0"),
    (_changed(unit="1"), "is broken: unit must be a finite number, not '1'"),
    (_changed(unit=None), "is broken: unit must be a finite number, not None"),
    (_changed(default=1), "is broken: default is 1, but class 0 has the largest base points"),
    (_in_rule(points=[0, 0]), "its head 1 must have the most points of all classes"),
    (_in_rule(points=[0]), "is broken: rule \"history = 'no credits'\" has 1 points for 2 classes"),
    (_in_rule(points=[0, None]), "is broken: rules[0].points must be a list of finite numbers"),
    (_in_rule(points=[0.5, 0]), "is broken: of two classes only one can have points"),
    (_in_rule(points=[0, 0.1]), "is broken: the rules are not in the order of print"),
    (_in_rule(weight=1), "is broken: rules[0].weight is not a field of this format"),
]


@pytest.mark.parametrize(("spoil", "complaint"), BROKEN, ids=[text for _, text in BROKEN])
def test_a_broken_card_is_refused_in_one_sentence(
    credit: ScoreCard,
    tmp_path: Path,
    spoil: Callable[[dict[str, Any]], Any],
    complaint: str,
) -> None:
    assert complaint in refusal(credit, spoil, tmp_path)


def _first(score: Any, *counts: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["scores"].__setitem__(0, [score, *counts])


def _checked(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["checked"].update(changes)


IMPOSSIBLE: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda data: data.pop("scores"), "is broken: scores is missing"),
    (_changed(scores=None), "is broken: scores must be a list, not None"),
    (_changed(scores=[3]), "is broken: scores[0] must be a list of a score and two counts, not 3"),
    (_first(-2.0, 30), "is broken: scores[0] must be a list of a score and two counts"),
    (_first("-2", 30, 1), "is broken: scores[0].score must be a finite number, not '-2'"),
    (_first(-2.0, 30, -1), "is broken: scores[0].rows must be a list of whole numbers from 0 up"),
    (_first(-2.0, 30.5, 1), "is broken: scores[0].rows must be a list of whole numbers from 0 up"),
    (_first(-2.0, 31, 1), "the scores have (166, 138) rows by class, but there are (165,"),
    (_first(0.0, 30, 1), "is broken: scores must be in increasing order"),
    (_first(-3.0, 30, 1), "is broken: no rules of this card give a score of -3"),
    (lambda data: data["scores"].insert(0, [-2.2, 0, 0]), "every score must have rows of the two"),
    (_checked(error=1.2), "the error of cross-validation must be between 0 and 1, not 1.2"),
    (_checked(auc=-0.1), "the auc of cross-validation must be between 0 and 1, not -0.1"),
    (_checked(auc="high"), "is broken: checked.auc must be a finite number, not 'high'"),
    (_checked(log_loss=-1), "a log loss must be a number from 0 up, not -1"),
    (_checked(n_folds=0), "is broken: cross-validation needs at least one fold"),
    (_checked(seed=0), "is broken: checked.seed is not a field of this format"),
    (_changed(checked=3), "is broken: checked must be an object, not 3"),
    (_changed(seen=[]), "is broken: seen must be an object, not []"),
    (_changed(seen={"sex": "male"}), "is broken: seen.sex must be a list, not 'male'"),
]


@pytest.mark.parametrize(("spoil", "complaint"), IMPOSSIBLE, ids=[text for _, text in IMPOSSIBLE])
def test_impossible_figures_are_refused(
    hearts: ScoreCard,
    tmp_path: Path,
    spoil: Callable[[dict[str, Any]], Any],
    complaint: str,
) -> None:
    assert complaint in refusal(hearts, spoil, tmp_path)


def test_only_two_classes_have_scores(leaves: ScoreCard) -> None:
    with pytest.raises(ModelError, match="only a card of two classes can have scores"):
        replace(leaves, scores=(Score(0.0, (116, 0, 0, 0)),))


def test_scores_stand_on_a_line_each(hearts: ScoreCard) -> None:
    assert "    [-2, 30, 1],\n    [0, 50, 5],\n" in hearts.to_json()


@pytest.mark.parametrize("name", ["credit", "leaves", "hearts"])
def test_a_card_reads_back_as_one(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    card = request.getfixturevalue(name)
    path = tmp_path / "card.json"
    card.save(path)
    loaded = load_model(path)
    assert type(loaded) is ScoreCard
    assert loaded == card
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["version"], data["kind"], data["unit"]) == (7, "score card", card.unit)
    assert data["rules"][0]["points"] == list(card.rules[0].points)


def test_points_of_a_rule_stand_on_one_line(credit: ScoreCard) -> None:
    assert '      "points": [0.0, 1.4]\n' in credit.to_json()
