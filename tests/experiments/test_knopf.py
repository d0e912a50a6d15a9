"""The study `knopf`: samples and noise by hand, averages of made-up trials, and one real run."""

from __future__ import annotations

from itertools import product
from math import comb, log2

import numpy as np
import pytest

from conjunct.data import read_table, shipped_table
from conjunct.errors import DataError
from conjunct.experiments.knopf import (
    CLEARLY,
    contrast,
    costs_of,
)
from conjunct.experiments.knopf_trials import (
    NOISE,
    SHARES,
    SIZES,
    noisy_theories,
    problem_of,
)
from conjunct.experiments.made_tables import made_table
from conjunct.experiments.trial import Trial

PENGUINS = Trial("penguins", 0, 0)


def learned(table) -> np.ndarray:  # type: ignore[no-untyped-def]
    return np.asarray(table.target.values == 1)


def test_the_rarest_class_is_learned_and_the_test_rows_are_apart() -> None:
    problem = problem_of(shipped_table(), PENGUINS)
    assert learned(problem.table).sum() == 68
    assert problem.sizes() == [30]
    rows = np.concatenate((*problem.pools, *problem.tests))
    assert sorted(rows.tolist()) == list(range(344))
    assert [len(pool) for pool in problem.pools] == [184, 45]


@pytest.mark.parametrize("share", SHARES.values())
def test_samples_have_the_share_of_the_class_and_the_noise_asked_for(share: float) -> None:
    problem = problem_of(made_table("dnf-20"), Trial("dnf-20", 0, 0))
    assert problem.sizes() == list(SIZES)
    clean = problem.sample(1920, share, 0)
    assert learned(clean).mean() == pytest.approx(share)
    noisy = problem.sample(1920, share, 20)
    turned = learned(clean) != learned(noisy)
    assert turned.mean() == pytest.approx(0.2, abs=0.03)
    noisier = learned(clean) != learned(problem.sample(1920, share, 40))
    assert not np.any(turned & ~noisier)


def test_errors_are_weighted_by_the_share_of_the_class() -> None:
    """Without rules everything gets the frequent class: a quarter is wrong either way."""
    X = {"x": ["a"] * 200, "y": ["no"] * 100 + ["yes"] * 100}
    rows = list(noisy_theories(read_table(X, target="y"), Trial("constant", 0, 0)))
    clean = {row["share"]: row for row in rows if row["noise"] == 0}
    assert [clean[share]["error"] for share in SHARES] == [0.25, 0.5, 0.25]
    assert [clean[share]["called"] for share in ("minority", "majority")] == [0.0, 1.0]


def test_a_table_with_too_few_rows_is_refused_by_name() -> None:
    table = shipped_table().take(np.arange(150, 175))
    with pytest.raises(DataError, match=r"tiny has .* rows of its rarest class, too few"):
        problem_of(table, Trial("tiny", 0, 0))


def test_a_trial_has_a_line_for_every_sample_measure_and_choice() -> None:
    rows = list(noisy_theories(shipped_table(), PENGUINS))
    keys = {tuple(row[name] for name in ("share", "noise", "measure", "choice")) for row in rows}
    assert len(rows) == len(keys) == len(SHARES) * len(NOISE) * 3 * 2
    for row in rows:
        assert 0 <= row["error"] <= 1
        assert 0 <= row["called"] <= 1
        assert (row["strategy"] == "no rules") == (row["rules"] == 0)
        if row["choice"] == "exact":
            assert row["strategy"] != "p - n"


def entropy_bits(positives: int, negatives: int) -> float:
    rows = positives + negatives
    return sum(own * log2(rows / own) for own in (positives, negatives) if own)


def plain_costs(positives: tuple[int, ...], n_rows: int) -> tuple[list[float], list[float]]:
    """Return the costs by Pfahringer's measure and by Quinlan's, from the formulas as printed."""
    first, second = [], []
    for size in range(3):
        bodies = size * log2(3)
        inside, outside = positives[:size], positives[size:]
        left = len(outside) * n_rows
        shares = sum(entropy_bits(own, n_rows - own) for own in inside)
        first.append(bodies + shares + entropy_bits(sum(outside), left - sum(outside)))
        covered = size * n_rows
        ways = comb(covered, covered - sum(inside)) * comb(left, sum(outside))
        second.append(bodies + log2(ways))
    return first, second


def test_counts_are_those_of_plain_loops_over_all_tables() -> None:
    different = clear = 0
    tables = {tuple(sorted(one, reverse=True)) for one in product(range(13), repeat=3)}
    for positives in tables:
        first, second = plain_costs(positives, 12)
        assert costs_of(positives, 12, "pfahringer") == pytest.approx(first, abs=1e-9)
        assert costs_of(positives, 12, "quinlan") == pytest.approx(second, abs=1e-9)
        one, two = (min(range(3), key=lambda n, c=c: (round(c[n], 9), n)) for c in (first, second))
        different += one != two
        clear += first[two] - first[one] > CLEARLY and second[one] - second[two] > CLEARLY
    found = contrast(12)
    counted = [found[name] for name in ("tables", "different", "clearly")]
    assert counted == [len(tables), different, clear]
    assert clear > 0
