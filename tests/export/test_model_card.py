from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from markdown_it import MarkdownIt
from tests.model.remembering import card, rule_list

from conjunct import load_model
from conjunct.export.model_card import model_facts, to_model_card
from conjunct.model import Distribution, TrainingFacts
from conjunct.model.notation import label_text, name_text
from conjunct.model.threshold import Threshold

from .hostile import models

FORMS = ("list", "set", "tree", "card")

MARKDOWN = r"""
# Model card: sta\_tus

A score card of 2 rules and 2 conditions that predicts sta\_tus. Learned by ScoreCardClassifier of conjunct 0.1.0 on 2026-11-17.

## Data

100 rows of people.csv. A missing cell satisfies no condition.

| sta\_tus | rows | share |
| :-- | --: | --: |
| good | 60 | 60.0 % |
| bad | 40 | 40.0 % |

| column | kind | in the rules | missing |
| :-- | :-- | :-- | --: |
| age | numeric | yes | 10 |
| ci\_ty | nominal | yes | 2 |
| 'shoe\|size' | numeric | no | 7 |

- Left out 'id': it only names rows.

## Learning

- Settings: size = 2.
- Tried: 40 candidates.

## Rules

| \# | rule | points for bad | rows | bad | expected | guaranteed |
| :-- | :-- | --: | --: | --: | --: | --: |
|  | every row | −1 |  |  |  |  |
| 1 | if age \> 60 | +3 | 36 | 72 % | 69 % | ≥ 48 % |
| 2 | if ci\_ty = Bonn | −2 | 50 | 20 % | 22 % | ≤ 40 % |

Add the points of every rule that holds to those of every row. A sum above 0 predicts bad, any other good. P(bad) = 1 / (1 + exp(−sum / 2)). Beside the rows of a rule: the share of them that are bad. Expected: that share among new rows. Guaranteed: with 95 % confidence, for all rules at once.

## What to expect

- Expected: a rule of 20 rows is believed as if 8 more rows of the usual kind had been seen.
- Cross-validated on 5 folds: 24.0 % wrong (always good: 40.0 %), log loss 0.512, AUC 0.81.
"""  # noqa: E501


def test_the_markdown_of_a_card() -> None:
    assert to_model_card(card().dated("2026-11-17")) == MARKDOWN[1:]
    assert card().dated("2026-11-17").to_model_card() == MARKDOWN[1:]


def test_a_list_learned_with_the_defaults() -> None:
    text = to_model_card(rule_list())
    assert "Learned by RipperClassifier of conjunct 0.1.0.\n" in text
    assert "- Settings: the defaults.\n- Tried: 2,408 candidates.\n" in text
    assert "What to expect" not in text


def test_a_threshold_and_what_was_possible_are_told() -> None:
    made = card()
    threshold = Threshold(1, "precision", 0.8, 0.95, 120)
    rules = [replace(one, search=replace(one.search, possible=2400)) for one in made.rules]
    text = to_model_card(replace(made, threshold=threshold, rules=tuple(rules)))
    kept = "at least 80 % of those who get there are bad (95 % confidence, by 120 rows held out)"
    assert f"- Threshold: {kept}.\n" in text
    assert "- Possible: 2,400 rules with as many conditions as the longest.\n" in text


def test_a_model_of_an_older_version_says_what_it_does_not_know() -> None:
    old = replace(card(), training=None)
    text = to_model_card(old)
    assert "How it was learned is not known: it was saved by an older version.\n" in text
    assert "100 rows. A missing cell" in text
    assert "| age | numeric | yes |  |\n" in text
    facts = model_facts(old)
    assert (facts["source"], facts["learner"], facts["settings"]) == (None, None, None)


def test_edits_are_told_with_their_reasons() -> None:
    edited = card().drop(1, reason="age_limits | by law").lock(1)
    told = "## Edits\n\n- dropped: if age \\> 60 then +3 points for bad (age\\_limits \\| by law)\n"
    assert to_model_card(edited).partition("## Edits")[1:] == (
        "## Edits",
        told.removeprefix("## Edits") + "- locked: if ci\\_ty = Bonn then −2 points for bad\n",
    )
    facts = model_facts(edited)["edits"]
    assert [one["op"] for one in facts] == ["drop", "lock"]
    assert facts[0]["reason"] == "age_limits | by law"


def test_the_facts_are_plain_data() -> None:
    facts = model_facts(card().dated("2026-11-17"))
    assert json.loads(json.dumps(facts)) == facts
    assert (facts["source"], facts["date"], facts["version"]) == (
        *("people.csv", "2026-11-17", "0.1.0"),
    )
    assert facts["classes"][0] == {"class": "good", "rows": 60, "share": 0.6}
    assert facts["attributes"][2] == {
        **{"name": "shoe|size", "kind": "numeric"},
        **{"missing": 7, "used": False},
    }
    assert (facts["changed_settings"], facts["settings"]["size"]) == (["size"], 2)
    assert facts["search"] == {"tried": 40, "possible": None}
    assert facts["rules"][0]["then"] == "+3 points for bad"
    assert facts["cross_validated"]["auc"] == 0.81
    assert load_model(card().to_json()).to_model_card() == card().to_model_card()


def rendered(text: str) -> str:
    return MarkdownIt("commonmark").enable("table").render(text)


@settings(max_examples=60)
@given(model=models(FORMS))
def test_names_read_as_they_are(model: tuple[Any, Any]) -> None:
    rules = model[0]
    columns = {name: Distribution(kind, 0) for name, kind in rules.kinds.items()}
    facts = TrainingFacts("a|b\n# c", 9, "A*b", {"a_b": "`"}, ("a_b",), "0.1.0", columns)
    rules = replace(rules, training=facts)
    page = rendered(to_model_card(rules))
    assert page.count("<h1>") == 1
    assert re.findall("<h2>(.*?)</h2>", page)[:3] == ["Data", "Learning", "Rules"]
    cells = re.findall(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>", page, re.DOTALL)
    read = [html.unescape(one) for one in cells]
    at = 3
    for label in rules.classes:
        assert read[at] == label_text(label).strip()
        at += 3
    at += 4
    for name in columns:
        assert read[at : at + 2] == [name_text(name).strip(), columns[name].kind]
        at += 4
    json.dumps(model_facts(rules), allow_nan=False)


@pytest.mark.parametrize("missing", ["fails", "value"])
def test_what_missing_cells_do(missing: Any) -> None:
    said = {"fails": "satisfies no condition", "value": "is a value of its own"}
    assert f"A missing cell {said[missing]}." in to_model_card(replace(card(), missing=missing))
