"""`SharedParameters`: the parameters that all rule learners have, declared and described once."""

from __future__ import annotations

from typing import Any, Literal

from conjunct.count.engines import ENGINES
from conjunct.estimators.fitted_rules import FittedRules
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.model.condition import MISSING, Missing
from conjunct.params import MemorySize, NamedOr, Number, OneOf


@with_parameters
class SharedParameters(FittedRules):
    """The parameters that all rule learners have.

    If a parameter means something else for one learner, the docstring of that learner describes it.

    Parameters
    ----------
    class_weight : dict, "balanced" or None, default=None
        Weight of the rows of each class, see :doc:`/guide/row_weights`. ``"balanced"`` gives all
        classes the same total weight.
    time_limit : float or None, default=None
        Time limit of `fit` in seconds. When it is reached, `fit` returns the best model so far,
        with a note that says so. See :doc:`/guide/time_limits`.
    memory_limit : int, str or None, default=None
        Memory that learning may use, in bytes or as in ``"2GB"``. A table that needs more is
        moved to temporary files, or refused. See :doc:`/guide/large_tables`.
    promises : {"auto", True, False}, default="auto"
        Whether to estimate the error of each rule on new rows, by repeating the search on parts
        of the training rows. ``"auto"``: only if that takes about two seconds at most. See
        :doc:`/guide/promises`.
    hold_out : float or None, default=None
        Approximate share of the rows to hold out. Rules are not learned from these rows but
        checked on them, which can lower the bounds on their errors. None holds out no rows.
    confidence : float, default=0.95
        Confidence level of the bounds on the errors of the rules: with this probability, all of
        them hold at once.
    missing : {"fails", "value"}, default="fails"
        How missing cells are treated. ``"fails"``: a missing cell satisfies no condition.
        ``"value"``: missing is a value of its own.
    engine : {"auto", "local", "mapped", "numpy", "dask"} or engine, default="auto"
        The engine that counts rows, see :doc:`/guide/engines`. All engines give the same model.
    n_jobs : int or None, default=None
        Number of threads for counting; -1 uses all cores.
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
