"""Collect the facts about its training that a model keeps, see `conjunct.model.training`."""

from __future__ import annotations

import inspect
from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

import numpy as np

from conjunct import __version__
from conjunct.count.counts import as_numbers
from conjunct.count.engine_views import exact_weights
from conjunct.data import Column, Table
from conjunct.estimators.dask_table import DaskTable
from conjunct.estimators.remembered_parts import facts_elsewhere
from conjunct.model import Rules
from conjunct.model.decided import DecidedCounts, count_decided
from conjunct.model.distribution import Distribution
from conjunct.model.training import TrainingFacts, with_training
from conjunct.threads import in_threads
from conjunct.types import Floats

AnyRules = TypeVar("AnyRules", bound=Rules)
NO_MATTER = frozenset({"engine", "n_jobs"})
"""Parameters that cannot change a model."""
CHANGING_ROWS = ("class_weight", "hold_out")
"""Parameters that make rules count other rows or weights than those of the table."""


def remembering(
    rules: AnyRules,
    table: Table,
    learner: str,
    settings: Mapping[str, tuple[Any, bool]],
    n_threads: int = 1,
) -> AnyRules:
    """Return rules with the facts about their training.

    The rows count without class weights, because tables that the model sees later have none. So
    the facts do not depend on the engine or on its partition of the rows.

    Parameters
    ----------
    rules : Rules
        The learned rules.
    table : Table
        All rows, including those that were held out; perhaps with weights.
    learner : str
        Name of the estimator class.
    settings : mapping
        Its parameters by name, each with whether it is the default, see `settings_of`.
    n_threads : int
        Number of columns that are counted in parallel.
    """
    table, weights = _rows(table)
    are_own = all(settings.get(name, (None,))[0] is None for name in CHANGING_ROWS)
    if isinstance(table, DaskTable):
        attributes, decided = facts_elsewhere(rules, table, weights)
    else:
        attributes, decided = _facts(rules, table, weights, are_own, n_threads)
    n_rows = np.array([table.n_rows]) if weights is None else weights.sum(keepdims=True)
    facts = TrainingFacts(
        source=table.name,
        rows=as_numbers(n_rows)[0],
        learner=learner,
        settings={name: value for name, (value, _) in settings.items()},
        changed=tuple(name for name, (_, is_default) in settings.items() if not is_default),
        version=__version__,
        attributes=attributes,
        decided=decided,
    )
    return with_training(rules, facts)


def _facts(
    rules: Rules, table: Table, weights: Floats | None, are_own: bool, n_threads: int
) -> tuple[dict[str, Distribution], DecidedCounts]:
    """Return the distributions of the columns, and the counts of the model's decisions."""
    used = set(rules.attributes)

    def spread(column: Column) -> Distribution:
        return Distribution.of(column, weights, whole=column.name in used)

    found = in_threads(spread, table.columns, n_threads)
    attributes = dict(zip(table.names, found, strict=True))
    return attributes, count_decided(rules, table, weights, are_own)


def settings_of(estimator: Any) -> dict[str, tuple[Any, bool]]:
    """Return the parameters that can change a model, each with whether it is the default.

    Examples
    --------
    >>> from conjunct import SeCoClassifier
    >>> settings = settings_of(SeCoClassifier("laplace", n_jobs=2))
    >>> settings["heuristic"], "n_jobs" in settings
    (('laplace', False), False)
    """
    return {
        name: (_plain(getattr(estimator, name)), _same(getattr(estimator, name), default))
        for name, default in _defaults(estimator.__class__).items()
        if name not in NO_MATTER
    }


@lru_cache
def _defaults(kind: Hashable) -> dict[str, Any]:
    """Return the defaults of all parameters, in the order of their names."""
    parameters = inspect.signature(cast(type[Any], kind)).parameters
    return {name: parameters[name].default for name in sorted(parameters)}


def _same(value: Any, default: Any) -> bool:
    return value is default or (type(value) is type(default) and _plain(value) == _plain(default))


def _plain(value: Any) -> Any:
    """Return a value that JSON can hold: an object as its repr, a function as its name."""
    if isinstance(value, np.generic | np.ndarray):
        value = value.tolist()
    if isinstance(value, float) and not np.isfinite(value):
        return str(value)
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Mapping):
        return {str(_plain(key)): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    return _written(value) or getattr(value, "__name__", type(value).__name__)


def _written(value: Any) -> str | None:
    """Return the repr of a dataclass with plain values; None for any other object."""
    if not is_dataclass(value) or isinstance(value, type):
        return None
    parts = {one.name: getattr(value, one.name) for one in fields(value)}
    numbers = {name: one.item() for name, one in parts.items() if isinstance(one, np.generic)}
    is_plain = all(map(_is_plain, (parts | numbers).values()))
    return repr(replace(value, **numbers)) if is_plain else None


def _is_plain(value: Any) -> bool:
    """Tell whether a value is None, a number, a text, or a sequence of such values."""
    if isinstance(value, tuple | list):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | bool | int | float)


def _rows(table: Table) -> tuple[Table, Floats | None]:
    """Return the rows with weight, and weights whose sums are exact; None if all are 1."""
    if table.weights is None:
        return table, None
    weights = exact_weights(np.asarray(table.weights, np.float64))
    counting = np.flatnonzero(weights)
    weights = weights[counting]
    if len(counting) < table.n_rows:
        table = replace(table.take(counting), weights=None)
    return table, None if (weights == 1.0).all() else weights
