from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conjunct.errors import ModelError
from conjunct.model import RuleList, ScoreCard, apply_edits


def document(*entries: Any) -> str:
    return json.dumps({"format": "conjunct-edits", "version": 1, "edits": list(entries)})


ENTRIES = (
    {"op": "drop", "rule": 5, "reason": "not fair"},
    {"op": "replace", "rule": "vessels > 0.5", "with": "if vessels > 1", "reason": "the usual cut"},
    {"op": "points", "rule": "pain = none", "points": 2},
    {"op": "add", "with": "if age > 60 and angina = yes then +1 for ill"},
    {"op": "lock", "rule": "defect = reversible"},
    {"op": "unlock", "rule": "pain = none"},
    {"op": "forbid", "attribute": "sex"},
)


def test_entries_do_what_the_methods_do(hearts: ScoreCard) -> None:
    by_hand = (
        hearts.drop(5, reason="not fair")
        .replace("vessels > 0.5", "if vessels > 1", reason="the usual cut")
        .replace("pain = none", points=2)
        .add("if age > 60 and angina = yes then +1 for ill")
        .lock("defect = reversible")
        .unlock("pain = none")
        .forbid("sex")
    )
    assert apply_edits(hearts, document(*ENTRIES)) == by_hand
    assert apply_edits(hearts, ENTRIES) == by_hand
    assert [edit.reason for edit in by_hand.edits][:2] == ["not fair", "the usual cut"]


def test_a_file_is_read(hearts: ScoreCard, tmp_path: Path) -> None:
    path = tmp_path / "edits.json"
    path.write_text("\ufeff" + document(*ENTRIES), encoding="utf-8")
    assert (
        apply_edits(hearts, path) == apply_edits(hearts, str(path)) == apply_edits(hearts, ENTRIES)
    )
    assert apply_edits(hearts, document()) == hearts


def test_numbers_are_those_after_the_entries_before(rules: RuleList) -> None:
    twice = apply_edits(rules, [{"op": "drop", "rule": 1}, {"op": "drop", "rule": 1}])
    assert len(twice) == 0
    added = {"op": "add", "with": "year > 3 then Adelie", "at": 1}
    assert len(apply_edits(rules, [added, {"op": "drop", "rule": 3}])) == 2


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("drop", "it must be an object whose op is one of drop, replace, points, add"),
        ({"op": "burn"}, "it must be an object whose op is one of"),
        ({"op": ["drop"]}, "it must be an object whose op is one of"),
        ({"op": "drop"}, "rule is missing"),
        ({"op": "drop", "rule": 1, "why": ""}, "why is not a field of this format"),
        ({"op": "drop", "rule": 1, "wh\ny": ""}, r"wh\ny is not a field of this format"),
        ({"op": "drop", "rule": 1, "reason": 3}, "reason must be a text, not 3"),
        ({"op": "drop", "rule": 9}, "there is no rule 9"),
        ({"op": "drop", "rule": None}, "rule must be a whole number from 0 up, not None"),
        ({"op": "points", "rule": 1, "points": 0}, "must give points other than 0"),
        ({"op": "points", "rule": 1, "points": "3"}, "points must be a finite number"),
        ({"op": "add", "with": "age >"}, "the end of the rule 'age >': a finite number"),
        ({"op": "add", "with": "age > 3", "at": -1}, "at must be a whole number from 0 up, not -1"),
        ({"op": "forbid", "attribute": 3}, "attribute must be a text, not 3"),
    ],
)
def test_a_bad_entry_is_refused_with_its_number(
    hearts: ScoreCard, entry: Any, problem: str
) -> None:
    with pytest.raises(ModelError) as refused:
        apply_edits(hearts, document({"op": "lock", "rule": 1}, entry))
    assert str(refused.value).startswith("the edits: edit 2: ")
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "is not JSON"),
        (
            '{"format": "conjunct-model", "version": 1, "edits": []}',
            "not of the format 'conjunct-ed",
        ),
        ('{"format": "conjunct-edits", "version": 2, "edits": []}', "version 1"),
        (
            '{"format": "conjunct-edits", "version": 1, "edits": {}}',
            "the file.edits must be a list",
        ),
        ('{"format": "conjunct-edits", "version": 1}', "the file.edits is missing"),
        ('{"edits": [], "edits": []}', "the field 'edits' is given twice"),
        ('{"edits": NaN}', "NaN is not a number"),
        ('{"edits": ' + "[" * 100_000, "nested too deeply"),
    ],
)
def test_a_file_without_edits_is_refused(hearts: ScoreCard, text: str, problem: str) -> None:
    with pytest.raises(ModelError) as refused:
        apply_edits(hearts, text)
    assert problem in str(refused.value)


def test_a_file_that_cannot_be_read_is_refused(hearts: ScoreCard, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"cannot read the edits .*No such file"):
        apply_edits(hearts, tmp_path / "none.json")
    with pytest.raises(ModelError, match="cannot read the edits"):
        apply_edits(hearts, "a\0b")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(ModelError, match="not text in UTF-8"):
        apply_edits(hearts, tmp_path / "bytes")
