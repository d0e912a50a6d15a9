"""Parameters and fitted attributes that classifiers share: allowed and described here, once.

A classifier lists its parameters in `__init__`, as scikit-learn asks. Of a shared one it says no
more: what it may be comes from `SHARED`, and its description takes the place of ``%(shared)s`` in
the docstring. A classifier for which a parameter means something else declares and describes it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import indent
from typing import Any

from conjunct.choose.theories import A_RULE_LIMIT
from conjunct.count import OPERATORS
from conjunct.count.engines import ENGINES
from conjunct.params import Constraint, MemorySize, NamedOr, Number, OneOf, Some, Whole


@dataclass(frozen=True)
class SharedParameter:
    """A parameter that means the same for several classifiers.

    Parameters
    ----------
    kind : str
        What it may be, as docstrings say it; the default comes from the signature.
    text : str
        What it does.
    allowed : Constraint or None
        What it may be; None where the values can only be checked with the rows.
    """

    kind: str
    text: str
    allowed: Constraint | None = None


SHARED: Mapping[str, SharedParameter] = {
    "max_rules": SharedParameter(
        'int, {"pfahringer", "quinlan", "complete"}, PayingRules or None',
        "The largest number of rules. A description length instead of a number keeps rules only\n"
        "while they shorten the description of the classes, see `conjunct.choose.PayingRules`.",
        A_RULE_LIMIT,
    ),
    "max_conditions": SharedParameter(
        "int or None",
        "The largest number of conditions in a rule.",
        Whole(1, optional=True),
    ),
    "min_coverage": SharedParameter(
        "int",
        "The smallest number of rows that a rule must cover when it is found.",
        Whole(1),
    ),
    "conditions": SharedParameter(
        'tuple of {"=", "!=", "<=", ">"}',
        "Forms of conditions that may be used.",
        Some(OPERATORS),
    ),
    "class_weight": SharedParameter(
        'dict, "balanced" or None',
        "Weight of the rows of each class, see :doc:`/guide/row_weights`.",
    ),
    "time_limit": SharedParameter(
        "float or None",
        "Seconds after which learning ends with the best model so far, and a note that says so,\n"
        "see :doc:`/guide/time_limits`.",
        Number(0, optional=True),
    ),
    "memory_limit": SharedParameter(
        "int, str or None",
        'Memory that learning may take, as ``"2GB"`` or in bytes: a larger table is put into\n'
        "temporary files, or refused, see :doc:`/guide/large_tables`.",
        MemorySize(),
    ),
    "promises": SharedParameter(
        '{"auto", True, False}',
        "Whether to repeat the search on parts of the rows, which tells what to expect of each\n"
        'rule on new rows, see :doc:`/guide/promises`. ``"auto"``: where it takes about two\n'
        "seconds at most.",
        OneOf(("auto", True, False)),
    ),
    "hold_out": SharedParameter(
        "float or None",
        "About this share of the rows is not learned from, and bounds the errors of the rules.",
        Number(0.0, 0.9, optional=True),
    ),
    "confidence": SharedParameter(
        "float",
        "Chance that no rule's error is above what it is said to be at most.",
        Number(0.5, 1.0),
    ),
    "max_error": SharedParameter(
        "float or None",
        "Keep only rules that are wrong about at most this share of the rows, with that\n"
        "confidence.",
        Number(0.0, 1.0, optional=True),
    ),
    "missing": SharedParameter(
        '{"fails", "value"}',
        '``"fails"``: a missing cell satisfies no condition. ``"value"``: it is a value of its\n'
        "own.",
        OneOf(("fails", "value")),
    ),
    "categorical_features": SharedParameter(
        '"from_dtype", None or array-like',
        "Columns to take as nominal besides those whose type says so: names, numbers or a mask.",
    ),
    "engine": SharedParameter(
        '{"auto", "local", "mapped", "numpy", "dask"} or engine',
        "What counts the rows: see :doc:`/guide/engines`. The model is the same.",
        NamedOr(ENGINES, "a function that makes an engine from coded rows", types=True),
    ),
    "n_jobs": SharedParameter("int or None", "Threads for counting; -1 uses all cores."),
}
"""The parameters, by name."""

FITTED = """\
search_record_ : tuple of SearchRecord
    What was tried for each rule of ``rules_``.
classes_ : ndarray
    The classes.
n_features_in_ : int
    Number of attributes.
feature_names_in_ : ndarray
    Their names, where X has names."""
"""Fitted attributes of all classifiers, which take the place of ``%(fitted)s``."""


def shared_constraints(kind: type) -> dict[str, Constraint]:
    """Return what the shared parameters of a classifier may be.

    Examples
    --------
    >>> from conjunct import KnopfClassifier
    >>> print(shared_constraints(KnopfClassifier)["missing"])
    one of 'fails', 'value'
    """
    parameters = inspect.signature(kind).parameters
    found = {name: SHARED[name].allowed for name in parameters if name in SHARED}
    return {name: allowed for name, allowed in found.items() if allowed is not None}


def described(kind: type) -> str | None:
    """Return the docstring of a classifier with what is shared filled in.

    Parameters
    ----------
    kind : type
        The classifier. Its ``%(shared)s`` stands for the shared parameters of its constructor that
        the docstring does not describe, ``%(fitted)s`` for the fitted attributes of all.

    Examples
    --------
    >>> class Stump:
    ...     '''Learn one split.
    ...
    ...     Parameters
    ...     ----------
    ...     %(shared)s
    ...     '''
    ...     def __init__(self, n_jobs=None): ...
    >>> print(described(Stump).split("---")[-1].strip("-"))
    <BLANKLINE>
        n_jobs : int or None, default=None
            Threads for counting; -1 uses all cores.
    <BLANKLINE>
    """
    text = kind.__doc__
    if text is None:  # python -OO
        return None
    listed = re.findall(r"^ *(\w+(?:, \w+)*) : ", text, flags=re.MULTILINE)
    own = {name for names in listed for name in names.split(", ")}
    texts = [
        f"{name} : {SHARED[name].kind}, default={_written(one.default)}\n"
        + indent(SHARED[name].text, "    ")
        for name, one in inspect.signature(kind).parameters.items()
        if name in SHARED and name not in own
    ]
    for slot, filling in (("shared", "\n".join(texts)), ("fitted", FITTED)):
        text = re.sub(rf"^( *)%\({slot}\)s$", _indented(filling), text, flags=re.MULTILINE)
    return text


def _indented(filling: str) -> Any:
    return lambda found: indent(filling, found[1])


def _written(default: Any) -> str:
    """Return a default as docstrings write it, texts in double quotes."""
    return repr(default).replace("'", '"')
