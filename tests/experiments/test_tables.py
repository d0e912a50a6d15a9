from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError, URLError

import numpy as np
import pytest

from conjunct.choose import layered_error
from conjunct.data import read_table
from conjunct.errors import DataError
from conjunct.experiments.digest import table_digest
from conjunct.experiments.sources import BUNDLED, bundled_table, find_tables, retyped
from conjunct.experiments.tables import PUBLIC, facts_of, find_table, paper, target_of
from conjunct.experiments.trial import Trial

QUINLAN = paper("quinlan1995")
LOANS = "income,status\n10,bad\n30,good\n20,good\n"


@pytest.fixture
def openml(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], list[int]]:
    """Let a test say what OpenML answers, and tell for which numbers it was asked."""

    def answers(answer: object) -> list[int]:
        asked = []

        def fetch(**options: int) -> object:
            asked.append(options["data_id"])
            if isinstance(answer, Exception):
                raise answer
            return answer

        monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch)
        return asked

    answers(AssertionError("nothing may be asked"))
    return answers


@pytest.mark.parametrize("ending", [".csv", ".txt", ".data", ".tsv"])
def test_a_table_is_found_by_its_name_with_the_class_last(tmp_path: Path, ending: str) -> None:
    text = LOANS.replace(",", "\t") if ending == ".tsv" else LOANS
    (tmp_path / f"loans{ending}").write_text(text)
    table = find_table("loans", tmp_path)
    assert (target_of(table).name, table.names) == ("status", ("income",))


def test_a_pair_of_c45_files_is_one_table(tmp_path: Path) -> None:
    (tmp_path / "golf.names").write_text("play, stay.\nwind: yes, no.\n")
    (tmp_path / "golf.data").write_text("yes,stay\nno,play\n")
    assert target_of(find_table("golf", tmp_path)).levels == ("play", "stay")


def test_sizes_that_differ_from_the_paper_are_told() -> None:
    rows = {"x": [*range(204), None], "symboling": ["a", "b"] * 102 + ["c"]}
    facts = facts_of("autos", read_table(rows, target="symboling"), QUINLAN)
    assert facts.notes == (
        "3 occurring classes, the paper lists 6",
        "1 numeric attributes, the paper lists 14",
        "0 nominal attributes, the paper lists 10",
    )


def test_a_stand_in_says_so() -> None:
    facts = facts_of("kr-vs-kp", bundled_table("iris"), QUINLAN)
    assert facts.published_as == "chess endgame"
    assert "not public" in str(facts.stands_in_for)


def test_the_public_tables_are_as_the_paper_lists_them(tables: Path) -> None:
    found = find_tables(list(PUBLIC), tables)
    assert found.absent == ()
    facts = [facts_of(name, table, QUINLAN) for name, table in found.tables]
    notes = {one.name: one.notes for one in facts if one.notes}
    assert notes["autos"] == ("15 numeric attributes, the paper lists 14",)
    assert notes["glass"] == ("6 occurring classes, the paper lists 7",)
    assert notes["hypothyroid"] == ("Left out 'TBG': no values.",)
    others = {"autos", "glass", "vote", "breast-cancer-4c", "kr-vs-kp", "hypothyroid"}
    others |= {"climate-model-simulation-crashes", *(f"monks-{n}-test" for n in (1, 2, 3))}
    assert set(notes) == others
    sizes = {name: table.n_rows for name, table in found.tables}
    assert sizes == {name: public.n_rows for name, public in PUBLIC.items()}


def test_retyping_keeps_missing_cells() -> None:
    rows = {"n": [1.0, None, 2.5], "t": ["3-5", None, "0-2"], "y": ["a", "b", "a"]}
    table = retyped(read_table(rows, target="y"), {"n": "nominal", "t": "numeric"})
    numbers, text = table.columns[1], table.columns[0]
    assert (text.levels, text.values.tolist()) == (("1", "2.5"), [0, -1, 1])
    np.testing.assert_array_equal(numbers.values, [3.0, np.nan, 0.0])


def test_openml_is_asked_by_number_and_retyped_and_another_size_is_refused(
    openml: Callable[[object], list[int]],
) -> None:
    pandas = pytest.importorskip("pandas")
    ages = ["30-39", "40-49"] * 143
    frame = pandas.DataFrame({"age": ages, "Class": ["yes", "no"] * 143})
    asked = openml(SimpleNamespace(frame=frame, target_names=["Class"]))
    (name, table), *_ = find_tables(["breast-cancer-4c"]).tables
    assert asked == [13]
    assert (name, table.name) == ("breast-cancer-4c", "breast-cancer-4c")
    assert table.column("age").values[:2].tolist() == [30.0, 40.0]
    with pytest.raises(DataError, match="number 56 of OpenML is not vote: 286 rows instead of 435"):
        find_tables(["vote"], bundled=False)


