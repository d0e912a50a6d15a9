from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import Result

from conjunct.cli.comparing import print_comparison
from conjunct.data import shipped_table
from conjunct.estimators import LayeredRuleClassifier
from conjunct.estimators.compared import Comparison, LearnerResult, SignTest
from conjunct.estimators.comparison import compare

Run = Callable[..., Result]

SECONDS = 8 * " " + "s"
PRINTED = """\
loans.csv: 8 rows, 2 attributes, 2 classes, no missing cells. Target: status.
4-fold cross-validation, stratified, seed 3.

search                      error  rules  conditions  seconds
always the majority  50.0 % ± 0.0
greedy                0.0 % ± 0.0    2.0         2.0        s
layered               0.0 % ± 0.0    2.0         2.0        s

rows that only one gets right  first  second      p
greedy and layered                 0       0  1.000
"""
BY_DEFAULT = """\
loans.csv: 8 rows, 2 attributes, 2 classes, no missing cells. Target: status.
4-fold cross-validation, stratified, seed 3.

learner                     error  balanced  log loss  Brier    AUC   recall  precision
always the majority  50.0 % ± 0.0    50.0 %     0.693  0.250  0.500    0.0 %          –
card                 50.0 % ± 0.0    50.0 %     0.693  0.250  0.500    0.0 %          –
ripper                0.0 % ± 0.0     0.0 %     0.223  0.040  1.000  100.0 %    100.0 %
tree                  0.0 % ± 0.0     0.0 %     0.223  0.040  1.000  100.0 %    100.0 %

learner              rules  conditions  seconds
always the majority
card                   0.0         0.0        s
ripper                 1.0         1.0        s
tree                   2.0         2.0        s

Recall and precision are about good.

rows that only one gets right  first  second      p
card and ripper                    0       4  0.125
card and tree                      0       4  0.125
ripper and tree                    0       0  1.000
"""


def test_a_small_p_value_is_never_written_as_0(capsys: pytest.CaptureFixture[str]) -> None:
    test = SignTest("card", "tree", wins=50, losses=16, p_value=0.00003)
    rows = np.zeros(66, int)
    majority = LearnerResult("always the majority", (0.5, 0.4), 0.0, 0.0, 0.0, rows > 0)
    print_comparison(Comparison(rows, (), (test,), majority, None), "learner", ["error"])
    assert "\ncard and tree                     50      16  <0.001\n" in capsys.readouterr().out


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
        "--metric",
        "error",
    ]
    result = run("evaluate", "loans.csv", "--target", "status", *options)
    assert result.exit_code == 0
    assert re.sub(r" +\d+\.\d\d$", SECONDS, result.stdout, flags=re.MULTILINE).startswith(PRINTED)
    assert result.stderr == ""


def test_by_default_one_learner_of_each_kind_is_compared_the_card_first(
    run: Run, loans: Path
) -> None:
    options = ["--cv", "4", "--seed", "3", "--jobs", "1"]
    result = run("evaluate", "loans.csv", "--target", "status", *options)
    assert re.sub(r" +\d+\.\d\d$", SECONDS, result.stdout, flags=re.MULTILINE).startswith(
        BY_DEFAULT
    )
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
    assert learner["error"] == learner["measures"]["error"] == expected.learners[0].error
    assert learner["measures"]["log_loss"] == expected.learners[0].measures["log_loss"]
    assert document["majority"]["measures"]["auc"] == 0.5
    assert document["positive"] is None


def test_more_folds_than_rows_are_refused(run: Run, loans: Path) -> None:
    result = run("evaluate", "loans.csv", "--target", "status", "--cv", "9", "--jobs", "1")
    assert result.exit_code == 1
    assert result.stderr == (
        "error: 8 rows cannot be split into 9 folds; ask for 2 up to 8 folds\n"
    )


SHORT = ["loans.csv", "--target", "status", "--cv", "4", "--seed", "3", "--jobs", "1"]


def test_the_first_metric_orders_the_learners_below_the_majority(run: Run, loans: Path) -> None:
    chosen = ["--learner", "card,ripper,tree", "--metric", "log-loss", "--metric", "AUC"]
    lines = run("evaluate", *SHORT, *chosen).stdout.splitlines()
    head, *table = lines[3:8]
    assert head.split() == ["learner", "log", "loss", "AUC", "rules", "conditions", "seconds"]
    assert [line.split()[0] for line in table] == ["always", "ripper", "tree", "card"]


def test_larger_areas_come_first(run: Run, loans: Path) -> None:
    lines = run("evaluate", *SHORT, "--learner", "card,tree", "--metric", "auc").stdout.splitlines()
    assert [line.split()[0] for line in lines[4:7]] == ["always", "tree", "card"]


def test_recall_and_precision_are_about_the_class_that_is_named(run: Run, loans: Path) -> None:
    options = ["--learner", "tree", "--metric", "recall", "--positive", "bad"]
    printed = run("evaluate", *SHORT, *options).stdout
    assert "Recall is about bad." in printed


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        (["--metric", "f1"], 2, "'f1' is not a measure; choose among error"),
        (["--metric", "auc", "--metric", "auc"], 2, "'auc' is given twice"),
        (
            ["--positive", "ugly"],
            1,
            "'ugly' is not a class of loans.csv; the classes are 'bad', 'good'",
        ),
    ],
)
def test_what_cannot_be_measured_is_refused(
    run: Run, loans: Path, options: list[str], code: int, sentence: str
) -> None:
    result = run("evaluate", *SHORT, *options)
    assert result.exit_code == code
    assert sentence in result.stderr
