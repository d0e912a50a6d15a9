"""The published numbers agree with each other and with what we know of the tables."""

from __future__ import annotations

import pytest

from conjunct.choose import layered_error
from conjunct.experiments.tables import PUBLIC, paper

PAPER = paper("quinlan1995")
NAMES = {**PAPER["names"], **PAPER["called"]}
LINES = {name: line for name, line in PAPER["table_3"].items() if name != "ratios"}


def test_every_table_of_ours_is_one_of_the_papers_or_stands_in_for_one() -> None:
    assert set(NAMES) == set(PAPER["tables"])
    assert list(PUBLIC)[: len(PAPER["tables"])] == PAPER["tables"]
    assert [NAMES[table] for table in PAPER["tables"]] == list(PAPER["sizes"]) == list(LINES)


@pytest.mark.parametrize("name", PAPER["tables"])
def test_a_table_has_the_papers_size_unless_it_is_other_data(name: str) -> None:
    assert (name in PAPER["stand_ins"]) == (name == "kr-vs-kp")
    if name != "kr-vs-kp":
        assert PUBLIC[name].n_rows == PAPER["sizes"][NAMES[name]][0]


@pytest.mark.parametrize("place", range(12))
def test_the_ratio_line_follows_from_the_lines_above_it(place: int) -> None:
    """Printed numbers are rounded to 0.1, so each ratio lies between two bounds."""
    published, layered = PAPER["table_3"]["ratios"][place], place - place % 3 + 1
    if place == layered:
        assert published == 1.0
        return
    low = [(line[place] - 0.05) / (line[layered] + 0.05) for line in LINES.values()]
    high = [(line[place] + 0.05) / (line[layered] - 0.05) for line in LINES.values()]
    assert sum(low) / 12 <= published <= sum(high) / 12


def test_the_first_estimate_of_table_2_is_that_of_three_greedy_levels() -> None:
    _, errors, covered, estimate = PAPER["table_2"][0]
    assert float(layered_error(covered, errors, 57 + 56 + 55)) == pytest.approx(
        estimate, abs=0.0005
    )
