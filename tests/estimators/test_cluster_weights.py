"""Weights of the rows of a Dask frame: the model is that of the same rows and weights here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import fsum
from typing import Any

import numpy as np
import pytest
from tests.estimators.cluster_rows import N_ROWS, cluster_rows, in_dask
from tests.estimators.test_cluster import halves, new_cluster

from conjunct import (
    CN2Classifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
    read_table,
)
from conjunct.count import classes_by_content, ranked_by_content
from conjunct.count.engine_views import exact_weights
from conjunct.encode import encode, repetition
from conjunct.errors import DataError
from conjunct.estimators.dask_table import dask_table

distributed = pytest.importorskip("distributed", reason="distributed is not installed")
pytest.importorskip("dask.dataframe", reason="dask.dataframe is not installed")
da = pytest.importorskip("dask.array", reason="dask.array is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")

ENDS = (0, 45, 46)
RANDOM = np.random.default_rng(5)
WEIGHTS: dict[str, Any] = {
    "whole": RANDOM.integers(0, 4, N_ROWS).astype(float),
    "real": np.where(RANDOM.random(N_ROWS) < 0.1, 0.0, RANDOM.uniform(0.1, 3.0, N_ROWS)),
    "all 1": np.ones(N_ROWS),
    "0 in a whole part": np.where(np.arange(N_ROWS) < 45, 0.0, 1.5),
}
GIVEN: dict[str, Callable[[Any, Any], Any]] = {
    "a column": lambda frame, weights: frame["weight"],
    "a Dask array": lambda frame, weights: da.from_array(weights, chunks=50),
    "an array": lambda frame, weights: weights,
    "a list": lambda frame, weights: weights.tolist(),
}


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with new_cluster() as cluster, distributed.Client(cluster) as client:
        yield client


def models(make: Any, weights: Any, given: str = "a column", n_classes: int = 3) -> tuple[str, str]:
    """Return the model of weighted rows on the cluster, and here."""
    frame = cluster_rows(n_classes=n_classes)
    X, y = halves(frame)
    here = make(engine="numpy").fit(X, y, sample_weight=weights).rules_.to_json()
    frame["weight"] = weights
    there = in_dask(frame, ENDS)
    X, y = halves(there.drop(columns="weight"))
    own = GIVEN[given](there, weights)
    return make(engine="dask").fit(X, y, sample_weight=own).rules_.to_json(), here


@pytest.mark.parametrize("which", WEIGHTS)
def test_weighted_rows_give_the_model_of_the_same_rows_here(which: str, client: Any) -> None:
    there, here = models(partial(RuleTreeClassifier, promises=False), WEIGHTS[which])
    assert there == here


@pytest.mark.parametrize("given", GIVEN)
def test_weights_may_be_here_or_there(given: str, client: Any) -> None:
    there, here = models(partial(SeCoClassifier, promises=False), WEIGHTS["real"], given)
    assert there == here


@pytest.mark.parametrize("learner", [CN2Classifier, RuleTreeClassifier])
def test_whole_weights_are_repeated_rows_with_promises(learner: Any, client: Any) -> None:
    there, here = models(learner, WEIGHTS["whole"], n_classes=2)
    assert there == here


@pytest.mark.slow
@pytest.mark.parametrize("which", ["whole", "real"])
def test_a_weighted_card_is_that_of_its_rows(which: str, client: Any) -> None:
    make = partial(ScoreCardClassifier, size=1, promises=False)
    there, here = models(make, WEIGHTS[which], n_classes=2)
    assert there == here


def test_too_large_whole_weights_are_not_repeated(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repetition, "MOST_REPEATED", 0)
    monkeypatch.setattr(repetition, "MOST_TIMES", 1)
    there, here = models(partial(CN2Classifier, promises=False), WEIGHTS["whole"] + 1.0)
    assert there == here


@pytest.mark.parametrize(
    "class_weight", ["balanced", {"yes": 3.0, "no": 0.5, "maybe": 0.0}], ids=str
)
@pytest.mark.parametrize("which", [None, "real"])
def test_classes_may_have_weights(class_weight: Any, which: str | None, client: Any) -> None:
    make = partial(RuleTreeClassifier, class_weight=class_weight, promises=False)
    if which is not None:
        there, here = models(make, WEIGHTS[which])
    else:
        frame = cluster_rows()
        there, here = (
            make(engine=engine).fit(*halves(rows)).rules_.to_json()
            for engine, rows in (("dask", in_dask(frame, ENDS)), ("numpy", frame))
        )
    assert there == here


def test_codes_ranks_and_weights_do_not_come_from_parts(client: Any) -> None:
    frame = cluster_rows().drop(columns=["number", "since", "nothing"])
    weights = exact_weights(RANDOM.permutation(WEIGHTS["real"] + 0.1))
    X, y = halves(in_dask(frame, (30, 30, 100)))
    table = dask_table(X, y, client, lambda names: [], weights)[0]
    there = table.coded("value", 9, None, None)
    local = replace(read_table(frame, target="kind"), weights=weights)
    here = ranked_by_content(encode(local, "value", 9))
    order = [2, 0, 1]
    for own, other in ((there, here), (there.with_classes(order), here.with_classes(order))):
        assert weighted_rows(own.gathered()) == weighted_rows(other)
        labels = own.content.labels
        assert [fsum(own.weights[labels == one]) for one in range(3)] == [
            fsum(other.weights[other.labels == one]) for one in range(3)
        ]
        assert classes_by_content(own) == classes_by_content(other)


def weighted_rows(table: Any) -> list[Any]:
    """Return class, rank, weight and codes of every row, in an order that is not that of parts."""
    codes = [table.codes(at).tolist() for at in range(table.n_columns)]
    numbers = (table.labels.tolist(), table.ranks.tolist(), table.weights.tolist())
    return sorted(zip(*numbers, *codes, strict=True))


BAD: dict[str, tuple[Any, type[Exception], str]] = {
    "too short": (np.ones(N_ROWS - 1), ValueError, "sample_weight.shape == "),
    "negative": (-np.ones(N_ROWS), ValueError, "Negative values in data"),
    "missing": (np.full(N_ROWS, np.nan), ValueError, "contains NaN"),
    "all 0": (np.zeros(N_ROWS), ValueError, "at least one non-zero"),
    "next to 0": (np.full(N_ROWS, 1e-20), DataError, "all weights are 0 or almost 0"),
    "huge": (np.full(N_ROWS, 1e300), DataError, "divide them all by the same number"),
    "a name": ("age", DataError, "give a column of the Dask frame, such as rows\\['age'\\]"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_weights_are_refused_in_one_sentence(case: str, client: Any) -> None:
    weights, error, why = BAD[case]
    X, y = halves(in_dask(cluster_rows(), ENDS))
    with pytest.raises(error, match=why):
        CN2Classifier().fit(X, y, sample_weight=weights)


def test_a_column_of_weights_must_be_divided_as_the_rows_are(client: Any) -> None:
    frame = in_dask(cluster_rows(), ENDS)
    X, y = halves(frame)
    with pytest.raises(DataError, match="X has 4 parts and sample_weight has 2; take both from"):
        CN2Classifier().fit(X, y, sample_weight=in_dask(cluster_rows(), (60,))["age"])
    with pytest.raises(DataError, match="sample_weight must be one column of a Dask frame"):
        CN2Classifier().fit(X, y, sample_weight=frame[["age"]])
