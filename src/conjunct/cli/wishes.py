"""The user's constraints on a model: rules to keep, columns to leave out or to use."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conjunct.cli.learners import Learner
from conjunct.cli.option import option
from conjunct.cli.source import Source
from conjunct.cli.streams import note
from conjunct.errors import ModelError

if TYPE_CHECKING:
    from conjunct.data import Table
    from conjunct.estimators.statements import Progress
    from conjunct.model import Rules

KeptRules = Annotated[
    Path | None,
    option(
        "FILE",
        "File of rules that the model must have, one per line, such as: if age > 60 and bmi > "
        "30. Other rules are learned around them.",
        "--keep",
    ),
]
Forbidden = Annotated[
    list[str] | None,
    option(
        "COLUMN|RULE",
        "A column that no rule may use, or a rule that must not be learned, such as "
        "'if age > 60'. May be repeated.",
        "--forbid",
    ),
]
Required = Annotated[
    list[str] | None,
    option("COLUMN", "A column that at least one rule must use. May be repeated.", "--require"),
]
_TREE = "tree"


@dataclass(frozen=True)
class Wishes:
    """The user's constraints on a model.

    Parameters
    ----------
    keep : tuple of str
        Rules that it must have.
    forbid, require : tuple of str
        Columns or rules that it must not have, and columns that it must use.
    path : Path or None
        The file that the rules come from.
    """

    keep: tuple[str, ...] = ()
    forbid: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    path: Path | None = None

    @classmethod
    def of(
        cls,
        learner: Learner,
        keep: Path | None,
        forbid: list[str] | None,
        require: list[str] | None,
    ) -> Wishes:
        """Read the values of the options; refuse those that a tree cannot follow."""
        rules_out = [one for one in forbid or () if one.startswith("if ")]
        wanted = (("--keep", keep), ("--require", require), ("--forbid", rules_out))
        for name, value in wanted:
            if value and learner.name == _TREE:
                raise typer.BadParameter(
                    "a tree cannot keep rules; use another --learner", param_hint=f"'{name}'"
                )
        both = sorted({*(forbid or ())} & {*(require or ())})
        if both:
            raise typer.BadParameter(
                f"{both[0]!r} is also forbidden by --forbid", param_hint="'--require'"
            )
        rules = () if keep is None else read_rules(keep)
        return cls(rules, tuple(forbid or ()), tuple(require or ()), keep)

    def words(self) -> list[str]:
        """Return the same options as words of a command line."""
        options = [] if self.path is None else [("--keep", str(self.path))]
        options += [("--forbid", name) for name in self.forbid]
        options += [("--require", name) for name in self.require]
        return [word for option, value in options for word in (option, shlex.quote(value))]

    def allowed(self, source: Source) -> tuple[Source, tuple[str, ...]]:
        """Return the source without the forbidden columns, and the forbidden rules."""
        if not self.forbid:
            return source, ()
        from conjunct.estimators.around import forbidden_rules, without_columns

        rules = forbidden_rules(source.table, self.forbid)
        table = without_columns(source.table, [one for one in self.forbid if one not in rules])
        for text in table.notes[len(source.table.notes) :]:
            note(text)
        return replace(source, table=table), rules

    def learned(
        self,
        estimator: Any,
        table: Table,
        learn: Callable[[Any, Table, Progress], Rules],
        progress: Progress,
        without: tuple[str, ...] = (),
    ) -> Rules:
        """Learn a model under the constraints."""
        if not self.keep and not self.require and not without:
            return learn(estimator, table, progress)
        from conjunct.estimators.around import learn_around, without_rules

        learned = learn_around(estimator, table, self.keep, self.require, learn, progress)
        return without_rules(learned, table, without)


def read_rules(path: Path) -> tuple[str, ...]:
    """Read rules from a text file, one on each line; lines that start with # are comments."""
    from conjunct.model import parse_rule

    try:
        lines = path.read_bytes().decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        raise ModelError(f"{str(path)!r} is not text in UTF-8") from None
    except OSError as error:
        why = f"{error.strerror}; check the name and the folder"
        raise ModelError(f"cannot read the rules {str(path)!r}: {why}") from error
    rules = []
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                rules.append(str(parse_rule(line.strip())))
            except ModelError as error:
                raise ModelError(f"line {number} of {str(path)!r}: {error}") from None
    if not rules:
        raise ModelError(f"{str(path)!r} has no rules; write one on each line")
    return tuple(rules)
