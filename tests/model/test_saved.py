from __future__ import annotations

import json
import os
import re
import stat
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.model.spoilt import refusal

from conjunct.errors import FileError, ModelError
from conjunct.model import Condition, Promise, RuleList, RuleSet, load_model

from .conftest import promising


def test_a_saved_model_reads_back_equal(rules: RuleList, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    rules.save(path)
    assert load_model(path) == load_model(str(path)) == load_model(rules.to_json()) == rules
    assert path.read_text(encoding="utf-8") == rules.to_json()


def test_a_rule_set_reads_back_as_one(rule_set: RuleSet, rules: RuleList, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    rule_set.save(path)
    loaded = load_model(path)
    assert type(loaded) is RuleSet
    assert loaded == rule_set != rules
    assert json.loads(path.read_text(encoding="utf-8"))["kind"] == "rule set"


def test_promises_are_saved_and_read_back_exactly(rules: RuleList, rule_set: RuleSet) -> None:
    for model in (promising(rules), promising(rule_set), replace(rules, reached=True)):
        assert load_model(model.to_json()) == model
    rule = json.loads(promising(rules).to_json())["rules"][0]
    assert rule["promise"] == {"expected": 2 / 37, "at_most": 2 / 37 + 0.1, "p_value": 0.0004}
    assert (rule["search"]["tried"], rule["search"]["possible"]) == (1204, 2400)


def test_the_text_is_json_with_one_condition_a_line(rules: RuleList) -> None:
    text = rules.to_json()
    data = json.loads(text)
    assert (data["format"], data["version"], data["kind"]) == ("conjunct-model", 7, "rule list")
    assert '        {"attribute": "island", "op": "=", "value": "Dream"},\n' in text
    assert '  "classes": ["Adelie", "Chinstrap", "Gentoo"],\n' in text


def test_odd_names_survive(rules: RuleList) -> None:
    odd = "größe \n\"'\\ \ud800 \U0001f427 \u2028"
    rule = replace(rules[1], conditions=(Condition(odd, "!=", odd), Condition("", "=", None)))
    odd_rules = replace(
        rules, rules=(rule,), classes=(odd, "", "c"), kinds={odd: "nominal", "": "numeric"}
    )
    text = odd_rules.to_json()
    assert load_model(text) == odd_rules
    assert "größe" in text
    text.encode("utf-8")


def test_numbers_of_numpy_are_saved_as_numbers(rules: RuleList) -> None:
    counts = tuple(np.array([0, 34, 0]))
    head: Any = np.int64(1)
    rule = replace(rules[0], counts=counts, head=head, promise=Promise(np.float64(0.1)))
    assert load_model(replace(rules, rules=(rule,)).to_json())[0] == rule


@pytest.mark.parametrize("classes", [(0, 1, 2), (0.1, 1.0, 2.5), (False, True, 7), ("1", 2, 3.0)])
def test_labels_keep_their_types(rules: RuleList, classes: Any) -> None:
    classes = replace(rules, classes=tuple(dict.fromkeys(classes))).classes
    loaded = load_model(replace(rules, classes=classes).to_json()).classes
    assert loaded == classes
    assert [type(label) for label in loaded] == [type(label) for label in classes]


def test_saving_replaces_the_old_file_and_leaves_nothing_beside_it(
    rules: RuleList, empty_rules: RuleList, tmp_path: Path
) -> None:
    path = tmp_path / "model.json"
    rules.save(path)
    empty_rules.save(path)
    assert load_model(path) == empty_rules
    assert [file.name for file in tmp_path.iterdir()] == ["model.json"]


@pytest.mark.skipif(os.name != "posix", reason="file modes are those of POSIX")
def test_a_saved_file_is_as_readable_as_any_other(rules: RuleList, tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    rules.save(tmp_path / "model.json")
    modes = {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert len(modes) == 1


def test_a_failed_save_leaves_the_old_file(
    rules: RuleList, empty_rules: RuleList, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "model.json"
    rules.save(path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match=r"^cannot write '.*model.json': No space left on device; "):
        empty_rules.save(path)
    assert load_model(path) == rules
    assert [file.name for file in tmp_path.iterdir()] == ["model.json"]


def test_saving_into_no_folder_is_refused(rules: RuleList, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"^cannot write .*No such file or directory; "):
        rules.save(tmp_path / "nowhere" / "model.json")


def _changed(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(changes)


def _in_rule(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["rules"][0].update(changes)


def _in_promise(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["rules"][0]["promise"].update(changes)


def _in_promises(**changes: Any) -> Callable[[dict[str, Any]], None]:
    given = {"believed": 8.0, "n_folds": 5, "confidence": 0.95, "held_out": 0}
    return lambda data: data.update(promises={**given, **changes})


def _in_condition(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["rules"][0]["conditions"][0].update(changes)


BROKEN: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda data: data.pop("format"), "is not a Conjunct model: it does not name its format"),
    (_changed(format="pmml"), "is not a Conjunct model: its format is 'pmml'"),
    (_changed(version=8), "was written by a newer Conjunct (format version 8, this one reads 7)"),
    (_changed(version=0), "is broken: version must be a whole number, not 0"),
    (_changed(version="1"), "is broken: version must be a whole number, not '1'"),
    (_changed(version=True), "is broken: version must be a whole number, not True"),
    (_changed(kind="forest"), "a 'forest'; format version 7 holds only 'rule list' or 'rule set'"),
    (_changed(version=1, kind="rule set"), "format version 1 holds only 'rule list'"),
    (_changed(kind=["rule set"]), "holds a ['rule set']; format version 7 holds only"),
    (lambda data: data.pop("target"), "is broken: target is missing"),
    (_changed(surprise=1), "is broken: surprise is not a field of this format"),
    (_changed(rules={}), "is broken: rules must be a list, not {}"),
    (_changed(rules=[1]), "is broken: rules[0] must be an object, not 1"),
    (_changed(classes="ab"), "is broken: classes must be a list, not 'ab'"),
    (_changed(classes=["a", None, "b"]), "is broken: classes must be texts, numbers or booleans"),
    (_changed(classes=["a", "a", "b"]), "is broken: the same class is listed twice in classes"),
    (_changed(class_counts=[1, 2]), "is broken: class_counts has 2 counts for 3 classes"),
    (
        _changed(class_counts=[1, 2, -1]),
        "is broken: class_counts must be a list of numbers from 0 up",
    ),
    (_changed(default=3), "is broken: default is 3, which is not one of 3 classes"),
    (_changed(default=-1), "is broken: default must be a whole number from 0 up, not -1"),
    (_changed(missing="maybe"), "is broken: missing must be one of 'fails', 'value', not 'maybe'"),
    (_changed(kinds=[]), "is broken: kinds must be an object, not []"),
    (_changed(kinds={"sex": "text"}), "is broken: kinds.sex must be one of 'numeric', 'nominal'"),
    (_changed(kinds={}), "is broken: rule 1 uses 'bill_length_mm', which is not in kinds"),
    (_changed(notes=[1]), "is broken: notes must be a list of texts, not [1]"),
    (_changed(n_rows=-1.5), "is broken: n_rows must be a number from 0 up, not -1.5"),
    (_changed(n_rows=10**400), "is broken: n_rows is too large: 1000"),
    (_changed(class_counts=[10**400, 0, 0]), "is broken: class_counts is too large: 1000"),
    (_in_rule(head=3), "head 3 is not one of 3 classes"),
    (_in_rule(counts=[1]), "head 1 is not one of 1 classes"),
    (_in_rule(counts=[0, 34]), "is broken: rule 1 has 2 counts for 3 classes"),
    (_in_rule(counts=[0, 10**400, 0]), "is broken: rules[0].counts is too large: 1000"),
    (_in_rule(counts=[0, 2**62, 2**62]), "is broken: the counts of the rules are too large"),
    (_changed(reached=1), "is broken: reached must be true or false, not 1"),
    (_changed(promises=[]), "is broken: promises must be an object, not []"),
    (_changed(promises={"believed": 1}), "is broken: promises.n_folds is missing"),
    (_in_promises(believed=-1), "is broken: believed must be a finite number from 0 up, not -1.0"),
    (_in_promises(confidence=1), "is broken: confidence must be between 0 and 1, not 1.0"),
    (_in_promises(held_out=-1), "is broken: promises.held_out must be a whole number from 0 up"),
    (_in_rule(promise=None), "is broken: rules[0].promise must be an object, not None"),
    (_in_promise(expected="5 %"), "rules[0].promise.expected must be a finite number, not '5 %'"),
    (_in_promise(at_most=10**400), "rules[0].promise.at_most must be a finite number"),
    (_in_promise(p_value=1.5), "is broken: p_value must be between 0 and 1, not 1.5"),
    (_in_rule(error=0.1), "is broken: rules[0].error is not a field of this format"),
    (_in_rule(search=None), "is broken: rules[0].search must be an object, not None"),
    (_in_condition(op="=="), "is broken: rules[0].conditions[0].op must be one of '=', '!='"),
    (_in_condition(op=["="]), "is broken: rules[0].conditions[0].op must be one of '=', '!='"),
    (_in_condition(op="="), "is broken: rules[0].conditions[0].value must be a text, not 42.35"),
    (_in_condition(value="x"), "conditions[0].value must be a finite number, not 'x'"),
    (_in_condition(value=None), "conditions[0].value must be a finite number, not None"),
    (_in_condition(attribute=3), "conditions[0].attribute must be a text, not 3"),
]


@pytest.mark.parametrize(("spoil", "complaint"), BROKEN, ids=[text for _, text in BROKEN])
def test_a_broken_model_is_refused_in_one_sentence(
    rules: RuleList,
    tmp_path: Path,
    spoil: Callable[[dict[str, Any]], Any],
    complaint: str,
) -> None:
    assert complaint in refusal(rules, spoil, tmp_path)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is not JSON"),
        (b"if a then b", "is not JSON"),
        (b'{"format": "conjunct-model", ', "is not JSON"),
        (b"[1, 2]", "does not name its format"),
        (b"null", "does not name its format"),
        (b'{"format": NaN}', "NaN is not a number that a model can hold"),
        (b'{"format": -Infinity}', "-Infinity is not a number that a model can hold"),
        (b'{"format": 1, "format": 2}', "the field 'format' is given twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"format": ' + b"1" * 10_000 + b"}", "is not JSON"),
        (b"\x89PNG\r\n\x1a\n\x00", "is not text in UTF-8"),
        (b"\x80\x04\x95pickle", "is not text in UTF-8"),
    ],
    ids=range(12),
)
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(content)
    with pytest.raises(ModelError) as refused:
        load_model(path)
    assert str(refused.value).startswith(repr(str(path)))
    assert complaint in str(refused.value)


@pytest.mark.parametrize("number", ["1e999", "-1e999"])
def test_a_number_too_large_for_a_float_is_refused(rules: RuleList, number: str) -> None:
    with pytest.raises(ModelError, match=r"value must be a finite number, not -?inf"):
        load_model(rules.to_json().replace("42.35", number))


def test_a_file_with_a_byte_order_mark_is_read(rules: RuleList, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(rules.to_json(), encoding="utf-8-sig")
    assert load_model(path) == rules


def test_no_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(ModelError, match=r"^cannot read the model '"):
            load_model(path)
    with pytest.raises(ModelError, match=r"^cannot read the model '"):
        load_model("a\0b")


def test_forms_are_saved_only_where_there_are_some(rules: RuleList) -> None:
    assert "forms" not in json.loads(rules.to_json())
    written = replace(rules, forms={"bill_length_mm": "1.234,5"})
    assert load_model(written.to_json()) == written
    assert written.written["bill_length_mm"] == "1.234,5"
    assert written.written["island"] == "nominal"


@pytest.mark.parametrize(
    ("forms", "complaint"),
    [
        ({"bill_length_mm": "roman"}, "forms.bill_length_mm is not a form: 'roman'"),
        ({"bill_length_mm": 5}, "forms.bill_length_mm must be a text, not 5"),
        ([], "forms must be an object"),
    ],
)
def test_forms_that_are_none_are_refused(rules: RuleList, forms: Any, complaint: str) -> None:
    data = json.loads(rules.to_json()) | {"forms": forms}
    with pytest.raises(ModelError, match=re.escape(complaint)):
        load_model(json.dumps(data))


def test_a_field_given_twice_among_many_is_found_in_one_pass() -> None:
    fields = ", ".join(f'"f{number}": 0' for number in [*range(60_000), 59_999])
    start = time.process_time()
    with pytest.raises(ModelError, match="the field 'f59999' is given twice"):
        load_model(f"{{{fields}}}")
    assert time.process_time() - start < 5


def test_counts_that_are_too_large_are_refused(rules: RuleList) -> None:
    data = json.loads(rules.to_json())
    data["rules"][0]["counts"][0] = 10**400
    with pytest.raises(ModelError):
        load_model(json.dumps(data))
