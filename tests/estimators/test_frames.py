"""Tables of pandas, polars and Arrow, with columns of every type, are learned from as they are."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from conjunct import LayeredRuleClassifier, read_table
from conjunct.errors import DataError, DataWarning

COLOURS = ["blue", "green", "red"]
KINDS = {
    "colour": "nominal",
    "name": "nominal",
    "is_big": "nominal",
    "size": "numeric",
    "count": "numeric",
}


def cells() -> tuple[dict[str, list[Any]], list[str]]:
    rng = np.random.default_rng(7)
    n_rows = 60
    columns: dict[str, list[Any]] = {
        "colour": rng.choice([*COLOURS, None], n_rows).tolist(),
        "name": rng.choice(["u", "v w", "x", None], n_rows).tolist(),
        "is_big": rng.choice([True, False], n_rows).tolist(),
        "size": rng.choice([1.5, 2.25, None, 4.0, 8.5], n_rows).tolist(),
        "count": rng.integers(0, 12, n_rows).tolist(),
    }
    labels = [
        "yes" if (colour == "red") != (big and count > 5) else "no"
        for colour, big, count in zip(
            columns["colour"], columns["is_big"], columns["count"], strict=True
        )
    ]
    return columns, labels


def as_pandas() -> pd.DataFrame:
    frame = pd.DataFrame(cells()[0])
    return frame.assign(
        colour=pd.Categorical(frame["colour"], categories=COLOURS),
        is_big=frame["is_big"].astype(bool),
        size=frame["size"].astype(float),
    )


def as_polars() -> pl.DataFrame:
    return pl.DataFrame(cells()[0]).with_columns(pl.col("colour").cast(pl.Categorical))


def as_arrow() -> pa.Table:
    return pa.table(cells()[0])


FRAMES = [as_pandas, as_polars, as_arrow]


@pytest.mark.parametrize("make", FRAMES)
def test_a_frame_with_columns_of_every_type_fits_and_predicts(make: Any) -> None:
    frame, labels = make(), cells()[1]
    model = LayeredRuleClassifier().fit(frame, labels)
    assert model.feature_names_in_.tolist() == list(KINDS)
    assert model.n_features_in_ == len(KINDS)
    assert model.classes_.tolist() == ["no", "yes"]
    assert model.rules_.kinds == {name: KINDS[name] for name in model.rules_.kinds}
    assert model.score(frame, labels) > 0.9
    assert model.predict_proba(frame).shape == (60, 2)


def test_every_source_gives_the_same_model(tmp_path: Path) -> None:
    columns, labels = cells()
    models = [LayeredRuleClassifier().fit(make(), labels).rules_ for make in FRAMES]
    models.append(LayeredRuleClassifier().fit(as_polars(), pl.Series(labels)).rules_)
    models.append(LayeredRuleClassifier().fit(as_pandas(), pd.Series(labels)).rules_)
    path = tmp_path / "rows.csv"
    pd.DataFrame({**columns, "class": labels}).to_csv(path, index=False)
    table = read_table(path, target="class")
    models.append(LayeredRuleClassifier().fit_table(table).rules_)
    assert all(rules == models[0] for rules in models)
    assert len(models[0]) > 1


def test_a_model_of_a_file_predicts_frames(tmp_path: Path) -> None:
    columns, labels = cells()
    path = tmp_path / "rows.csv"
    pd.DataFrame({**columns, "class": labels}).to_csv(path, index=False)
    model = LayeredRuleClassifier().fit_table(read_table(path, target="class"))
    predicted = [model.predict(make()).tolist() for make in FRAMES]
    assert predicted == [model.rules_.predict(path).tolist()] * len(FRAMES)


@pytest.mark.parametrize("make", FRAMES)
def test_the_order_of_the_rows_changes_nothing(make: Any) -> None:
    frame, labels = make(), np.array(cells()[1])
    order = np.random.default_rng(3).permutation(len(labels))
    moved = frame[order.tolist()] if isinstance(frame, pl.DataFrame) else frame.take(order)
    model = LayeredRuleClassifier(promises=False)  # folds go by the order of rows
    first = model.fit(frame, labels).rules_
    assert model.fit(moved, labels[order]).rules_ == first


def test_categories_never_seen_and_missing_cells_are_predicted() -> None:
    frame, labels = as_pandas(), cells()[1]
    model = LayeredRuleClassifier().fit(frame, labels)
    other = frame.head(3).assign(colour=["violet", None, "red"], size=np.nan)
    assert set(model.predict(other)) <= {"yes", "no"}


def test_another_order_or_set_of_columns_is_refused() -> None:
    frame, labels = as_pandas(), cells()[1]
    model = LayeredRuleClassifier().fit(frame, labels)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[frame.columns[::-1]])
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame.drop(columns="size"))


@pytest.mark.parametrize("make", FRAMES)
def test_a_class_too_many_is_refused(make: Any) -> None:
    with pytest.raises(ValueError, match=r"inconsistent numbers of samples: \[60, 61\]"):
        LayeredRuleClassifier().fit(make(), [*cells()[1], "yes"])


def test_a_column_that_only_names_rows_is_left_out_with_a_warning() -> None:
    frame = as_pandas().assign(id=[f"row {i}" for i in range(60)])
    model = LayeredRuleClassifier()
    with pytest.warns(DataWarning, match="Left out 'id'"):
        model.fit(frame, cells()[1])
    assert "id" not in model.rules_.attributes
    assert any("'id'" in note for note in model.rules_.notes)
    assert model.n_features_in_ == len(KINDS) + 1
    assert model.rules_.rules == LayeredRuleClassifier().fit(as_pandas(), cells()[1]).rules_.rules
    assert len(model.predict(frame)) == 60


def test_every_note_is_issued_once() -> None:
    frame = as_pandas().assign(id=[f"row {i}" for i in range(60)], empty=np.nan)
    with warnings.catch_warnings(record=True) as issued:
        warnings.simplefilter("always")
        LayeredRuleClassifier(promises=False).fit(frame, cells()[1])
    assert [str(one.message)[:16] for one in issued] == ["Left out 'empty'", "Left out 'id': e"]


def test_two_columns_of_one_name_are_refused() -> None:
    frame, labels = as_pandas(), cells()[1]
    twice = pd.concat([frame, frame[["size"]]], axis=1)
    sentence = "more than one column named 'size'; give each its own name"
    with pytest.raises(DataError, match=sentence):
        LayeredRuleClassifier().fit(twice, labels)
    with pytest.raises(DataError, match=sentence):
        LayeredRuleClassifier(promises=False).fit(frame, labels).predict(twice)


def test_a_column_that_only_names_rows_stays_if_it_is_asked_for() -> None:
    frame = pd.DataFrame({"id": [f"row {i}" for i in range(12)]})
    model = LayeredRuleClassifier(categorical_features=["id"]).fit(frame, ["a", "b"] * 6)
    assert model.rules_.attributes == ("id",)


def test_missing_cells_can_be_a_value() -> None:
    frame = pd.DataFrame({"a": ["x", None, "x", None], "n": [1.0, np.nan, 1.0, np.nan]})
    labels = ["known", "missing", "known", "missing"]
    fails = LayeredRuleClassifier().fit(frame, labels)
    assert fails.rules_.n_conditions == 1
    assert "is missing" not in str(fails.rules_)
    for columns in (["a"], ["n"], ["a", "n"]):
        value = LayeredRuleClassifier(missing="value").fit(frame[columns], labels)
        assert value.predict(frame[columns]).tolist() == labels
        assert "is missing" in str(value.rules_)


def test_a_test_for_known_cells_reads_the_same_without_the_sign_for_equal() -> None:
    frame = pd.DataFrame({"n": [1.0, 2.0, np.nan, np.nan]})
    model = LayeredRuleClassifier(missing="value", conditions=("!=",)).fit(frame, list("kkmm"))
    assert model.predict(frame).tolist() == list("kkmm")
    assert {rule.body for rule in model.rules_} == {"n is known", "n is missing"}


def test_a_csv_in_memory_and_a_mapping_of_columns_give_one_model() -> None:
    columns, labels = cells()
    frame = pd.read_csv(io.StringIO(pd.DataFrame(columns).to_csv(index=False)))
    from_mapping = read_table({**columns, "class": labels}, target="class")
    assert (
        LayeredRuleClassifier().fit(frame, labels).rules_
        == LayeredRuleClassifier().fit_table(from_mapping).rules_
    )


def test_a_table_without_a_target_is_refused() -> None:
    with pytest.raises(DataError, match="has no target to learn"):
        LayeredRuleClassifier().fit_table(read_table(cells()[0]))
