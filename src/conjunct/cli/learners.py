"""The learners by name, and how options of a command become their parameters."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

import conjunct

if TYPE_CHECKING:
    from conjunct.estimators.warm import Part
    from conjunct.params import Constraint

DEFAULT = "layered"
_TOLD_OTHERWISE = ("categorical_features", "n_jobs")
"""Parameters that ``--kind`` and ``--jobs`` stand for."""


@dataclass(frozen=True)
class Learner:
    """One learner of the command line.

    Parameters
    ----------
    name : str
        What ``--learner`` calls it.
    estimator : str
        Its public name in `conjunct`; imported when the learner is used.
    summary : str
        What it does, in a few words.
    compiled : str
        What it searches with, as `conjunct.estimators.warm` calls it.
    """

    name: str
    estimator: str
    summary: str
    compiled: Part = "beams"

    def parameters(self) -> list[str]:
        """Return the names of the parameters that can be set."""
        known = self._class()().get_params(deep=False)
        return [name for name in known if name not in _TOLD_OTHERWISE]

    def values(self, options: Options) -> dict[str, Any]:
        """Return those of the options that the learner knows, as its parameters."""
        known, allowed = self.parameters(), self._class()._allowed
        values = {name: value for name, value in options.flags.items() if name in known}
        for name, text in options.texts.items():
            if name in known:
                values[name] = _read_value(name, text, allowed.get(name))
        return values

    def make(self, options: Options, n_jobs: int) -> Any:
        """Return an unfitted estimator."""
        estimator = self._class()(**self.values(options))
        if "n_jobs" in estimator.get_params(deep=False):
            estimator.set_params(n_jobs=n_jobs)
        return estimator

    def parts(self, estimator: Any) -> list[Part]:
        """Return what an estimator of this learner uses that is compiled apart."""
        uses_poe = "poe" in map(str, estimator.get_params(deep=False).values())
        return [self.compiled, "poe"] if uses_poe else [self.compiled]

    def _class(self) -> Any:
        return getattr(conjunct, self.estimator)


LEARNERS: dict[str, Learner] = {
    one.name: one
    for one in (
        Learner("card", "ScoreCardClassifier", "a few rules with points", "cards"),
        Learner("layered", "LayeredRuleClassifier", "beams that widen while it pays"),
        Learner("cn2", "CN2Classifier", "CN2, whose rules are added up"),
        Learner("seco", "SeCoClassifier", "any heuristic, rarest class first", "climbs"),
        Learner("ripper", "RipperClassifier", "RIPPER, as Weka's JRip runs it", "gains"),
        Learner("knopf", "KnopfClassifier", "the theory of fewest bits", "beams"),
        Learner("tree", "RuleTreeClassifier", "a decision tree", "trees"),
    )
}
"""A further learner is one more line."""

_SUMMARIES = ", ".join(f"{one.name} ({one.summary})" for one in LEARNERS.values())

LearnerName = Annotated[
    str, typer.Option("--learner", metavar="NAME", help=f"What learns: {_SUMMARIES}.")
]
LearnerNames = Annotated[
    str,
    typer.Option(
        "--learner", metavar="A,B,…", help=f"What learns; several are compared: {_SUMMARIES}."
    ),
]
Parameters = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Set any parameter of the learner, such as max_rules=5; may be repeated.",
    ),
]


@dataclass(frozen=True)
class Options:
    """What the user says about the parameters of learners.

    Parameters
    ----------
    flags : mapping of str to value
        By options that are called like the parameter; only those that were given.
    texts : mapping of str to str
        By ``--set``, as written.
    """

    flags: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Sequence[str] | None, **flags: Any) -> Options:
        """Read the values of ``--set`` and of the flags; None is a flag that was not given.

        Examples
        --------
        >>> Options.of(["m=2", "conditions==,<="], max_rules=3, missing=None)
        Options(flags={'max_rules': 3}, texts={'m': '2', 'conditions': '=,<='})
        """
        texts: dict[str, str] = {}
        known = {name: value for name, value in flags.items() if value is not None}
        for one in given or []:
            name, equals, text = one.partition("=")
            if not name or not equals:
                raise _wrong(f"{one!r} is not NAME=VALUE")
            if name in texts or name in known:
                raise _wrong(f"{name!r} is given twice")
            texts[name] = text
        return cls(known, texts)

    def check(self, learners: Sequence[Learner]) -> None:
        """Refuse a parameter that none of the learners knows, and a value that it cannot have."""
        named = list(self._named())
        if not named:  # nothing has to be imported to say so
            return
        known = list(dict.fromkeys(name for one in learners for name in one.parameters()))
        who = " and ".join(one.name for one in learners)
        has = "has" if len(learners) == 1 else "have"
        for name, option in named:
            if name not in known:
                among = ", ".join(known)
                raise _wrong(f"{who} {has} no parameter {name!r}; choose among {among}", option)
        for learner in learners:
            learner.values(self)

    def words(self) -> list[str]:
        """Return the options that say the same.

        Examples
        --------
        >>> print(*Options.of(["m=2"], max_rules=3).words())
        --max-rules 3 --set m=2
        """
        flags = [(_flag(name), str(value)) for name, value in self.flags.items()]
        texts = [("--set", f"{name}={text}") for name, text in self.texts.items()]
        return [word for option, value in flags + texts for word in (option, shlex.quote(value))]

    def _named(self) -> Iterator[tuple[str, str]]:
        """Yield each parameter with the option that sets it."""
        for name in self.flags:
            yield name, _flag(name)
        for name in self.texts:
            yield name, "--set"


def read_learner(name: str) -> Learner:
    """Return a learner by its name."""
    if name not in LEARNERS:
        raise _wrong(f"{name!r} is no learner; choose among {', '.join(LEARNERS)}", "--learner")
    return LEARNERS[name]


def read_learners(given: str) -> list[Learner]:
    """Read names of learners with commas between them.

    Examples
    --------
    >>> [one.name for one in read_learners("cn2, layered")]
    ['cn2', 'layered']
    """
    learners = [read_learner(word.strip()) for word in given.split(",")]
    for learner in learners:
        if learners.count(learner) > 1:
            raise _wrong(f"{learner.name!r} is listed twice", "--learner")
    return learners


def _read_value(name: str, text: str, constraint: Constraint | None) -> Any:
    """Return the first reading of a text that the parameter may be."""
    for value in _readings(text):
        if constraint is None or constraint.allows(value):
            return value
    raise _wrong(f"{name} must be {constraint}, not {text!r}")


def _readings(text: str) -> Iterator[Any]:
    """Yield what a text can stand for, the most special first.

    Examples
    --------
    >>> list(_readings("2")), list(_readings("none"))
    ([2, 2.0, '2', ('2',)], [None, 'none', ('none',)])
    """
    words = {"none": None, "true": True, "false": False}
    if text.lower() in words:
        yield words[text.lower()]
    for number in (int, float):
        try:
            yield number(text)
        except ValueError:
            continue
    yield text
    yield tuple(part.strip() for part in text.split(","))


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _wrong(sentence: str, option: str = "--set") -> typer.BadParameter:
    return typer.BadParameter(sentence, param_hint=f"'{option}'")
