from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.report.checks import MOST_THRESHOLDS, _bins, _thresholds, checks_data
from conjunct.report.known_rows import known_rows

from .made_up import MODELS, ROWS, card


def checks(rules: Any, rows: Any = ROWS) -> dict[str, Any]:
    found = checks_data(rules, known_rows(rules, rows))
    assert found is not None
    return found


@pytest.mark.parametrize("kind", MODELS)
def test_confusion_counts_what_predict_says(kind: str) -> None:
    rules = MODELS[kind]()
    confusion = checks(rules)["confusion"]
    expected = [[0, 0], [0, 0]]
    for status, predicted in zip(ROWS["status"], rules.predict(ROWS).tolist(), strict=True):
        expected[status == "good"][predicted == "good"] += 1
    assert confusion == expected


def test_errors_are_said_beside_those_of_one_class() -> None:
    # The card calls rows 1, 2 and 8 bad; row 6 is bad too.
    assert checks(card())["said"] == "1 of 8 rows wrong (12.5 %; always bad: 50.0 %)."


def test_scores_of_a_card_are_those_on_paper() -> None:
    (scores,) = checks(card())["scores"]
    assert scores == {
        "class": 0,
        "of": "score",
        "at": [-1.25, 0.0, 1.25, 2.5],
        "ours": [0, 1, 0, 3],
        "others": [2, 1, 1, 0],
        "start": 3,  # at 1.25 both sums are equal, and good has more rows
    }


def test_without_a_known_class_there_is_nothing_to_check() -> None:
    rows = {**ROWS, "status": ["new"] * 8}
    assert checks_data(card(), known_rows(card(), rows)) is None


values = st.lists(st.sampled_from([0.1, 0.2, 0.5, 0.7]) | st.floats(0, 1), min_size=1, max_size=400)


@given(values, st.data())
def test_rows_from_each_threshold_on_are_those_at_or_above_it(
    drawn: list[float], data: st.DataObject
) -> None:
    numbers = np.array(drawn)
    ours = np.array(data.draw(st.lists(st.booleans(), min_size=len(drawn), max_size=len(drawn))))
    found = _thresholds(numbers, ours, 0.5)
    for place, at in enumerate(found["at"]):
        assert sum(found["ours"][place:]) == np.count_nonzero(ours & (numbers >= at))
        assert sum(found["others"][place:]) == np.count_nonzero(~ours & (numbers >= at))
    called = sum(found["ours"][found["start"] :]) + sum(found["others"][found["start"] :])
    assert called == np.count_nonzero(numbers >= 0.5)


def test_the_model_s_own_threshold_stays_among_few() -> None:
    numbers = np.linspace(0, 1, 5001)
    found = _thresholds(numbers, numbers > 0.3, 0.31415)
    assert len(found["at"]) <= MOST_THRESHOLDS + 1
    called = sum(found["ours"][found["start"] :]) + sum(found["others"][found["start"] :])
    assert called == np.count_nonzero(numbers >= 0.31415)


@given(values)
def test_bins_hold_every_row_once_and_keep_equal_ones_together(drawn: list[float]) -> None:
    chances = np.array(drawn)
    happened = chances > 0.4
    bins = _bins(chances, happened)
    assert sum(rows for *_, rows in bins) == len(drawn)
    assert sum(share * rows for _, share, rows in bins) == pytest.approx(happened.sum())
    assert sum(mean * rows for mean, _, rows in bins) == pytest.approx(chances.sum())
    ends = np.cumsum([rows for *_, rows in bins])[:-1]
    rising = np.sort(chances)
    assert all(rising[end - 1] < rising[end] for end in ends)
