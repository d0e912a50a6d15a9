"""`conjunct learn`: learn rules from a table and print them."""

from __future__ import annotations

import json
import os
import shlex
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conjunct.cli.interrupts import Stopping
from conjunct.cli.large_tables import Cache, MemoryLimit
from conjunct.cli.learners import (
    DEFAULT,
    Learner,
    LearnerName,
    Options,
    Parameters,
    read_cuts,
    read_learner,
    read_trends,
)
from conjunct.cli.option import option
from conjunct.cli.options import (
    AsJson,
    Jobs,
    MissingCells,
    ReadingToLearn,
    SearchName,
    read_scale,
)
from conjunct.cli.progress import ProgressBar, announce_compilation
from conjunct.cli.source import Source, SourceToLearn
from conjunct.cli.streams import heading, inform, say, say_json, width
from conjunct.cli.wishes import Forbidden, KeptRules, Required, Wishes

if TYPE_CHECKING:
    from conjunct.data import Table
    from conjunct.estimators.statements import Progress
    from conjunct.model import Rules
    from conjunct.model.threshold import Rate

_RATE_OPTIONS: Mapping[Rate, str] = {
    "false positive rate": "--max-false-positive-rate",
    "precision": "--min-precision",
}
"""The options that ask for a threshold, by the rate that it guarantees."""

EXAMPLES = """\b
Examples:
  conjunct learn                                        the shipped table
  conjunct learn loans.csv --target status              a table of your own
  conjunct learn loans.csv --target status --save loans.json
  conjunct learn titanic.csv --target survived --weight n   rows that count n times
  conjunct learn vote.arff --set size=accurate          a larger, more accurate card
  conjunct learn vote.arff --set size=5                 a card of five conditions
  conjunct learn loans.csv --target status --scale 600,50,20   credit scores
  conjunct learn vote.arff --learner ripper             a rule list
  conjunct learn vote.arff --details                    how hard each rule was searched for
  conjunct learn vote.arff --learner layered --search greedy --record
  conjunct learn loans.csv --target status --keep rules.txt --forbid zip
  conjunct learn loans.csv --target status --kind zip=nominal --max-conditions 3
"""


def learn(
    *,
    wanted: SourceToLearn,
    learner: LearnerName = None,
    parameters: Parameters = None,
    search: Annotated[
        SearchName | None,
        option(
            "NAME",
            "For layered: how to search for a rule. layered (beams that widen while it pays; "
            "the default), greedy (one best condition at a time), extensive (one wide beam) or "
            "exhaustive (all conjunctions).",
        ),
    ] = None,
    max_width: Annotated[
        int | None,
        option(
            "N", "Largest beam width of the searches layered and extensive; 512 by default.", min=1
        ),
    ] = None,
    max_rules: Annotated[
        int | None,
        option(
            "N",
            "Largest number of rules; not for cards, whose number of conditions is set by "
            "--set size=N.",
            min=0,
        ),
    ] = None,
    max_conditions: Annotated[
        int | None, option("N", "Largest number of conditions in a rule.", min=1)
    ] = None,
    min_coverage: Annotated[
        int | None, option("N", "Smallest number of rows that a rule must cover.", min=1)
    ] = None,
    time_limit: Annotated[
        float | None,
        option(
            "SECONDS",
            "Stop after this time and keep the best model so far; Ctrl-C does the same.",
            min=0.0,
        ),
    ] = None,
    positive: Annotated[
        str | None,
        option(
            "CLASS", "For two classes: the class that gets the points; by default the rarer one."
        ),
    ] = None,
    cuts: Annotated[
        list[str] | None,
        option(
            "NAME=A,B,…", "Cut a column only at these numbers, as in age=25,40,65. May be repeated."
        ),
    ] = None,
    monotonic: Annotated[
        list[str] | None,
        option(
            "NAME=1|-1",
            "The probability of the second class must not fall (1) or must not rise (-1) as "
            "the column rises. NAME=CLASS:1 names another class. May be repeated.",
        ),
    ] = None,
    missing: MissingCells = None,
    reading: ReadingToLearn,
    save: Annotated[Path | None, option("FILE", "Write the model to this file, as JSON.")] = None,
    scale: Annotated[
        str | None,
        option(
            "SCORE,ODDS,POINTS",
            "For a card of two classes: a scale of credit scores. 600,50,20 means a score of "
            "600 at odds of 50 good to 1 bad, and 20 more points whenever the odds double.",
        ),
    ] = None,
    max_false_positive_rate: Annotated[
        float | None,
        option(
            "SHARE",
            "For a card of two classes: choose the threshold on rows held out, so that, with "
            "95 % confidence, at most this share of the other class reaches it.",
            min=0.0,
            max=1.0,
        ),
    ] = None,
    min_precision: Annotated[
        float | None,
        option(
            "SHARE",
            "Likewise: at least this share of the rows that reach it must be of the class.",
            min=0.0,
            max=1.0,
        ),
    ] = None,
    keep: KeptRules = None,
    forbid: Forbidden = None,
    require: Required = None,
    details: Annotated[
        bool,
        typer.Option(
            "--details",
            help="Also print for each rule how many candidates were tried, how many are possible, "
            "and a p-value.",
        ),
    ] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Print the search record of each rule.")
    ] = False,
    as_json: AsJson = False,
    jobs: Jobs = None,
    memory_limit: MemoryLimit = None,
    cache: Cache = None,
) -> None:
    """Learn rules from a table and print them.

    A score card gives points for every rule that holds, and their sum decides. Other learners make
    lists of rules, printed in the order in which they decide. Each rule is printed with the number
    of rows that it covers, the number that it gets wrong, and its promise about new rows.
    """
    options = Options.of(
        parameters,
        search=search,
        max_width=max_width,
        max_rules=max_rules,
        max_conditions=max_conditions,
        min_coverage=min_coverage,
        time_limit=time_limit,
        positive=positive,
        cuts=read_cuts(cuts),
        monotonic_cst=read_trends(monotonic),
        missing=missing,
        scale=None if scale is None else read_scale(scale),
    )
    chosen = read_learner(learner or DEFAULT)
    options.check([chosen])
    kept = _rate_to_keep(max_false_positive_rate, min_precision, chosen)
    wishes = Wishes.of(chosen, keep, forbid, require)
    source = wanted.open(reading, memory_limit, cache)
    source, without = wishes.allowed(source)
    if not as_json:
        say(source.sentence())
    estimator = chosen.make(options, n_jobs=jobs or -1, promises=True)
    announce_compilation()
    with ProgressBar("learning") as progress, Stopping(estimator) as stopping:
        learn_one = partial(_learned, kept)
        rules = wishes.learned(estimator, source.table, learn_one, progress, without)
    if stopping.pressed and not len(rules):
        raise KeyboardInterrupt
    rules = rules.dated(_today())
    if save is not None:
        rules.save(save)
        inform(f"saved to {save}")
    if as_json:
        facts = {"table": source.facts(), "learner": chosen.name}
        say_json({**facts, "model": json.loads(rules.to_json())})
    else:
        from conjunct.model.printed.footer import broken

        _print_rules(rules, details, record)
        for note in rules.notes[len(source.table.notes) :]:
            say("\n".join(["", *broken(note, width())]))
        say("" if details else "\nMore about the search and the numbers: --details")
        more = [*_rate_words(kept), *wishes.words()]
        commands = _next_commands(source, chosen, options, more, save)
        say("Next: " + "\n      ".join(f"conjunct {command}" for command in commands))


