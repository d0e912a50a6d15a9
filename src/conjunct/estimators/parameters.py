"""Parameters as fields: a class declares its own and inherits those of its base classes.

A parameter is one line with its type, its default and its allowed values. The constructor, its
signature and the checks in `fit` are made from these lines. Descriptions of inherited parameters
are added to the docstring. A base class declares and describes what its classifiers share.
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
        The default value.
    allowed : Constraint or None, default=None
        The allowed values; None if they are not checked, or only together with the rows.
    kw_only : bool, default=True
        Whether the parameter is keyword-only.
    """
    metadata = {} if allowed is None else {"allowed": allowed}
    return field(default=default, kw_only=kw_only, metadata=metadata)


@dataclass_transform(kw_only_default=True, eq_default=False, field_specifiers=(parameter,))
def with_parameters(kind: Kind) -> Kind:
    """Give an estimator a constructor that takes its fields and those of its base classes.

    The allowed values of the parameters are stored in `_allowed`. If a class declares an inherited
    parameter again with another default only, the allowed values of the base class remain.

    Parameters
    ----------
    kind : type
        An estimator whose annotated attributes are parameters, except for class variables.

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
    """Give the constructor a signature with these parameters in order, annotated with types.

    The names of types would mean nothing in the module of a class that inherits the parameter.
    """
    constructor = kind.__init__
    types = get_type_hints(kind)
    shown = inspect.signature(constructor).parameters
    parameters = [shown[name].replace(annotation=types[name]) for name in names]
    parameters.sort(key=lambda one: one.kind)
    constructor.__annotations__ = {name: types[name] for name in names} | {"return": None}
    constructor.__signature__ = inspect.Signature([shown["self"], *parameters])