def test_without_a_network_openml_is_asked_once(openml: Callable[[object], list[int]]) -> None:
    asked = openml(URLError("no network"))
    found = find_tables(["vote", "glass"])
    assert asked == [56]
    assert found.absent == ("vote", "glass")
    assert found.notes[0] == "OpenML cannot be reached (no network)"
    assert "they are in no paper" in found.notes[-1]
    assert tuple(name for name, _ in found.tables) == BUNDLED


@pytest.mark.usefixtures("openml")
def test_made_tables_need_no_folder_and_no_network(tmp_path: Path) -> None:
    for folder in (None, tmp_path):
        found = find_tables(["dnf-12", "half-wrong-50"], folder)
        assert [len(table.columns) for _, table in found.tables] == [12, 0]
        assert found.absent == ()


REFUSED = HTTPError("https://openml", 412, "Unknown data set", {}, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "fault", "sentence"),
    [
        ("vote", ImportError("pandas"), r"needs pandas: pip install 'conjunct\[frames\]'"),
        ("vote", REFUSED, r"OpenML does not give vote \(number 56\)"),
        ("cleveland-2", None, "OpenML does not have cleveland-2 as the studies use it"),
        ("loans", None, "loans is no public table"),
    ],
)
def test_a_table_that_cannot_be_had_is_refused_in_a_sentence(
    openml: Callable[[object], list[int]], name: str, fault: Exception | None, sentence: str
) -> None:
    openml(fault or AssertionError("nothing may be asked"))
    with pytest.raises(DataError, match=sentence):
        find_tables([name], bundled=False)
    assert [one for one, _ in find_tables([name, "iris"]).tables] == ["iris"]


def test_what_a_folder_lacks_is_absent_and_a_folder_without_any_refused(tmp_path: Path) -> None:
    (tmp_path / "loans.csv").write_text(LOANS)
    found = find_tables(["vote", "loans"], tmp_path)
    assert ([name for name, _ in found.tables], found.absent) == (["loans"], ("vote",))
    assert found.notes == (f"{tmp_path} does not hold vote",)
    with pytest.raises(DataError, match="holds none of the tables iris; put files such as"):
        find_tables(["iris"], tmp_path)


@pytest.mark.parametrize(
    ("usual", "name"), [("breast-cancer", "breast-cancer-4c"), ("lymph", "lymph-18d")]
)
def test_retyping_the_usual_file_gives_the_typing_of_the_paper(
    tables: Path, usual: str, name: str
) -> None:
    table, wanted = find_table(usual, tables), find_table(name, tables)
    assert table is not None is not wanted
    assert table_digest(retyped(table, PUBLIC[name].kinds)) == table_digest(wanted)


def test_a_missing_vote_is_a_value_of_its_own_to_all_studies() -> None:
    asked = [Trial(name, 0, 0).missing for name in ("vote", "glass", "loans")]
    assert asked == ["value", "fails", "fails"]


NAMES = {**QUINLAN["names"], **QUINLAN["called"]}
LINES = {name: line for name, line in QUINLAN["table_3"].items() if name != "ratios"}


def test_every_table_of_ours_is_one_of_the_papers_or_stands_in_for_one() -> None:
    assert set(NAMES) == set(QUINLAN["tables"])
    assert list(PUBLIC)[: len(QUINLAN["tables"])] == QUINLAN["tables"]
    assert [NAMES[table] for table in QUINLAN["tables"]] == list(QUINLAN["sizes"]) == list(LINES)
    assert set(QUINLAN["stand_ins"]) == {"kr-vs-kp"}
    for name in set(QUINLAN["tables"]) - {"kr-vs-kp"}:
        assert PUBLIC[name].n_rows == QUINLAN["sizes"][NAMES[name]][0]


def test_the_ratio_line_follows_from_the_lines_above_it() -> None:
    """Printed numbers are rounded to 0.1, so each ratio lies between two bounds."""
    for place, published in enumerate(QUINLAN["table_3"]["ratios"]):
        layered = place - place % 3 + 1
        low = [(line[place] - 0.05) / (line[layered] + 0.05) for line in LINES.values()]
        high = [(line[place] + 0.05) / (line[layered] - 0.05) for line in LINES.values()]
        assert sum(low) / 12 <= published <= sum(high) / 12
        assert place != layered or published == 1.0


def test_the_first_estimate_of_table_2_is_that_of_three_greedy_levels() -> None:
    _, errors, covered, estimate = QUINLAN["table_2"][0]
    ours = float(layered_error(covered, errors, 57 + 56 + 55))
    assert ours == pytest.approx(estimate, abs=0.0005)
