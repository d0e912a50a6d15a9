from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from conjunct import read_table
from conjunct.choose import poe_error
from conjunct.data import shipped_table
from conjunct.errors import DataError, ModelError
from conjunct.estimators.instances import NearestItemsClassifier
from conjunct.estimators.instances import nearness as nearness_file
from conjunct.experiments.trial import halves


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks([NearestItemsClassifier(), NearestItemsClassifier(3, beam_width=2)])
def test_scikit_learn_check_passes(estimator: object, check: object) -> None:
    check(estimator)


def flowers() -> tuple[pd.DataFrame, list[str]]:
    frame = pd.DataFrame(
        {
            "petal": [1.0, 2.0, np.nan, 7.0, 8.0, 9.0],
            "colour": pd.Categorical(["red", "red", "red", "blue", None, "blue"]),
            "is_tall": [True, False, True, False, True, False],
        }
    )
    return frame, ["a", "a", "a", "b", "b", "b"]


def test_a_frame_with_words_and_missing_cells_is_learned_from() -> None:
    X, y = flowers()
    model = NearestItemsClassifier(2).fit(X, y)
    assert model.training_error_ == 0
    assert model.items_.tolist() == [0, 4]
    assert model.predict(X).tolist() == y
    assert model.nearest_items(X).tolist() == [0, 0, 0, 4, 4, 4]
    assert model.feature_names_in_.tolist() == ["petal", "colour", "is_tall"]
    new = pd.DataFrame({"petal": [3.0, 8.0], "colour": ["green", "blue"], "is_tall": [True, None]})
    assert model.predict(new).tolist() == ["a", "b"]


def test_pandas_polars_and_tables_give_the_same_model() -> None:
    X, y = flowers()
    model = NearestItemsClassifier(3).fit(X, y)
    polars = pl.from_pandas(X)
    assert NearestItemsClassifier(3).fit(polars, y).items_.tolist() == model.items_.tolist()
    table = read_table(X.assign(kind=y), target="kind")
    from_table = NearestItemsClassifier(3).fit_table(table)
    assert from_table.items_.tolist() == model.items_.tolist()
    assert str(from_table.retained_) == str(model.retained_)
    assert from_table.predict(X).tolist() == model.predict(polars).tolist()


def test_numbers_can_be_taken_as_categories() -> None:
    X, y = [[1], [2], [3], [2]], ["odd", "even", "odd", "even"]
    as_numbers = NearestItemsClassifier(2, beam_width=99).fit(X, y)
    as_words = NearestItemsClassifier(2, beam_width=99, categorical_features=[0]).fit(X, y)
    assert as_words.retained_.kinds == {"x0": "nominal"}
    assert as_numbers.training_error_ == 0.25
    assert as_words.training_error_ == 0  # 3 is as far from 1 as from 2, and 1 is the lower row
    assert as_words.predict([[2], [7]]).tolist() == ["even", "odd"]


def test_missing_cells_can_be_a_value_of_their_own() -> None:
    X = pd.DataFrame({"vote": ["y", None, "y", None, "y"]})
    y = ["b", "a", "b", "a", "b"]
    differs = NearestItemsClassifier(2, beam_width=9).fit(X, y)
    value = NearestItemsClassifier(2, beam_width=9, missing="value").fit(X, y)
    assert value.training_error_ == 0
    assert value.predict(X).tolist() == y
    assert value.predict(pd.DataFrame({"vote": ["new"]})).tolist() == ["b"]
    assert differs.items_.tolist() == [1, 2]
    assert differs.training_error_ == 0  # missing is as far from both, and 1 is the lower row


@pytest.mark.parametrize(
    ("n_classes", "n_rows", "expected"), [(2, 50, 10), (12, 50, 12), (2, 6, 6)]
)
def test_ten_rows_are_retained_or_one_a_class_or_all(
    n_classes: int, n_rows: int, expected: int
) -> None:
    X, y = np.arange(n_rows)[:, None], np.arange(n_rows) % n_classes
    assert len(NearestItemsClassifier(beam_width=1).fit(X, y).items_) == expected


def test_the_search_may_end_by_process_oriented_evaluation() -> None:
    table = shipped_table().take(np.arange(0, 344, 4))
    model = NearestItemsClassifier("poe").fit_table(table)
    fixed = NearestItemsClassifier(len(model.items_)).fit_table(table)
    more = NearestItemsClassifier(len(model.items_) + 1).fit_table(table)
    assert model.items_.tolist() == fixed.items_.tolist()
    assert model.corrected_error_ == fixed.corrected_error_ <= more.corrected_error_
    errors = round(model.training_error_ * table.n_rows)
    expected = float(poe_error(table.n_rows, errors, model.n_scored_))
    assert model.corrected_error_ == pytest.approx(expected)
    with pytest.raises(ValueError, match="a whole number from 1 up, 'poe' or None"):
        NearestItemsClassifier("all").fit_table(table)


def test_the_training_error_is_what_predict_gets_wrong() -> None:
    table = shipped_table()
    frame = pd.DataFrame({c.name: _cells(c) for c in table.columns})
    labels = np.array(table.target.levels)[table.target.values]
    model = NearestItemsClassifier(4).fit(frame, labels)
    assert model.training_error_ == pytest.approx(1 - model.score(frame, labels), abs=1e-12)
    assert model.training_error_ == model.retained_.training_error
    assert model.retained_.counts.sum() == table.n_rows
    assert model.score(frame, labels) > 0.9


