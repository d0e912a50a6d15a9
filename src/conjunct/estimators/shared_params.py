"""`SharedParameters`: what every learner of rules can be told, declared and described once."""

from __future__ import annotations

from typing import Any, Literal

from conjunct.count.engines import ENGINES
from conjunct.estimators.fitted_rules import FittedRules
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.model.condition import MISSING, Missing
from conjunct.params import MemorySize, NamedOr, Number, OneOf


@with_parameters
class SharedParameters(FittedRules):
    """The parameters that all learners of rules have.

    A learner for which one of them means something else describes it in its own docstring.

    Parameters
    ----------
    class_weight : dict, "balanced" or None, default=None
        Weight of the rows of each class, see :doc:`/guide/row_weights`.
    time_limit : float or None, default=None
        Seconds after which learning ends with the best model so far, and a note that says so,
        see :doc:`/guide/time_limits`.
    memory_limit : int, str or None, default=None
        Memory that learning may take, as ``"2GB"`` or in bytes: a larger table is put into
        temporary files, or refused, see :doc:`/guide/large_tables`.
    promises : {"auto", True, False}, default="auto"
        Whether to repeat the search on parts of the rows, which tells what to expect of each
        rule on new rows, see :doc:`/guide/promises`. ``"auto"``: where it takes about two
        seconds at most.
    hold_out : float or None, default=None
        About this share of the rows is not learned from, and bounds the errors of the rules.
    confidence : float, default=0.95
        Chance that no rule's error is above what it is said to be at most.
    missing : {"fails", "value"}, default="fails"
        ``"fails"``: a missing cell satisfies no condition. ``"value"``: it is a value of its
        own.
    engine : {"auto", "local", "mapped", "numpy", "dask"} or engine, default="auto"
        What counts the rows: see :doc:`/guide/engines`. The model is the same.
    n_jobs : int or None, default=None
        Threads for counting; -1 uses all cores.
    """

    class_weight: Any = None
    time_limit: float | None = parameter(default=None, allowed=Number(0, optional=True))
    memory_limit: int | str | None = parameter(default=None, allowed=MemorySize())
    promises: Literal["auto"] | bool = parameter(
        default="auto", allowed=OneOf(("auto", True, False))
    )
    hold_out: float | None = parameter(default=None, allowed=Number(0.0, 0.9, optional=True))
    confidence: float = parameter(default=0.95, allowed=Number(0.5, 1.0))
    missing: Missing = parameter(default="fails", allowed=OneOf(MISSING))
    engine: Any = parameter(
        default="auto",
        allowed=NamedOr(ENGINES, "a function that makes an engine from coded rows", types=True),
    )
    n_jobs: int | None = None
