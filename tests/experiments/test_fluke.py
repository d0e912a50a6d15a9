"""The study `fluke`: its domain, one trial, and what it says of made-up trials."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.experiments.fluke import findings
from conjunct.experiments.made_tables import (
    FLUKE_CHANCES,
    IDLE,
    LONG,
    SHORT,
    made_table,
    make_fluke,
)
from conjunct.experiments.single_rules import rules_of_won
from conjunct.experiments.trial import Row, Trial

from . import made_up_rules
from .reading import results_of


def test_the_domain_is_what_it_says() -> None:
    table = make_fluke(50_000, seed=5)
    assert table.target is not None
    yes = np.array([column.values for column in table.columns]) == 1
    won = table.target.values == 1
    assert yes.mean(axis=1) == pytest.approx(np.array(SHORT + LONG + IDLE), abs=0.02)
    short, long = yes[:2].all(axis=0), yes[2:6].all(axis=0)
    shares = (won[short].mean(), won[long & ~short].mean(), won[~long & ~short].mean())
    assert shares == pytest.approx(FLUKE_CHANCES, abs=0.02)
    assert made_table("fluke-30").n_rows == 30  # type: ignore[union-attr]


def test_flukes_are_typical() -> None:
    """Most of the first trials have one; in the whole study it is three of four."""
    trials = [
        rules_of_won(make_fluke(276), Trial("fluke-276", number, 0, {"wide": 64}))
        for number in range(8)
    ]
    found = findings(results_of({"fluke-276": trials}))
    counted = {line[0]: line[1] for line in found.grids[1].data}
    assert counted["all three: a fluke"] >= 5
    assert "short1 = yes and short2 = yes" in found.summary[1]
    assert found.summary[2].startswith("Width 64 finds “if ")


def row(width: int, length: int, covered: int, wrong: int) -> Row:
    """Return a rule without an error in training, tested on 100 rows that it covers."""
    facts = made_up_rules.row(("won", 1.0, width, covered, 0, 50, 100, wrong))
    return {**facts, "length": length, "rule": f"rule of {width}"}


def test_the_trial_shown_has_the_median_difference() -> None:
    trials = [
        [row(4, 2, 10, 5), row(8, 6, 20, 5 + more)]
        for more in (1, 9, 6)  # the third trial is the one in the middle
    ]
    trials.append([row(4, 2, 10, 5), row(8, 2, 10, 5)])
    found = findings(results_of({"fluke-276": trials}, seed=7))
    assert found.summary[0] == "Trial 0 of seed 7, a typical one:"
    trials.append([row(4, 2, 10, 5), row(8, 6, 20, 30)])
    found = findings(results_of({"fluke-276": trials}, seed=7))
    assert found.summary[:3] == (
        "Trial 2 of seed 7, a typical one:",
        "Width 4 finds “if rule of 4 then won”: 10 training rows, 0 wrong; of 20,000 unseen rows "
        "it covers 100, 5 wrong (5.0 %).",
        "Width 8 finds “if rule of 8 then won”: 20 training rows, 0 wrong; of 20,000 unseen rows "
        "it covers 100, 11 wrong (11.0 %).",
    )
    assert [line[1] for line in found.grids[1].lines] == ["4", "4", "3", "3"]