def _cells(column):
    if column.kind == "numeric":
        return column.values
    return [column.levels[code] if code >= 0 else None for code in column.values]


def test_probabilities_are_smoothed_counts_and_agree_with_predict() -> None:
    X, y = [[0], [1], [2], [10], [11]], ["a", "b", "a", "b", "b"]
    model = NearestItemsClassifier(2, beam_width=9).fit(X, y)
    assert model.items_.tolist() == [0, 1]
    assert model.predict_proba([[0], [12]]).tolist() == [[2 / 3, 1 / 3], [2 / 6, 4 / 6]]
    everywhere = np.linspace(-5, 20, 60)[:, None]
    top = model.predict_proba(everywhere).argmax(axis=1)
    assert (model.classes_[top] == model.predict(everywhere)).all()


def test_it_works_inside_scikit_learn(tmp_path: Path) -> None:
    X, y = flowers()
    X, y = pd.concat([X] * 4, ignore_index=True), y * 4
    search = GridSearchCV(NearestItemsClassifier(), {"n_items": [2, 4]}, cv=2).fit(X, y)
    assert search.best_score_ > 0.9
    assert cross_val_score(clone(search.best_estimator_), X, y, cv=2).mean() > 0.9
    again = pickle.loads(pickle.dumps(search.best_estimator_))
    assert again.predict(X).tolist() == search.predict(X).tolist()


def test_wrong_parameters_are_refused_with_what_is_allowed() -> None:
    X, y = [[1], [2]], [0, 1]
    with pytest.raises(ValueError, match=r"'n_items' parameter .* from 1 up, 'poe' or None"):
        NearestItemsClassifier(0).fit(X, y)
    with pytest.raises(ValueError, match="'beam_width' parameter"):
        NearestItemsClassifier(beam_width=0).fit(X, y)
    with pytest.raises(ValueError, match=r"'missing' parameter .* 'differs', 'value'"):
        NearestItemsClassifier(missing="fails").fit(X, y)
    with pytest.raises(DataError, match=r"n_items is 3, more .* \(n_samples=2\); retain fewer"):
        NearestItemsClassifier(3).fit(X, y)


def test_a_table_that_is_too_long_to_compare_all_rows_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nearness_file, "MAX_ROWS", 3)
    with pytest.raises(DataError, match=r"has 4 rows, and all pairs .* learn from a sample"):
        NearestItemsClassifier().fit([[1], [2], [3], [4]], [0, 0, 1, 1])


def test_a_table_without_a_target_is_refused() -> None:
    with pytest.raises(DataError, match="has no target to learn"):
        NearestItemsClassifier().fit_table(read_table({"x": [1, 2]}))


def test_retained_rows_are_printed_and_put_in_a_frame() -> None:
    X, y = flowers()
    items = NearestItemsClassifier(2).fit(X, y).retained_
    assert len(items) == 2
    assert str(items).splitlines() == [
        "row  petal  colour   is_tall  class  decides  wrong",
        "  0      1  red      true     a            3      0",
        "  4      8  missing  true     b            3      0",
        "2 of 6 rows retained: each row gets the class of the nearest of them.",
    ]
    frame = items.to_frame()
    assert frame.columns.tolist() == ["row", *X.columns, "class", "decides", "wrong"]
    assert frame["row"].tolist() == [0, 4]


def test_attributes_that_do_not_fit_into_a_line_are_counted() -> None:
    X = pd.DataFrame({f"attribute_{number}": [0.0, 1.0] for number in range(20)})
    text = NearestItemsClassifier(2).fit(X, ["a", "b"]).retained_.to_text(width=60)
    assert max(map(len, text.splitlines()[:-1])) <= 60
    assert text.endswith("18 more attributes not shown.")


def test_names_of_attributes_do_not_clash_with_ours_in_a_frame() -> None:
    X = pd.DataFrame({"class": [1, 2], "row": [3, 4]})
    frame = NearestItemsClassifier(2).fit(X, ["a", "b"]).retained_.to_frame()
    assert frame.columns.tolist() == ["row_", "class", "row", "class_", "decides", "wrong"]


def test_a_table_with_other_columns_is_refused_by_the_model() -> None:
    items = NearestItemsClassifier(2).fit(*flowers()).retained_
    with pytest.raises(ModelError, match="no column 'petal', which the model needs"):
        items.nearest(read_table({"petals": [1]}))
    words = read_table({"petal": ["x"], "colour": ["red"], "is_tall": ["true"]})
    with pytest.raises(ModelError, match=r"'petal' of .* is nominal, but the model learned it as"):
        items.nearest(words)


def test_columns_may_come_in_any_order_to_the_model() -> None:
    X, y = flowers()
    items = NearestItemsClassifier(2).fit(X, y).retained_
    turned = read_table(X[["is_tall", "colour", "petal"]])
    assert items.nearest(turned).tolist() == items.nearest(read_table(X)).tolist()


def test_a_real_table_is_classified_as_well_as_by_rules(tables: Path) -> None:
    table = read_table(tables / "hepatitis.arff", target="Class")
    train, test = (table.take(rows) for rows in halves(table, trial=0))
    model = NearestItemsClassifier().fit_table(train)
    wrong = model.retained_.heads[model.retained_.nearest(test)] != test.target.values
    assert model.training_error_ < 0.12
    assert wrong.mean() < 0.3
