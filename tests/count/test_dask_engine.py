"""Which workers of a cluster count. `tests/estimators/test_cluster.py` has one that runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from conjunct.count import dask_engine
from conjunct.count.dask_engine import alive
from conjunct.errors import ConjunctError


@dataclass
class Cluster:
    """A client of a cluster whose workers come one answer after the other."""

    answers: list[list[str]]
    status: str = "running"
    scheduler: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(address="tcp://one"))

    def nthreads(self) -> dict[str, int]:
        workers = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return dict.fromkeys(workers, 1)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_engine, "GLANCE", 0.004)
    monkeypatch.setattr(dask_engine, "PATIENCE", 0.2)


def test_workers_are_listed_in_order_without_those_that_are_gone() -> None:
    assert alive(Cluster([["c", "a", "b"]])) == ["a", "b", "c"]
    assert alive(Cluster([["c", "a", "b"]]), without={"a", "x"}) == ["b", "c"]


def test_a_first_worker_is_waited_for() -> None:
    assert alive(Cluster([[], ["gone"], ["gone", "new"]]), without=["gone"]) == ["new"]


@pytest.mark.parametrize(
    ("cluster", "said"),
    [
        (Cluster([[]]), "the Dask cluster at tcp://one has no workers; start it, and fit again"),
        (Cluster([["a"]], "closed"), "the Dask cluster at tcp://one does not answer; start it"),
        (Cluster([["a"]], "connecting"), "the Dask cluster at tcp://one does not answer;"),
    ],
    ids=["no workers", "closed", "still connecting"],
)
def test_a_cluster_without_workers_is_refused_in_one_sentence(cluster: Cluster, said: str) -> None:
    with pytest.raises(ConjunctError, match=said):
        alive(cluster)
