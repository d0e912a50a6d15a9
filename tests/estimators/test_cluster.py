"""Learners on a real Dask cluster of two worker processes: the model is that of this process."""

from __future__ import annotations

import gc
import pickle
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from tests.estimators.cluster_rows import N_ROWS, cluster_rows, in_dask
from tests.estimators.test_same_model import LEARNERS

from conjunct import (
    CN2Classifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
    read_table,
)
from conjunct.count import NO_TESTS, classes_by_content, each_class, ranked_by_content
from conjunct.count.dask_engine import DaskEngine, in_one_sentence
from conjunct.data import Column, Table, shipped_table
from conjunct.encode import NumericSummary, encode, summarise
from conjunct.errors import ConjunctError, DataError
from conjunct.estimators.dask_table import _may_number_rows, _without_identifiers, dask_table

distributed = pytest.importorskip("distributed", reason="distributed is not installed")
pytest.importorskip("dask.dataframe", reason="dask.dataframe is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")

DIVISIONS = {
    "uneven": (5, 50, 51),
    "an empty part": (0, 60, 60),
    "one huge part": (N_ROWS - 2, N_ROWS - 1),
    "one part": (),
}
QUICK: dict[str, Any] = {
    "cn2": CN2Classifier,
    "tree": RuleTreeClassifier,
    "seco": SeCoClassifier,
}


def new_cluster(n_workers: int = 2) -> Any:
    """Start worker processes, forked from one that has imported what they need."""
    needed = ["distributed", "dask.dataframe", "conjunct.estimators.dask_table", "conjunct.count"]
    distributed.utils.get_mp_context().set_forkserver_preload(needed)
    return distributed.LocalCluster(
        n_workers=n_workers, threads_per_worker=1, processes=True, dashboard_address=None
    )


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with new_cluster() as cluster, distributed.Client(cluster) as client:
        yield client


def halves(frame: Any) -> tuple[Any, Any]:
    return frame.drop(columns="kind"), frame["kind"]


def model_of(estimator: Any, frame: Any) -> str:
    return str(estimator.fit(*halves(frame)).rules_.to_json())


def test_without_a_client_engine_dask_says_what_to_do() -> None:
    # The first test: the cluster of the others is not there yet.
    with pytest.raises(ConjunctError, match="there is no Dask client; make one first"):
        CN2Classifier(engine="dask").fit_table(shipped_table())


@pytest.mark.parametrize("learner", QUICK)
def test_a_table_here_is_learned_there(learner: str, client: Any) -> None:
    frame, make = cluster_rows(n_classes=2), partial(QUICK[learner], promises=False)
    assert model_of(make(engine=DaskEngine(client)), frame) == model_of(make(engine="numpy"), frame)


@pytest.mark.parametrize("division", DIVISIONS)
def test_a_dask_frame_gives_the_model_of_its_rows(division: str, client: Any) -> None:
    frame = cluster_rows()
    make = partial(RuleTreeClassifier, promises=False)
    there = in_dask(frame, DIVISIONS[division])
    assert model_of(make(engine="dask"), there) == model_of(make(engine="numpy"), frame)


def rows_of(table: Any) -> list[Any]:
    """Return class, rank and codes of every row, in an order that does not come from parts."""
    codes = [table.codes(at).tolist() for at in range(table.n_columns)]
    return sorted(zip(table.labels.tolist(), table.ranks.tolist(), *codes, strict=True))


def test_codes_ranks_and_classes_do_not_come_from_parts(client: Any) -> None:
    frame = cluster_rows().drop(columns=["number", "since", "nothing"])
    X, y = halves(in_dask(frame, (30, 30, 100)))
    there = dask_table(X, y, client, lambda names: [])[0].coded("value", 9, None, None)
    here = ranked_by_content(encode(read_table(frame, target="kind"), "value", 9))
    assert rows_of(there.gathered()) == rows_of(here)
    order = classes_by_content(here)
    assert classes_by_content(there) == order
    moved = there.with_classes(order)
    assert rows_of(moved.gathered()) == rows_of(here.with_classes(order))
    assert moved.classes == here.with_classes(order).classes
    assert classes_by_content(moved) == [0, 1, 2]


@pytest.mark.slow
def test_a_card_of_three_classes_is_that_of_its_rows(client: Any) -> None:
    frame = cluster_rows().iloc[:40]
    make = partial(ScoreCardClassifier, size=1, promises=False)
    there = in_dask(frame, (30, 31))
    assert model_of(make(), there) == model_of(make(), frame)


@pytest.mark.slow
@pytest.mark.parametrize("learner", [one for one in LEARNERS if one != "one class knopf"])
def test_every_learner_gives_the_model_of_its_rows(learner: str, client: Any) -> None:
    frame = cluster_rows(n_classes=2).iloc[:60]
    make = partial(LEARNERS[learner], promises=False)
    here = model_of(make(engine="numpy"), frame)
    assert model_of(make(engine="dask"), in_dask(frame, (20, 20, 35))) == here


