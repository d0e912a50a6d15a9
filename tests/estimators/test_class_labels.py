"""What `fit` says about classes that cannot be learned, in frames and in arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from conjunct import LayeredRuleClassifier
from conjunct.estimators.class_labels import class_labels, target_name

FRAME = pd.DataFrame({"a": [1, 2, 3, 4] * 5, "b": list("uvwx") * 5})
YES = ["no", "yes"] * 10

REFUSED = [
    pytest.param(["no", None] * 10, "Input y contains NaN or None in row 2", id="None"),
    pytest.param([1.0, np.nan] * 10, "Input y contains NaN", id="NaN"),
    pytest.param(pd.Series(["no", None] * 10), "Input y contains NaN or None in row 2", id="null"),
    pytest.param(pd.Series([1, None] * 10, dtype="Int64"), "Input y contains NaN", id="NA"),
    pytest.param(np.array([1.0, np.inf] * 10), "Input y contains infinity", id="infinite"),
    pytest.param(["no", 1] * 10, "y mixes texts and numbers: 'no' in row 1, 1 in row 2", id="mix"),
    pytest.param([True, "no"] * 10, "y mixes booleans and texts: True in row 1", id="booleans"),
    pytest.param([(1, 2), 3] * 10, "y holds a tuple in row 1|inhomogeneous", id="tuples"),
    pytest.param(pd.to_datetime(["2024-01-01", "2024-01-02"] * 10), "y holds dates", id="dates"),
    pytest.param(YES[:-1], r"inconsistent numbers of samples: \[20, 19\]", id="short"),
    pytest.param(np.array([YES, YES]).T, "y should be a 1d array", id="two columns"),
    pytest.param(None, "requires y to be passed, but the target y is None", id="nothing"),
    pytest.param(np.linspace(0, 1, 20), "Unknown label type: continuous", id="measurements"),
]


@pytest.mark.parametrize("X", [FRAME, FRAME.to_numpy(), FRAME[["a"]].to_numpy()])
@pytest.mark.parametrize(("y", "sentence"), REFUSED)
def test_what_cannot_be_a_class_is_refused_in_one_sentence(X: Any, y: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        LayeredRuleClassifier().fit(X, y)


@pytest.mark.parametrize(
    ("y", "name"),
    [
        (pd.Series(YES, name="play"), "play"),
        (pl.Series("play", YES), "play"),
        (pd.Series(YES), "class"),
        (pd.Series(YES, name=""), "class"),
        (pd.Series(YES, name=7), "class"),
        (np.array(YES), "class"),
        (YES, "class"),
    ],
)
def test_the_name_of_the_classes_is_the_target(y: Any, name: str) -> None:
    assert target_name(y) == name
    assert LayeredRuleClassifier(promises=False).fit(FRAME, y).rules_.target == name


def test_a_frame_of_one_column_names_the_target() -> None:
    assert target_name(pd.DataFrame({"play": YES})) == "play"
    assert target_name(FRAME) == "class"


@pytest.mark.parametrize("y", [[1, 2], [True, False], ["a", "b"], [1, 2.5]])
def test_labels_of_one_sort_stay_as_they_are(y: list[Any]) -> None:
    assert class_labels(y).tolist() == y
