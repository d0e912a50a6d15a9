"""The decision boundary over two attributes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
)
from conjunct.data import Column
from conjunct.errors import DataError
from conjunct.plots import DecisionBoundaryDisplay
from conjunct.plots.boundary_plane import borders, table_of, two_columns, usual_row

pytestmark = pytest.mark.usefixtures("pyplot")
LEARNERS = [
    RuleTreeClassifier(),
    ScoreCardClassifier(),
    LayeredRuleClassifier(),
    CN2Classifier(),
    KnopfClassifier(),
]


def numbers() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    X = random.integers(0, 12, (150, 2)).astype(float)
    return X, np.where(X[:, 0] > 5, np.where(X[:, 1] > 3, "a", "b"), "c")


def people() -> tuple[pd.DataFrame, np.ndarray]:
    """Return rows whose class is told by town and age; the third column plays no part."""
    random = np.random.default_rng(1)
    frame = pd.DataFrame(
        {
            "town": random.choice(["Aden", "Bonn", "Cork"], 120),
            "age": random.integers(18, 80, 120),
            "day": pd.Categorical(random.choice(["Mo", "Tu"], 120)),
        },
        index=np.arange(500, 620),
    )
    y = np.where((frame["town"] == "Bonn") & (frame["age"] > 40), "yes", "no")
    return frame, y


def cell_of(edges: np.ndarray, value: float) -> int:
    """Return the cell that a number is in; the right edge belongs to it, as in ≤."""
    return max(place for place in range(len(edges) - 1) if value > edges[place])


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda one: type(one).__name__)
def test_the_rectangles_of_a_rule_model_say_what_it_predicts_for_any_row(learner: Any) -> None:
    X, y = numbers()
    model = learner.fit(X, y)
    display = DecisionBoundaryDisplay.from_estimator(model, X, y)
    anywhere = np.random.default_rng(2).uniform(-0.4, 11.4, (300, 2))
    for row, predicted in zip(anywhere, model.predict(anywhere), strict=True):
        line, column = cell_of(display.y.edges, row[1]), cell_of(display.x.edges, row[0])
        assert display.classes[display.cells[line, column]] == predicted


def test_the_sides_of_a_tree_are_its_thresholds() -> None:
    X, y = numbers()
    display = DecisionBoundaryDisplay.from_estimator(RuleTreeClassifier().fit(X, y), X, y)
    assert display.x.edges[1:-1].tolist() == [5]
    assert display.y.edges[1:-1].tolist() == [3]
    low, high = display.y.edges[[0, -1]]
    assert (low, high) == pytest.approx((-0.55, 11.55))
    right = display.x.edges[-1]
    sides = {tuple(map(tuple, side.tolist())) for side in display.boundary_.get_segments()}
    assert sides == {
        ((5, low), (5, 3)),
        ((5, 3), (5, high)),
        ((5, 3), (right, 3)),
    }


def test_other_classifiers_are_asked_at_the_middle_of_every_cell() -> None:
    X, y = numbers()
    model = LogisticRegression().fit(X, y)
    display = DecisionBoundaryDisplay.from_estimator(model, X, grid_resolution=17)
    assert display.cells.shape == (17, 17)
    assert display.points_ == []
    for line, up in enumerate(display.y.middles):
        for column, across in enumerate(display.x.middles):
            predicted = model.predict([[across, up]])[0]
            assert display.classes[display.cells[line, column]] == predicted


def as_arrow(frame: pd.DataFrame) -> pa.Table:
    return pa.Table.from_pandas(frame, preserve_index=False)


@pytest.mark.parametrize("make", [pd.DataFrame, pl.from_pandas, as_arrow])
def test_nominal_attributes_have_a_band_for_each_value(make: Any) -> None:
    frame, y = people()
    rows = make(frame)
    model = RuleTreeClassifier().fit(rows, y)
    display = DecisionBoundaryDisplay.from_estimator(model, rows, y, attributes=["age", "town"])
    assert [text.get_text() for text in display.ax_.get_yticklabels()] == ["Aden", "Bonn", "Cork"]
    assert display.classes[display.cells].tolist() == [["no", "no"], ["no", "yes"], ["no", "no"]]
    for points in display.points_:
        heights = points.get_offsets()[:, 1]
        assert np.abs(heights - heights.round()).max() < 0.31


def test_other_attributes_keep_their_usual_value_or_that_of_a_row() -> None:
    frame, y = people()
    model = LayeredRuleClassifier().fit(frame, y)
    usual = DecisionBoundaryDisplay.from_estimator(model, frame, attributes=("age", "day"))
    town = frame["town"].mode()[0]
    assert usual.title == f"at town = {town}"
    place = int(np.flatnonzero(frame["town"] == "Bonn")[0])
    bonn = DecisionBoundaryDisplay.from_estimator(
        model, frame, attributes=("age", "day"), others=place
    )
    assert bonn.title == "at town = Bonn"
    assert bonn.classes[bonn.cells[0]].tolist() == ["no", "yes"]
    assert bonn.boundary_.get_segments()


def test_codes_that_the_model_takes_as_nominal_are_bands() -> None:
    X, y = numbers()
    model = KnopfClassifier(categorical_features=[1]).fit(X, y)
    display = DecisionBoundaryDisplay.from_estimator(model, X, y)
    assert display.y.column.kind == "nominal"
    assert len(display.y.middles) == 12
    for line, level in enumerate(display.y.column.levels):
        at = [[across, float(level)] for across in display.x.middles]
        assert display.classes[display.cells[line]].tolist() == model.predict(at).tolist()


@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 10**6))
@settings(max_examples=50, deadline=None)
def test_borders_are_where_neighbours_differ(lines: int, columns: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    cells = random.integers(0, 3, (lines, columns))
    x, y = np.cumsum(random.random(columns + 1)), np.cumsum(random.random(lines + 1))
    expected = set()
    for line in range(lines):
        for column in range(columns):
            if column + 1 < columns and cells[line, column] != cells[line, column + 1]:
                expected.add(((x[column + 1], y[line]), (x[column + 1], y[line + 1])))
            if line + 1 < lines and cells[line, column] != cells[line + 1, column]:
                expected.add(((x[column], y[line + 1]), (x[column + 1], y[line + 1])))
    assert set(borders(cells, x, y)) == expected
    assert len(borders(cells, x, y)) == len(expected)


def test_a_picture_of_many_classes_and_missing_cells_can_be_drawn() -> None:
    X, _ = numbers()
    X[::7, 0] = np.nan
    y = np.arange(len(X)) % 9
    model = RuleTreeClassifier(pruning=None).fit(X, y)
    display = DecisionBoundaryDisplay.from_estimator(model, X, y)
    display.figure_.canvas.draw()
    assert len(display.points_) == 9
    assert len(display.ax_.get_legend().get_texts()) == 9


def test_axes_that_are_given_are_drawn_on_and_names_are_written_as_they_are() -> None:
    from matplotlib.figure import Figure

    frame = pd.DataFrame({"$a$": [1.0, 2, 3, 4], "b": [1.0, 1, 1, 1]})
    axes = Figure().add_subplot()
    model = RuleTreeClassifier(pruning=None).fit(frame, ["$u$", "$u$", "v", "v"])
    display = DecisionBoundaryDisplay.from_estimator(model, frame, ax=axes)
    assert display.ax_ is axes
    display.figure_.canvas.draw()
    assert axes.get_xlabel() == "$a$"
    assert not axes.xaxis.label.get_parse_math()
    assert axes.get_ylim() == (0.5, 1.5)


def refusal(X: Any, y: Any = None, **settings: Any) -> str:
    frame, labels = people()
    model = RuleTreeClassifier().fit(frame, labels)
    with pytest.raises((DataError, ValueError)) as caught:
        DecisionBoundaryDisplay.from_estimator(model, X, y, **settings)
    return str(caught.value)


def test_what_cannot_be_drawn_is_refused_in_one_sentence() -> None:
    frame, _ = people()
    assert refusal(frame) == "X has 3 columns; name two of them with attributes="
    assert "must be two different columns" in refusal(frame, attributes=["age"])
    assert "must be two different columns" in refusal(frame, attributes=["age", 1])
    assert "X has no column 'twn'; did you mean" in refusal(frame, attributes=["age", "twn"])
    two = {"attributes": ["age", "town"]}
    assert refusal(frame, others=120, **two) == "others=120 is not a row; X has 120, the first is 0"
    assert "'grid_resolution' parameter" in refusal(frame, grid_resolution=1, **two)
    assert "X has 120 rows, but y has 2" in refusal(frame, ["yes", "no"], **two)
    many = frame.assign(town=[f"t{n}" for n in range(120)])
    assert "column 'town' has 120 values, too many for an axis" in refusal(many, **two)
    empty = frame.assign(age=np.nan)
    assert refusal(empty, **two) == "column 'age' has no values; give rows that have some"


def test_usual_rows_have_the_middle_number_and_the_most_frequent_value() -> None:
    assert usual_row(Column("a", "numeric", np.array([9.0, 1.0, 5.0, np.nan]))) == 2
    assert usual_row(Column("a", "nominal", np.array([-1, 0, 1, 1]), ("u", "v"))) == 2
    assert usual_row(Column("a", "numeric", np.array([np.nan, np.nan]))) == 0


def test_columns_are_named_or_numbered() -> None:
    table = table_of(np.zeros((2, 3)) + np.arange(3))
    assert [one.name for one in two_columns(table, (2, "x0"))] == ["x2", "x0"]