def test_parquet_is_learned_through_dask(client: Any, tmp_path: Path) -> None:
    dd = pytest.importorskip("dask.dataframe")
    frame = cluster_rows().drop(columns="size")
    in_dask(frame, (20, 90)).to_parquet(tmp_path / "rows")
    there = dd.read_parquet(tmp_path / "rows")
    make = partial(CN2Classifier, promises=False)
    assert model_of(make(), there) == model_of(make(engine="numpy"), frame)


def test_parts_that_disagree_on_a_kind_make_a_nominal_column(client: Any) -> None:
    frame = cluster_rows()
    frame["code"] = np.arange(N_ROWS) % 7
    frame["code"] = frame["code"].astype(object)
    frame.loc[100, "code"] = "x"
    make = partial(RuleTreeClassifier, promises=False)
    there = make().fit(*halves(in_dask(frame, (60,))))
    here = make(engine="numpy").fit(*halves(frame))
    assert there.rules_.to_json() == here.rules_.to_json()


def test_two_fits_at_once_on_one_client(client: Any) -> None:
    frames = [cluster_rows(seed) for seed in (1, 2)]
    make = partial(CN2Classifier, promises=False)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda f: model_of(make(engine=DaskEngine(client)), f), frames))
    assert found == [model_of(make(engine="numpy"), frame) for frame in frames]


def test_the_rows_leave_the_workers_with_the_engine(client: Any) -> None:
    before = _kept(client)
    engine = DaskEngine(client)(encode(shipped_table()))
    engine.tally(np.array([engine.root()]), [NO_TESTS], each_class(3))
    own = _kept(client) - before
    assert own
    del engine
    gc.collect()
    end = time.monotonic() + 20
    while own & _kept(client) and time.monotonic() < end:
        time.sleep(0.1)
    assert not own & _kept(client)


def _kept(client: Any) -> set[str]:
    return {key for keys in client.has_what().values() for key in keys}


def test_an_engine_is_copied_without_its_client(client: Any) -> None:
    engine = DaskEngine(client, "numpy")
    assert clone(CN2Classifier(engine=engine)).engine is engine
    assert pickle.loads(pickle.dumps(engine)) == DaskEngine(None, "numpy")
    model = RuleTreeClassifier(engine=engine).fit(*halves(cluster_rows()))
    again = pickle.loads(pickle.dumps(model))
    assert again.rules_.to_json() == model.rules_.to_json()


REFUSED: dict[str, tuple[Any, str]] = {
    "weights by name": ({"sample_weight": "age"}, r"give a column of the Dask frame, such as rows"),
    "y here": ({"y": ["yes"] * N_ROWS}, "y must be a column of a Dask frame"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_done_there_is_refused_in_one_sentence(case: str, client: Any) -> None:
    there = in_dask(cluster_rows(), (60,))
    given, why = REFUSED[case]
    X, y = halves(there)
    with pytest.raises(DataError, match=why):
        CN2Classifier().fit(**{"X": X, "y": y, **given})


def test_a_bad_cell_is_refused_in_one_sentence(client: Any) -> None:
    frame = cluster_rows()
    frame.loc[70, "income"] = np.inf
    with pytest.raises(DataError, match="'income' of part 2 of the table holds an infinite value"):
        CN2Classifier().fit(*halves(in_dask(frame, (60,))))
    frame = cluster_rows()
    frame["price"] = "1.234,50"
    with pytest.raises(DataError, match="'price' holds numbers that are written as text"):
        CN2Classifier().fit(*halves(in_dask(frame, (60,))))


@pytest.mark.parametrize(
    ("values", "may"),
    [
        (np.arange(500.0), True),
        (np.arange(500.0) * 7, True),
        (np.arange(500.0) % 400, False),
        (np.arange(500.0) + 0.5, False),
    ],
)
def test_numbers_in_buckets_are_looked_at_if_they_may_number_rows(values: Any, may: bool) -> None:
    summary = NumericSummary.of(values, limit=16)
    assert summary.level > 0
    assert _may_number_rows(summary) == may


def test_an_identifier_in_buckets_is_left_out(client: Any) -> None:
    X, y = halves(in_dask(cluster_rows(), (60,))[["age", "number", "kind"]])
    table = dask_table(X, y, client, lambda names: ["number"])[0]
    assert table.names == ("age", "number")
    numeric = [replace(column, kind="numeric") for column in table.columns]
    parts = client.map(_with_numbers, table.parts)
    table = replace(table, columns=tuple(numeric), parts=tuple(parts))
    one, two = (summarise(part, limit=16) for part in client.gather(parts))
    kept = _without_identifiers(table, one + two, [])
    assert kept.names == ("age",)
    assert kept.notes[-1].startswith("Left out 'number': every value is different")


def _with_numbers(table: Table) -> Table:
    """Return a part whose numbers of rows are numeric."""
    age, number = table.columns
    values = np.array([*map(float, number.levels), np.nan])[number.values]
    return replace(table, columns=(age, Column("number", "numeric", values)))


def test_a_file_that_is_not_there_is_not_a_lost_cluster(client: Any) -> None:
    with pytest.raises(FileNotFoundError), in_one_sentence(client):
        raise FileNotFoundError("rows.parquet")
    with pytest.raises(ConjunctError, match="lost its rows"), in_one_sentence(client):
        raise distributed.CancelledError("gone")
