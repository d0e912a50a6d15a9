"""Arrays with text, lists, and tables that are still to be collected."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from conjunct import LayeredRuleClassifier, RuleFeatures, ScoreCardClassifier
from conjunct.errors import DataWarning
from conjunct.model import load_model

FRAME = pd.DataFrame({"n": [1.5, 2.5, 3.5, None] * 5, "c": list("uvwx") * 5})
Y = ["no", "yes", "no", "no"] * 5
LEARNERS = [LayeredRuleClassifier(promises=False), ScoreCardClassifier(promises=False)]


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize(
    "as_source",
    [
        lambda frame: frame.to_numpy(dtype=object),
        lambda frame: frame.to_numpy(dtype=object).tolist(),
        lambda frame: frame[["c"]].to_numpy().astype(str),
    ],
    ids=["objects", "lists", "texts"],
)
def test_text_in_arrays_is_nominal_and_numbers_are_numeric(learner: Any, as_source: Any) -> None:
    source = as_source(FRAME)
    model = learner.fit(source, Y)
    assert model.predict(source).tolist() == Y
    kinds = set(model.rules_.kinds.items())
    assert kinds <= {("x0", "numeric"), ("x1", "nominal"), ("x0", "nominal")}
    assert "nominal" in {kind for _, kind in kinds}


def test_the_output_of_a_column_transformer_is_fitted() -> None:
    parts = ColumnTransformer([("n", StandardScaler(), ["n"]), ("c", "passthrough", ["c"])])
    model = make_pipeline(parts, LayeredRuleClassifier(promises=False)).fit(FRAME, Y)
    assert model.predict(FRAME).tolist() == Y


def test_rule_features_take_text_too() -> None:
    source = FRAME.to_numpy(dtype=object)
    columns = RuleFeatures(LayeredRuleClassifier(promises=False)).fit_transform(source, Y)
    assert columns.shape[0] == 20


def test_lazy_tables_are_collected() -> None:
    lazy = pl.from_pandas(FRAME).lazy()
    model = LayeredRuleClassifier(promises=False).fit(lazy, Y)
    assert model.predict(lazy).tolist() == Y
    assert model.feature_names_in_.tolist() == ["n", "c"]
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.register("rows", FRAME)
    relation = connection.sql("select * from rows")
    model = LayeredRuleClassifier(promises=False).fit(relation, Y)
    assert model.predict(relation).tolist() == Y


def test_numeric_identifiers_of_frames_are_left_out_with_a_warning() -> None:
    frame = FRAME.assign(PassengerId=np.arange(20) * 3)
    model = LayeredRuleClassifier(promises=False)
    with pytest.warns(DataWarning, match="Left out 'PassengerId': every value is different"):
        model.fit(frame, Y)
    assert model.predict(frame).tolist() == Y


def test_a_model_reads_new_rows_in_the_form_it_learned_from() -> None:
    prices = [1200.5, 2.5, 1500.25, 3.75] * 5
    texts = [f"{price:.2f}".replace(".", ",") for price in prices]
    labels = ["dear" if price > 100 else "cheap" for price in prices]
    with pytest.warns(DataWarning, match="Read 'price' as numbers with decimal commas"):
        model = LayeredRuleClassifier(promises=False).fit(pd.DataFrame({"price": texts}), labels)
    assert model.rules_.forms == {"price": "1.234,5"}
    ambiguous = pd.DataFrame({"price": ["1,234", "2,345"]})
    assert model.predict(ambiguous).tolist() == ["cheap", "cheap"]
    loaded = load_model(model.rules_.to_json())
    assert loaded.predict(ambiguous).tolist() == ["cheap", "cheap"]
    assert loaded.predict({"price": [1234.0, 2.345]}).tolist() == ["dear", "cheap"]
