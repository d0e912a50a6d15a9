"""The study `layered`: its arithmetic against numbers worked out by hand, and one real run."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from conjunct import LayeredRuleClassifier
from conjunct.data import shipped_table
from conjunct.experiments.contrast import Versus, gather, mean_ratio, total
from conjunct.experiments.findings import Findings, Grid
from conjunct.experiments.layered import STUDY, findings
from conjunct.experiments.output import Report
from conjunct.experiments.page import write_report
from conjunct.experiments.published.quinlan1995 import Compared, Searches
from conjunct.experiments.split import halves
from conjunct.experiments.study import Results, Row, TableFacts, Trial
from conjunct.experiments.table_3 import measure_grid, ratio_lines
from conjunct.experiments.table_3_criteria import compared, criteria_grid, criteria_sentences
from conjunct.experiments.table_3_judged import differences, domains, judgement
from conjunct.experiments.theories import SEARCHES, learn_theories

from .made_up import CHESS, LOANS, PROMOTERS, PROMOTERS_TRIALS, made_up_results, trial


def grid_named(found: Findings, name: str) -> Grid:
    return next(grid for grid in found.grids if grid.name == name)


def test_averages_are_over_the_trials_and_errors_in_percent() -> None:
    promoters, _ = gather(made_up_results())
    assert promoters.mean("error") == pytest.approx((22.625, 20.0, 20.875))
    assert promoters.mean("conditions") == (16, 10, 15)
    assert promoters.standard_error("error") == pytest.approx(
        (math.sqrt(15.75 / 240), 0, math.sqrt(93.75 / 240))
    )


def test_the_ratio_line_averages_ratios_not_numbers() -> None:
    tables = gather(made_up_results())
    (_, ours, printed), (_, same, published) = ratio_lines("error", tables)
    assert ours == pytest.approx(((1.13125 + 1) / 2, 1, (1.04375 + 0.5) / 2))
    assert printed == (1.023, 1.0, 1.024)
    assert same == pytest.approx((1.13125, 1, 1.04375))
    assert published == pytest.approx((27.4 / 24.6, 1, 28.8 / 24.6))


def test_sign_tests_count_trials_and_leave_ties_out() -> None:
    promoters, chess = gather(made_up_results())
    assert promoters.versus("greedy") == Versus(14, 0, 16)
    assert promoters.versus("greedy").p_value == pytest.approx(2 / 2**14)
    assert promoters.versus("greedy").verdict == "better"
    assert promoters.versus("extensive") == Versus(6, 10, 16)
    assert promoters.versus("extensive").verdict == ""
    assert chess.versus("greedy") == Versus(0, 0, 16)
    assert chess.versus("extensive").verdict == "worse"
    both = total(table.versus("extensive") for table in (promoters, chess))
    assert both == Versus(6, 26, 32)
    tail = sum(math.comb(32, wins) for wins in range(7))
    assert both.p_value == pytest.approx(2 * tail / 2**32)


def test_tables_are_counted_as_better_or_worse_by_their_sign_tests() -> None:
    tables = gather(made_up_results())
    assert domains(tables, "greedy") == Compared(1, 0)
    assert domains(tables, "extensive") == Compared(0, 1)


def test_differences_are_in_points_and_in_percent_of_the_published_number() -> None:
    promoters, _ = gather(made_up_results())
    assert differences(promoters, "error") == pytest.approx((-4.775, -4.6, -7.925))
    assert differences(promoters, "rules") == pytest.approx(
        (100 * (8 / 8.3 - 1), 100 * (5 / 5.5 - 1), 100 * (4 / 4.1 - 1))
    )
    assert judgement(promoters) == "outside"


def test_a_run_that_repeats_the_published_numbers_is_within() -> None:
    glass = TableFacts("glass", "glass", 214, 9, 7)
    rows = [trial((0.362, 0.341, 0.332), (27, 18, 16), (74, 60, 57))]
    tables = gather(Results((glass,), {"glass": rows}, 1))
    assert judgement(tables[0]) == "within"


def test_breast_cancer_is_shown_and_not_judged() -> None:
    facts = TableFacts("breast-cancer-4c", "breast cancer", 286, 9, 2)
    rows = [trial((0.9, 0.9, 0.9), (1, 1, 1), (1, 1, 1))]
    found = findings(Results((facts,), {facts.name: rows}, 1))
    grid = grid_named(found, "differences")
    assert grid.lines[0][-1] == "not judged"
    assert {line[-1] for line in grid.data} == {"not judged"}
    assert not any("judged tables" in sentence for sentence in found.summary)


def test_published_numbers_have_columns_of_their_own() -> None:
    grid = grid_named(findings(made_up_results()), "table-3-error")
    promoters = dict(zip(grid.data_columns, grid.data[0], strict=True))
    assert promoters["LS"] == pytest.approx(20.0)
    assert promoters["published_LS"] == 24.6
    chess = dict(zip(grid.data_columns, grid.data[1], strict=True))
    assert chess["stands_in_for"] == "chess endgame"
    assert chess["published_LS"] is None


def test_significant_entries_are_marked_with_their_direction() -> None:
    grid = grid_named(findings(made_up_results()), "table-3-error")
    assert grid.lines[0][1:] == ("22.6▲ (27.4)", "20.0  (24.6)", "20.9  (28.8)")
    assert grid.lines[1] == ("kr-vs-kp †", "10.0  (–)", "10.0  (–)", "5.0▼ (–)")
    assert any("kr-vs-kp stands in for chess endgame" in note for note in grid.notes)


def test_tables_that_the_paper_does_not_have_get_no_published_number() -> None:
    rows = [trial((0.2, 0.1, 0.1), (3, 2, 1), (4, 2, 1))]
    found = findings(Results((LOANS,), {"loans": rows}, 1))
    text = repr(found.summary) + repr([(grid.lines, grid.notes) for grid in found.grids])
    assert "published" not in text.lower()
    assert "differences" not in [grid.name for grid in found.grids]
    assert found.pictures[0].published == ""
    assert grid_named(found, "table-3-error").lines[-1][1].strip() == "2.000"


def test_a_table_without_a_trial_is_left_out() -> None:
    results = replace(made_up_results(), rows={"promoters": PROMOTERS_TRIALS[:1], "kr-vs-kp": []})
    found = findings(results)
    assert [line[0] for line in grid_named(found, "table-3-rules").lines][:1] == ["promoters"]
    assert "kr-vs-kp" not in repr(grid_named(found, "sign-tests").lines)
    assert findings(replace(results, rows={})).summary == ("There is no trial yet.",)


def test_no_errors_at_all_leave_the_ratios_open() -> None:
    rows = [trial((0.1, 0.0, 0.0), (1, 1, 1), (1, 1, 1))]
    results = Results((LOANS,), {"loans": rows}, 1)
    assert measure_grid("error", gather(results)).lines[-1][1].strip() == "–"
    assert mean_ratio([Searches(1, 0, 2), Searches(3, 2, 1)]) == (1.5, 1.0, 0.5)
    assert "no ratios" in findings(results).summary[1]


def test_a_trial_is_a_fit_by_each_search_on_one_half_tested_on_the_other() -> None:
    table = shipped_table()
    rows = learn_theories(table, Trial("penguins", 4, 9, {"max_width": 8}))
    train, test = halves(table, 4, 9)
    held_out = table.take(test)
    assert held_out.target is not None
    actual = [held_out.target.levels[value] for value in held_out.target.values]
    for row in rows:
        search, criterion = SEARCHES[str(row["search"])]
        model = LayeredRuleClassifier(search, max_width=8, criterion=criterion)
        model.fit_table(table.take(train))
        wrong = sum(a != b for a, b in zip(model.rules_.predict(held_out), actual, strict=True))
        assert row["error"] == pytest.approx(wrong / len(actual))
        assert (row["rules"], row["conditions"]) == (len(model.rules_), model.rules_.n_conditions)
        assert float(row["seconds"] or 0) > 0


def test_missing_votes_are_a_value_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    original = LayeredRuleClassifier.fit_table

    def spy(self: LayeredRuleClassifier, table: object) -> object:
        asked.append(self.missing)
        return original(self, table)  # type: ignore[arg-type]

    learn_theories(shipped_table(), Trial("vote", 0, 0, {"max_width": 1}))
    monkeypatch.setattr(LayeredRuleClassifier, "fit_table", spy)
    learn_theories(shipped_table(), Trial("vote", 0, 0, {"max_width": 1}))
    learn_theories(shipped_table(), Trial("glass", 0, 0, {"max_width": 1}))
    assert asked == ["value"] * len(SEARCHES) + ["fails"] * len(SEARCHES)


def test_the_study_runs_from_end_to_end(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    table = shipped_table()
    rows = [list(STUDY.run(table, Trial("penguins", n, 0, {"max_width": 8}))) for n in range(2)]
    facts = TableFacts("penguins", "penguins", table.n_rows, 7, 3)
    results = Results((facts,), {"penguins": rows}, 2, settings={"max_width": 8})
    page = write_report(tmp_path, [Report(STUDY, results, STUDY.findings(results))])
    text = page.read_text(encoding="utf-8")
    assert "penguins" in text
    assert "<svg" in text
    assert (tmp_path / "layered" / "table-3-error.csv").is_file()


def test_the_stand_in_is_named_in_the_picture_data() -> None:
    results = made_up_results()
    assert results.tables == (PROMOTERS, CHESS)
    picture = findings(results).pictures[0]
    assert "lower than that of GS on 1 and than that of ES on 1" in picture.found


def by_criterion(errors: tuple[float, ...], sizes: tuple[int, ...]) -> list[Row]:
    """Return the rows of one trial with r_w, length, Gumbel null and POE."""
    names = ("layered", "length", "gumbel", "poe")
    return [
        {"search": name, "error": error, "rules": 1, "conditions": size, "seconds": 0.1}
        for name, error, size in zip(names, errors, sizes, strict=True)
    ]


def test_criteria_are_compared_with_r_w_trial_by_trial() -> None:
    rows = [by_criterion((0.2, 0.1, 0.3, 0.2), (10, 8, 10, 20)) for _ in range(6)]
    tables = compared(Results((LOANS,), {"loans": rows}, 6))
    grid = criteria_grid(tables)
    assert grid.lines == (
        ("loans", "20.0", "10.0", "30.0", "20.0", "10.0", "8.0", "10.0", "20.0"),
        ("ratio to r_w", "1.000", "0.500", "1.500", "1.000", "1.000", "0.800", "1.000", "2.000"),
    )
    assert criteria_sentences(tables)[0] == (
        "In place of r_w, r_w with h·2^length makes 0.500 times the errors with 0.80 times the "
        "conditions in 1.0 times the time; of 6 trials it errs less in 6 and more in 0 (p = 0.031)."
    )


def test_criteria_are_left_out_where_no_trial_has_them() -> None:
    found = findings(made_up_results())
    assert compared(made_up_results()) == []
    assert "criteria" not in [grid.name for grid in found.grids]


def test_the_study_and_the_learner_have_the_same_patience() -> None:
    assert STUDY.settings["patience"] == LayeredRuleClassifier().patience == 3
