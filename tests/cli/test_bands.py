from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from conjunct import load_model

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

PRINTED = """\
loans.csv: 9 rows, 4 of them (44 %) bad: status = bad.

score  rows  bad  bad rate  predicted   rows ≤    bad ≤   good ≤      KS
−1.25     3    0     0.0 %      7.6 %   33.3 %    0.0 %   60.0 %  60.0 %
 0.00     1    0     0.0 %     22.3 %   44.4 %    0.0 %   80.0 %  80.0 %
 1.25     1    1   100.0 %     50.0 %   55.6 %   25.0 %   80.0 %  55.0 %
 2.50     4    3    75.0 %     77.7 %  100.0 %  100.0 %  100.0 %   0.0 %

Columns with ≤: the share of all, of bad and of good rows up to the highest score of the band.
KS 80.0 %, at a score of 0.00. Gini 0.750, AUC 0.875.
"""


@pytest.fixture
def known(loans: Path) -> Path:
    loans.write_text(f"{loans.read_text()}14,Bonn,good\n")
    return loans


def test_bands_are_printed_with_ks_and_gini(run: Run, card: Path, known: Path) -> None:
    result = run("bands", "card.json", "loans.csv")
    assert (result.stdout, result.stderr) == (PRINTED, "")


def test_json_is_one_document(run: Run, card: Path, known: Path) -> None:
    document = json.loads(run("bands", "card.json", "loans.csv", "--bands", "2", "--json").stdout)
    assert (document["bad_class"], document["good_class"]) == ("bad", "good")
    assert (document["ks"], document["gini"]) == (0.8, 0.75)
    frame = load_model(card).bands(known, ["bad"] * 4 + ["good"] * 5, n_bands=2)
    assert document["bands"] == frame.to_dict("records")
    assert frame["rows"].tolist() == [4, 5]


def test_on_a_scale_low_scores_are_bad(run: Run, card: Path, known: Path) -> None:
    load_model(card).scaled((600, 50, 20)).save(card)
    lines = run("bands", "card.json", "loans.csv").stdout.splitlines()
    assert lines[3].split()[:3] == ["451", "4", "3"]
    assert lines[-1].endswith("Gini 0.750, AUC 0.875.")


def test_the_target_can_have_another_name(run: Run, card: Path, write: Write) -> None:
    write("t.csv", "income,city,outcome\n10,Bonn,bad\n30,Köln,good\n30,Köln,\n")
    result = run("bands", "card.json", "t.csv", "--target", "outcome")
    assert result.stderr == "note: 1 row without 'outcome' left out\n"
    assert result.stdout.startswith("t.csv: 2 rows, 1 of them (50 %) bad: status = bad.\n")


def test_one_class_alone_has_no_ks(run: Run, card: Path, write: Write) -> None:
    write("t.csv", "income,city,status\n10,Bonn,bad\n30,Köln,bad\n")
    result = run("bands", "card.json", "t.csv")
    assert result.stdout.endswith("KS and Gini need rows of both classes.\n")
    assert json.loads(run("bands", "card.json", "t.csv", "--json").stdout)["ks"] is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("income,city,status\n10,Bonn,worse\n", "row 1 is of class 'worse'; the card knows bad "),
        ("income,city,status\n10,Bonn,\n", "no row of t.csv has a class in column 'status'"),
        ("income,city\n10,Bonn\n", "has no column 'status'"),
    ],
)
def test_rows_without_known_classes_are_refused(
    run: Run, card: Path, write: Write, content: str, message: str
) -> None:
    write("t.csv", content)
    result = run("bands", "card.json", "t.csv")
    assert (result.exit_code, result.stdout) == (1, "")
    assert message in result.stderr


def test_models_without_a_score_are_refused(run: Run, model: Path, loans: Path) -> None:
    result = run("bands", "loans.json", "loans.csv")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "error: loans.json is a rule list, which has no score; bands are for score cards\n"
    )


def weighted(loans: Path, weights: list[float]) -> str:
    head, *rows = loans.read_text().splitlines()
    cells = [f"{row},{weight:g}" for row, weight in zip(rows, weights, strict=True)]
    return "\n".join([f"{head},n", *cells, ""])


def test_whole_weights_count_like_repeated_rows(
    run: Run, card: Path, known: Path, write: Write
) -> None:
    weights = [2, 1, 0, 3, 1, 1, 2, 1, 4]
    head, *rows = known.read_text().splitlines()
    repeated = [row for row, weight in zip(rows, weights, strict=True) for _ in range(weight)]
    write("loans.csv", "\n".join([head, *repeated, ""]))
    expected = run("bands", "card.json", "loans.csv").stdout
    write("loans.csv", "\n".join([head, *rows, ""]))
    write("loans.csv", weighted(known, list(map(float, weights))))
    assert run("bands", "card.json", "loans.csv", "--weight", "n").stdout == expected


def test_weights_may_be_fractions(run: Run, card: Path, known: Path, write: Write) -> None:
    plain = run("bands", "card.json", "loans.csv", "--json")
    write("loans.csv", weighted(known, [0.5] * 9))
    half = run("bands", "card.json", "loans.csv", "--weight", "n", "--json")
    found, before = json.loads(half.stdout), json.loads(plain.stdout)
    assert found["rows"] == before["rows"] / 2
    assert (found["auc"], found["ks"]) == pytest.approx((before["auc"], before["ks"]))
    assert [one["bad_rate"] for one in found["bands"]] == [
        one["bad_rate"] for one in before["bands"]
    ]
    assert "4.5 rows, 2 of them" in run("bands", "card.json", "loans.csv", "--weight", "n").stdout


def test_a_weight_that_is_not_there_is_one_sentence(run: Run, card: Path, known: Path) -> None:
    result = run("bands", "card.json", "loans.csv", "--weight", "n")
    assert result.exit_code == 1
    assert "has no column 'n'" in result.stderr