def _rate_to_keep(
    max_false_positive_rate: float | None, min_precision: float | None, learner: Learner
) -> tuple[Rate, float] | None:
    """Return the rate that a threshold must guarantee, and its limit; None without such a rate."""
    asked: list[tuple[Rate, float]] = []
    if max_false_positive_rate is not None:
        asked.append(("false positive rate", max_false_positive_rate))
    if min_precision is not None:
        asked.append(("precision", min_precision))
    if not asked:
        return None
    option = _RATE_OPTIONS[asked[0][0]]
    if len(asked) > 1:
        raise typer.BadParameter(
            "a threshold can guarantee only one of the two rates", param_hint=option
        )
    if learner.name != DEFAULT:
        raise typer.BadParameter(f"only {DEFAULT} has a threshold", param_hint=option)
    return asked[0]


def _rate_words(kept: tuple[Rate, float] | None) -> list[str]:
    """Return the rate to guarantee as words of a command line."""
    return [] if kept is None else [_RATE_OPTIONS[kept[0]], repr(kept[1])]


def _learned(
    kept: tuple[Rate, float] | None, estimator: Any, table: Table, progress: Progress
) -> Rules:
    if kept is not None:
        from conjunct.estimators.guaranteed import learn_guaranteed

        return learn_guaranteed(estimator, table, *kept, progress)
    rules: Rules = estimator.fit_table(table, progress).rules_
    return rules


def _today() -> str:
    """Return today's date in UTC; SOURCE_DATE_EPOCH overrides it, for reproducible files."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = int(seconds) if seconds.isdigit() else time.time()
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def _print_rules(rules: Rules, details: bool, record: bool) -> None:
    first, *others = rules.to_text(width=width(), details=details).split("\n")
    say("\n".join(["", heading(first) if len(rules) else first, *others]))
    if record:
        for number, rule in enumerate(rules, start=1):
            say(f"\nRule {number}: if {rule.body}\n{rule.search}")


def _next_commands(
    source: Source,
    learner: Learner,
    options: Options,
    more: Sequence[str],
    save: Path | None,
) -> list[str]:
    """Return commands that can be pasted; `more` are the words that only `conjunct learn` knows."""
    if save is not None:
        model = shlex.quote(str(save))
        if source.rows:
            return [f"explain {model} {source.rows} --row 1", f"predict {model} {source.rows}"]
        return [f"describe {model}", f"export {model} --to python"]
    which = [] if learner.name == DEFAULT else ["--learner", learner.name]
    words = [word for word in (source.words, *which) if word]
    evaluate = ["evaluate", *words, *options.all_set(but="search").words()]
    again = ["learn", *words, *options.words(), *more, "--save model.json"]
    return [" ".join(evaluate), " ".join(again)]
