"""The published numbers agree with each other and with what we know of the tables."""

from __future__ import annotations

import pytest

from conjunct.choose import layered_error
from conjunct.experiments.published import quinlan1995 as paper
from conjunct.experiments.tables import PUBLIC


def test_every_table_of_ours_is_one_of_the_papers_or_stands_in_for_one() -> None:
    names = {**paper.NAMES, **paper.STAND_INS}
    assert sorted(names) == sorted(paper.TABLES)
    assert [names[table] for table in paper.TABLES] == list(paper.TABLE_1) == list(paper.TABLE_3)


def test_what_the_paper_lists_is_told_of_every_table_and_of_stand_ins_that_they_are() -> None:
    assert tuple(PUBLIC)[: len(paper.TABLES)] == paper.TABLES
    assert set(paper.LISTED) == set(paper.TABLES)
    for name, listed in paper.LISTED.items():
        is_other = name in paper.STAND_INS
        assert (listed.stands_in_for is not None) == is_other
        assert listed.name == (paper.STAND_INS if is_other else paper.NAMES)[name]
        assert listed.size == (None if is_other else paper.TABLE_1[listed.name])
        assert is_other or PUBLIC[name].n_rows == listed.size.n_rows


def test_a_stand_in_has_no_published_numbers() -> None:
    assert paper.theories("kr-vs-kp") is None
    assert paper.theories("iris") is None
    assert paper.theories("glass") == paper.TABLE_3["glass"]


@pytest.mark.parametrize("measure", paper.Theories._fields)
@pytest.mark.parametrize("search", paper.Searches._fields)
def test_the_ratio_line_follows_from_the_lines_above_it(measure: str, search: str) -> None:
    """Printed numbers are rounded to 0.1, so each ratio lies between two bounds."""
    lines = [getattr(line, measure) for line in paper.TABLE_3.values()]
    published = getattr(getattr(paper.TABLE_3_RATIOS, measure), search)
    if search == "layered":
        assert published == 1.0
        return
    low = [(getattr(x, search) - 0.05) / (x.layered + 0.05) for x in lines]
    high = [(getattr(x, search) + 0.05) / (x.layered - 0.05) for x in lines]
    assert sum(low) / 12 <= published <= sum(high) / 12


def test_the_ratio_line_recomputed_from_rounded_numbers_is_close() -> None:
    """Error of ES comes to 1.0250 instead of 1.024, rules of GS to 1.4873 instead of 1.486."""
    for measure, digits in (("error", 0.0015), ("rules", 0.0015), ("conditions", 0.001)):
        for search in paper.Searches._fields:
            lines = [getattr(line, measure) for line in paper.TABLE_3.values()]
            ratio = sum(getattr(line, search) / line.layered for line in lines) / 12
            printed = getattr(getattr(paper.TABLE_3_RATIOS, measure), search)
            assert ratio == pytest.approx(printed, abs=digits), (measure, search)


def test_table_2_chooses_the_width_with_the_lowest_estimate() -> None:
    assert tuple(line.width for line in paper.TABLE_2) == paper.WIDTHS
    assert min(paper.TABLE_2, key=lambda line: line.estimate).width == paper.TABLE_2_CHOICE


def test_the_first_estimate_of_table_2_is_that_of_three_greedy_levels() -> None:
    first = paper.TABLE_2[0]
    estimate = layered_error(first.covered, first.errors, 57 + 56 + 55)
    assert float(estimate) == pytest.approx(first.estimate, abs=0.0005)


def test_the_comparisons_are_of_no_more_trials_and_domains_than_there_are() -> None:
    for compared in paper.TRIALS_COMPARED.values():
        assert compared.better + compared.worse <= len(paper.TABLES) * paper.TRIALS
    for compared in paper.DOMAINS_COMPARED.values():
        assert compared.better + compared.worse <= len(paper.TABLES)
