from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from conjunct.data import shipped_table
from conjunct.estimators import LayeredRuleClassifier
from conjunct.estimators.comparison import compare

Run = Callable[..., Result]

PRINTED = """\
loans.csv: 8 rows, 2 attributes, 2 classes, no missing cells. Target: status.
4-fold cross-validation, stratified, seed 3.

search          error   rules   conditions   seconds
greedy    0.0 % ± 0.0     2.0          2.0         s
layered   0.0 % ± 0.0     2.0          2.0         s

rows that only one gets right   first   second       p
greedy and layered                  0        0   1.000
"""
BY_DEFAULT = """\
loans.csv: 8 rows, 2 attributes, 2 classes, no missing cells. Target: status.
4-fold cross-validation, stratified, seed 3.

learner          error   rules   conditions   seconds
card      50.0 % ± 0.0     0.0          0.0         s
ripper     0.0 % ± 0.0     1.0          1.0         s
tree       0.0 % ± 0.0     2.0          2.0         s

rows that only one gets right   first   second       p
card and ripper                     0        4   0.125
card and tree                       0        4   0.125
ripper and tree                     0        0   1.000
"""


def test_searches_are_compared_in_aligned_columns(run: Run, loans: Path) -> None:
    options = [
        "--cv",
        "4",
        "--seed",
        "3",
        "--learner",
        "layered",
        "--search",
        "greedy,layered",
        "--jobs",
        "1",
    ]
    result = run("evaluate", "loans.csv", "--target", "status", *options)
    assert result.exit_code == 0
    assert re.sub(r"\d\.\d\d$", "   s", result.stdout, flags=re.MULTILINE).startswith(PRINTED)
    assert result.stderr == ""


def test_by_default_one_learner_of_each_kind_is_compared_the_card_first(
    run: Run, loans: Path
) -> None:
    options = ["--cv", "4", "--seed", "3", "--jobs", "1"]
    result = run("evaluate", "loans.csv", "--target", "status", *options)
    assert re.sub(r"\d\.\d\d$", "   s", result.stdout, flags=re.MULTILINE).startswith(BY_DEFAULT)
    assert result.stderr == ""


def test_one_search_has_nobody_to_differ_from(run: Run, loans: Path) -> None:
    options = ["--cv", "2", "--learner", "layered", "--search", "greedy", "--jobs", "1"]
    result = run("evaluate", "loans.csv", "--target", "status", *options)
    assert "sign test" not in result.stdout


def test_json_has_what_the_library_computes(run: Run) -> None:
    options = ["--learner", "layered", "--search", "greedy", "--json", "--jobs", "1"]
    result = run("evaluate", "--cv", "3", *options)
    document = json.loads(result.stdout)
    expected = compare(shipped_table(), {"greedy": LayeredRuleClassifier("greedy")}, n_folds=3)
    assert document["table"]["name"] == "penguins (shipped)"
    assert (document["n_folds"], document["seed"], document["sign_tests"]) == (3, 0, [])
    (learner,) = document["learners"]
    assert learner["fold_errors"] == list(expected.learners[0].fold_errors)
    assert learner["error"] == expected.learners[0].error


def test_more_folds_than_rows_are_refused(run: Run, loans: Path) -> None:
    result = run("evaluate", "loans.csv", "--target", "status", "--cv", "9", "--jobs", "1")
    assert result.exit_code == 1
    assert result.stderr == (
        "error: 8 rows cannot be split into 9 folds; ask for 2 up to 8 folds\n"
    )
