"""Collect the facts about its training that a model keeps, from rows on a cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from conjunct.count.counts import as_numbers
from conjunct.data import Column, Table
from conjunct.estimators.dask_table import DaskTable
from conjunct.model import Rules
from conjunct.model.decided import DecidedCounts, count_decided, scores_of
from conjunct.model.distribution import Distribution, weight_of
from conjunct.types import AnyArray, Count, Floats


class _Spread(NamedTuple):
    """The values of a column with the number or weight of their rows; missing cells apart."""

    values: AnyArray
    counts: AnyArray
    missing: Count


class _PartFacts(NamedTuple):
    """The facts from one part of the rows: values of the columns, scores and decisions."""

    columns: dict[str, _Spread]
    score: _Spread | None
    decided: DecidedCounts


def facts_elsewhere(
    rules: Rules, table: DaskTable, weights: Floats | None
) -> tuple[dict[str, Distribution], DecidedCounts]:
    """Return the distributions of the columns, and the counts of the model's decisions.

    Only counts are transferred: for columns that the rules use, counts of each value; for others,
    of missing cells.

    Parameters
    ----------
    rules : Rules
        The learned rules.
    table : DaskTable
        The rows.
    weights : ndarray of float or None
        How often each row counts, more than 0; their sums must be exact.
    """
    bare = replace(rules, learner=None)
    each = None if weights is None else table.by_parts(weights)
    parts = table.from_parts(_facts, bare, set(rules.attributes), each=each)
    attributes = {}
    for column in table.columns:
        spread = [part.columns[column.name] for part in parts]
        if column.name in rules.attributes:
            attributes[column.name] = _distribution(column, spread)
        else:
            attributes[column.name] = Distribution(column.kind, _n_missing(spread))
    return attributes, _decided(parts)


def _facts(table: Table, rules: Rules, used: set[str], weights: Floats | None = None) -> _PartFacts:
    score = scores_of(rules, table)
    return _PartFacts(
        {one.name: _spread(one, one.name in used, weights) for one in table.columns},
        None if score is None else _spread(score, True, weights),
        count_decided(rules, table, weights),
    )


def _spread(column: Column, whole: bool, weights: Floats | None) -> _Spread:
    missing = np.isnan(column.values) if column.kind == "numeric" else column.values < 0
    absent = weight_of(missing, weights)
    if not whole:
        return _Spread(np.empty(0), np.empty(0), absent)
    known = None if weights is None else weights[~missing]
    if column.kind == "numeric":
        values, at = np.unique(column.values[~missing], return_inverse=True)
        return _Spread(values, np.bincount(at, known, len(values)), absent)
    counts = np.bincount(column.values[~missing], known, len(column.levels))
    return _Spread(np.array(column.levels, object), counts, absent)


def _n_missing(parts: Sequence[_Spread]) -> Count:
    return _added([one.missing for one in parts])


def _added(counts: Sequence[Count]) -> Count:
    return as_numbers(np.sum(counts, keepdims=True))[0]


def _distribution(column: Column, parts: Sequence[_Spread]) -> Distribution:
    """Return the distribution of a column whose values were counted part by part."""
    values = np.concatenate([one.values for one in parts])
    if column.kind == "nominal":
        place = {level: at for at, level in enumerate(column.levels)}
        values = np.array([place.get(level, 0) for level in values], np.int32)
    found, at = np.unique(values, return_inverse=True)
    counts = np.bincount(at, np.concatenate([one.counts for one in parts]), len(found))
    missing: Any = np.nan if column.kind == "numeric" else np.int32(-1)
    n_missing = _n_missing(parts)
    if n_missing:
        found, counts = np.append(found, missing), np.append(counts, n_missing)
    return Distribution.of(replace(column, values=found), counts.astype(float))


def _decided(parts: Sequence[_PartFacts]) -> DecidedCounts:
    """Add up the counts of the model's decisions over all parts."""
    every = [part.decided for part in parts]
    sums: dict[str, Any] = {
        name: tuple(map(_added, zip(*(getattr(one, name) for one in every), strict=True)))
        for name in ("covered", "predicted", "first")
    }
    score = None
    if every[0].score is not None:
        spread = [part.score for part in parts if part.score is not None]
        score = _distribution(Column("score", "numeric", np.empty(0)), spread)
    return replace(every[0], **sums, score=score)
