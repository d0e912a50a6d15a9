"""The learners by name, and how the options of a command set their parameters."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import conjunct
from conjunct.cli.option import option
from conjunct.cli.written_values import (
    check_value,
    is_number,
    read_value,
    whole_name,
    with_parts,
    wrong,
)

if TYPE_CHECKING:
    from conjunct.params import Constraint

DEFAULT = "card"
LAYERED = "layered"
"""The learner whose searches can be compared."""
COMPARED = ("card", "ripper", "tree")
"""Learners compared by default: one for each kind of model."""
_NOT_SET = ("categorical_features", "n_jobs", "keep")
"""Parameters that ``--set`` cannot set, because ``--kind``, ``--jobs`` and ``--keep`` do."""
_BY_COLUMN = {"cuts": "--cuts", "monotonic_cst": "--monotonic"}
"""Parameters with values by column, and the options of `learn` that set them."""


@dataclass(frozen=True)
class Learner:
    """One learner of the command line.

    Parameters
    ----------
    name : str
        Its name for ``--learner``.
    estimator : str
        Name of its class in `conjunct`, which is imported on first use.
    summary : str
        A short description.
    """

    name: str
    estimator: str
    summary: str

    def parameters(self) -> list[str]:
        """Return the names of the parameters that can be set."""
        known = self._class()().get_params(deep=False)
        return [name for name in known if name not in _NOT_SET]

    def values(self, options: Options) -> dict[str, Any]:
        """Return the options that the learner knows, as values of its parameters."""
        known, allowed = self.parameters(), _written() | self._class()._allowed
        values = {name: value for name, value in options.flags.items() if name in known}
        for name, value in values.items():
            check_value(name, value, allowed.get(name), _flag(name))
        for name, text in options.texts.items():
            if name in known:
                values[name] = read_value(name, text, allowed.get(name))
        for name, texts in options.parts().items():
            if name in known:
                default = self._default(name)
                value = values.get(name, default)
                values[name] = with_parts(name, value, default, texts, allowed.get(name))
        return values

    def make(self, options: Options, n_jobs: int, promises: bool = False) -> Any:
        """Return an unfitted estimator, which by default learns the same model each time.

        Parameters
        ----------
        options : Options
            The user's options.
        n_jobs : int
            Number of threads.
        promises : bool, default=False
            Whether to compute the promises of the rules, unless the user says otherwise.
        """
        given = {"n_jobs": n_jobs, "random_state": 0, "promises": promises} | self.values(options)
        known = self._class()().get_params(deep=False)
        return self._class()(**{name: value for name, value in given.items() if name in known})

    def _default(self, name: str) -> Any:
        return self._class()().get_params(deep=False)[name]

    def _class(self) -> Any:
        return getattr(conjunct, self.estimator)


LEARNERS: dict[str, Learner] = {
    one.name: one
    for one in (
        Learner("card", "ScoreCardClassifier", "a few rules with points"),
        Learner("layered", "LayeredRuleClassifier", "beams that widen while it pays"),
        Learner("cn2", "CN2Classifier", "CN2, which adds up the counts of rules"),
        Learner("seco", "SeCoClassifier", "separate-and-conquer with any heuristic"),
        Learner("ripper", "RipperClassifier", "RIPPER, as in Weka's JRip"),
        Learner("knopf", "KnopfClassifier", "the rules with the shortest description"),
        Learner("tree", "RuleTreeClassifier", "a decision tree"),
    )
}
"""All learners of the command line. To add one, add a line."""

_SUMMARIES = ", ".join(f"{one.name} ({one.summary})" for one in LEARNERS.values())

LearnerName = Annotated[
    str | None, option("NAME", f"The learner: {_SUMMARIES}. By default {DEFAULT}.", "--learner")
]
LearnerNames = Annotated[
    str | None,
    option(
        "A,B,…",
        f"The learners to compare: {_SUMMARIES}. By default {', '.join(COMPARED)}.",
        "--learner",
    ),
]
Parameters = Annotated[
    list[str] | None,
    option(
        "NAME=VALUE",
        "Set any parameter of the learner, such as size=accurate or stopping=poe, or a "
        "parameter of such a value, such as stopping.rate=raw. May be repeated.",
        "--set",
    ),
]


@dataclass(frozen=True)
class Options:
    """The user's options for the parameters of learners.

    Parameters
    ----------
    flags : mapping of str to value
        Values of options named like the parameter; only options that were given.
    texts : mapping of str to str
        Values of ``--set``, as written.
    """

    flags: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Sequence[str] | None, **flags: Any) -> Options:
        """Read the values of ``--set`` and of the flags; None means that a flag was not given.

        Examples
        --------
        >>> Options.of(["beam_width=2", "conditions==,<="], max_rules=3, missing=None)
        Options(flags={'max_rules': 3}, texts={'beam_width': '2', 'conditions': '=,<='})
        """
        texts: dict[str, str] = {}
        known = {name: value for name, value in flags.items() if value is not None}
        for one in given or []:
            name, equals, text = one.partition("=")
            if not name or not equals:
                raise wrong(f"{one!r} is not NAME=VALUE")
            if name in _BY_COLUMN:
                raise wrong(f"{name!r} is set by {_BY_COLUMN[name]} of conjunct learn")
            if name in texts or name in known:
                raise wrong(f"{name!r} is given twice")
            texts[name] = text
        return cls(known, texts)

    def check(self, learners: Sequence[Learner]) -> None:
        """Refuse parameters that no learner has, and values that they cannot take."""
        for name, given in self._unknown_to(learners):
            who = " and ".join(one.name for one in learners)
            has = "has" if len(learners) == 1 else "have"
            raise wrong(f"{who} {has} no parameter {name!r}; {self._what_to_do(learners)}", given)
        for learner in learners if self.flags or self.texts else ():
            learner.values(self)

    def _what_to_do(self, learners: Sequence[Learner]) -> str:
        """Name the learners with all given parameters, or else the parameters of these learners."""
        others = [one for one in LEARNERS.values() if not self._unknown_to([one])]
        if others:
            return f"use {' or '.join(f'--learner {one.name}' for one in others)}"
        return f"choose among {', '.join(_parameters(learners))}"

    def words(self) -> list[str]:
        """Return the same options as words of a command line.

        Examples
        --------
        >>> print(*Options.of(["beam_width=2"], max_rules=3).words())
        --max-rules 3 --set beam_width=2
        """
        flags = [
            (_flag(name), text) for name, value in self.flags.items() for text in _flag_texts(value)
        ]
        texts = [("--set", f"{name}={text}") for name, text in self.texts.items()]
        return [word for option, value in flags + texts for word in (option, shlex.quote(value))]

    def all_set(self, but: str) -> Options:
        """Return the same options with ``--set`` for every flag, without the parameter `but`.

        Values by column are left out, because ``--set`` cannot express them.

        Examples
        --------
        >>> options = Options.of(["max_width=2"], max_rules=3, search="greedy")
        >>> print(*options.all_set(but="search").words())
        --set max_rules=3 --set max_width=2
        """
        texts = {name: _text_of(value) for name, value in self.flags.items()} | dict(self.texts)
        left_out = {but, *_BY_COLUMN}
        kept = {name: text for name, text in texts.items() if whole_name(name) not in left_out}
        return Options(texts=kept)

    def parts(self) -> dict[str, dict[str, str]]:
        """Return the values of ``--set`` for nested parameters, such as ``stopping.rate``.

        Examples
        --------
        >>> Options.of(["stopping=poe", "stopping.rate=raw"]).parts()
        {'stopping': {'rate': 'raw'}}
        """
        found: dict[str, dict[str, str]] = {}
        for name, text in self.texts.items():
            whole, dot, part = name.partition(".")
            if dot:
                found.setdefault(whole, {})[part] = text
        return found

    def _unknown_to(self, learners: Sequence[Learner]) -> list[tuple[str, str]]:
        """Return the parameters that none of the learners has, each with the option that sets it.

        Without options, no learner is imported.
        """
        named = [(name, _flag(name)) for name in self.flags]
        named += [(name, "--set") for name in self.texts]
        known = _parameters(learners) if named else []
        return [(name, option) for name, option in named if whole_name(name) not in known]


def read_learner(name: str) -> Learner:
    """Return a learner by its name."""
    if name not in LEARNERS:
        raise wrong(f"{name!r} is not a learner; choose among {', '.join(LEARNERS)}", "--learner")
    return LEARNERS[name]


def read_learners(given: str) -> list[Learner]:
    """Read names of learners, separated by commas.

    Examples
    --------
    >>> [one.name for one in read_learners("cn2, layered")]
    ['cn2', 'layered']
    """
    learners = [read_learner(word.strip()) for word in given.split(",")]
    for learner in learners:
        if learners.count(learner) > 1:
            raise wrong(f"{learner.name!r} is listed twice", "--learner")
    return learners


def _parameters(learners: Sequence[Learner]) -> list[str]:
    return list(dict.fromkeys(name for one in learners for name in one.parameters()))


def _written() -> dict[str, Constraint]:
    """Return what users may write for parameters that take any object in Python."""
    from conjunct.params import OneOf, Text, Whole

    return {
        "random_state": Whole(0, optional=True, most=2**32 - 1),
        "class_weight": OneOf((None, "balanced")),
        "positive": Text(),  # classes of a file are texts, even if they look like numbers
    }


def _text_of(value: Any) -> str:
    """Return the text of an option's value; several numbers are separated by commas."""
    if isinstance(value, tuple):
        return ",".join(repr(one).removesuffix(".0") for one in value)
    return str(value)


