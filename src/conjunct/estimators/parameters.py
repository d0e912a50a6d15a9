"""Parameters as fields: a class declares those of its own, and inherits the others.

A parameter is one line with its type, its default and what it may be. The constructor, its
signature and the checks of `fit` follow from these lines; the list in the docstring is completed by
those of the base classes. A base class declares and describes what its classifiers share.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform, get_type_hints

from conjunct.estimators.inherited_docs import described
from conjunct.params import Constraint

Kind = TypeVar("Kind", bound=type[Any])
Value = TypeVar("Value")


def parameter(*, default: Value, allowed: Constraint | None = None, kw_only: bool = True) -> Value:
    """Declare a parameter in the body of a class.

    Parameters
    ----------
    default : object
        The default.
    allowed : Constraint or None, default=None
        What it may be; None where that is not checked, or only with the rows.
    kw_only : bool, default=True
        Whether it must be named in a call.
    """
    metadata = {} if allowed is None else {"allowed": allowed}
    return field(default=default, kw_only=kw_only, metadata=metadata)


@dataclass_transform(kw_only_default=True, eq_default=False, field_specifiers=(parameter,))
def with_parameters(kind: Kind) -> Kind:
    """Give an estimator a constructor that takes its fields and those of its base classes.

    `_allowed` gets what the parameters may be. One that is declared again with nothing but another
    default stays what it was in the base class.

    Parameters
    ----------
    kind : type
        An estimator whose annotated attributes are parameters, class variables excepted.

    Examples
    --------
    >>> from sklearn.base import BaseEstimator
    >>> from conjunct.params import Whole
    >>> @with_parameters
    ... class Shared(BaseEstimator):
    ...     n_jobs: int = parameter(default=1, allowed=Whole(1))
    >>> @with_parameters
    ... class Stump(Shared):
    ...     depth: int = parameter(default=1, allowed=Whole(1))
    >>> inspect.signature(Stump)
    <Signature (*, depth: int = 1, n_jobs: int = 1)>
    >>> Stump(depth=2)
    Stump(depth=2)
    >>> print(Stump._allowed["n_jobs"])
    a whole number from 1 up
    """
    inherited = getattr(kind, "_allowed", {})
    dataclass(kw_only=True, eq=False, repr=False, match_args=False)(kind)
    declared = {one.name: one for one in fields(kind)}
    listed = (name for one in kind.__mro__ for name in inspect.get_annotations(one))
    names = [name for name in dict.fromkeys(listed) if name in declared]
    own = {name: declared[name].metadata.get("allowed", inherited.get(name)) for name in names}
    kind._allowed = {name: allowed for name, allowed in own.items() if allowed is not None}
    _show_signature(kind, names)
    kind.__doc__ = described(kind)
    return kind


def _show_signature(kind: type[Any], names: list[str]) -> None:
    """Let the constructor show its parameters in this order, with types and not their names.

    A name of a type means nothing in the module of a class that inherits the parameter.
    """
    constructor = kind.__init__
    types = get_type_hints(kind)
    shown = inspect.signature(constructor).parameters
    parameters = [shown[name].replace(annotation=types[name]) for name in names]
    parameters.sort(key=lambda one: one.kind)
    constructor.__annotations__ = {name: types[name] for name in names} | {"return": None}
    constructor.__signature__ = inspect.Signature([shown["self"], *parameters])
