"""How often new rows will contradict a rule: rates that can be worked out on paper."""

from __future__ import annotations

import math

import pytest
from scipy.stats import binom

from conjunct import ScoreCardClassifier
from conjunct.cards.estimates import contradicted_share
from conjunct.choose import layered_error
from conjunct.data import shipped_table


@pytest.mark.parametrize(
    ("covered", "errors", "share"),
    [
        (1, 0, 3 / 4),
        (2, 0, 1 / 2),
        # At rate r at least one of two rows is no error with chance 1 - r².
        (2, 1, math.sqrt(3 / 4)),
        (4, 0, 1 - math.sqrt(1 / 2)),
        (4, 3, (3 / 4) ** (1 / 4)),
        (7, 7, 1.0),
    ],
)
def test_so_few_errors_are_seen_one_time_in_four(covered: int, errors: int, share: float) -> None:
    assert contradicted_share(covered, errors) == pytest.approx(share)


@pytest.mark.parametrize(("covered", "errors"), [(3, 1), (19, 2), (50, 20), (400, 3)])
def test_it_is_the_corrected_error_of_the_better_of_two(covered: int, errors: int) -> None:
    share = contradicted_share(covered, errors)
    assert binom.cdf(errors, covered, share) == pytest.approx(1 / 4)
    assert share == pytest.approx(float(layered_error(covered, errors, 2)))
    assert share > (errors + 1) / (covered + 2)


def test_more_rows_of_the_same_frequency_are_believed_more() -> None:
    shares = [contradicted_share(5 * n, n) for n in (1, 2, 4, 100, 10_000)]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == pytest.approx(0.2, abs=0.005)


def test_rules_of_a_card_print_it_whether_they_speak_for_a_class_or_against() -> None:
    card = ScoreCardClassifier().fit_table(shipped_table()).rules_
    assert {rule.against for rule in card} == {False, True}
    for rule in card:
        contrary = rule.counts[rule.head] if rule.against else rule.covered - rule.counts[rule.head]
        assert rule.corrected_error == contradicted_share(rule.covered, contrary)