def _flag(name: str) -> str:
    return _BY_COLUMN.get(name) or "--" + name.replace("_", "-")


def _flag_texts(value: Any) -> list[str]:
    """Return the values of an option, one text for each time that it is given.

    Examples
    --------
    >>> _flag_texts(3), _flag_texts({"age": (25.0, 40.5)}), _flag_texts({"bmi": {"a": -1}})
    (['3'], ['age=25,40.5'], ['bmi=a:-1'])
    """
    if not isinstance(value, Mapping):
        return [_text_of(value)]
    return [f"{name}={_of_column(one)}" for name, one in value.items()]


def _of_column(value: Any) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{label}:{sign}" for label, sign in value.items())
    return _text_of(value)


def read_cuts(given: Sequence[str] | None) -> dict[str, tuple[float, ...]] | None:
    """Read the ``NAME=A,B,…`` of every ``--cuts``.

    Examples
    --------
    >>> read_cuts(["age=25,40.5", "a=b=1"])
    {'age': (25.0, 40.5), 'a=b': (1.0,)}
    """
    cuts = {}
    for one in given or []:
        name, _, text = one.rpartition("=")
        numbers = [part.strip() for part in text.split(",")]
        if not name or not all(map(is_number, numbers)):
            raise wrong(f"{one!r} is not NAME=A,B,… with numbers", "--cuts")
        if name in cuts:
            raise wrong(f"{name!r} is given twice", "--cuts")
        cuts[name] = tuple(map(float, numbers))
    return cuts or None


def read_trends(given: Sequence[str] | None) -> dict[str, int | dict[str, int]] | None:
    """Read the ``NAME=1``, ``NAME=-1`` or ``NAME=CLASS:1`` of every ``--monotonic``.

    Examples
    --------
    >>> read_trends(["age=1", "bmi=sick:-1"])
    {'age': 1, 'bmi': {'sick': -1}}
    """
    trends: dict[str, int | dict[str, int]] = {}
    for one in given or []:
        name, _, text = one.rpartition("=")
        label, colon, sign = text.rpartition(":")
        if not name or sign not in ("1", "+1", "-1"):
            raise wrong(f"{one!r} is not NAME=1, NAME=-1 or NAME=CLASS:1", "--monotonic")
        if name in trends:
            raise wrong(f"{name!r} is given twice", "--monotonic")
        trends[name] = {label: int(sign)} if colon else int(sign)
    return trends or None
