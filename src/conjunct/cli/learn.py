"""`conjunct learn`: from a table to printed rules."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conjunct.cli.learners import (
    DEFAULT,
    Learner,
    LearnerName,
    Options,
    Parameters,
    chosen_without_a_name,
    read_learner,
)
from conjunct.cli.options import (
    AsJson,
    Delimiter,
    Encoding,
    Jobs,
    Kinds,
    MissingCells,
    Reading,
    SearchName,
    TableToLearn,
    Target,
)
from conjunct.cli.progress import ProgressBar, announce_compilation
from conjunct.cli.source import Source, open_source
from conjunct.cli.streams import heading, inform, say, say_json, width
from conjunct.errors import ModelError

if TYPE_CHECKING:
    from conjunct.model import Rules

EXAMPLES = """\b
Examples:
  conjunct learn                                        the shipped table
  conjunct learn loans.csv --target status              a table of your own
  conjunct learn loans.csv --target status --save loans.json
  conjunct learn vote.arff --set size=accurate          as many rules as cross-validation likes
  conjunct learn vote.arff --set points=integer         points to add up in the head
  conjunct learn vote.arff --learner ripper             a rule list
  conjunct learn vote.arff --search greedy --record     what was tried for each rule
  conjunct learn loans.csv --target status --kind zip=nominal --max-conditions 3
"""


def learn(
    table: TableToLearn = None,
    *,
    target: Target = None,
    learner: LearnerName = None,
    parameters: Parameters = None,
    search: Annotated[
        SearchName | None,
        typer.Option(
            metavar="NAME",
            help="How layered searches for a rule: layered (beams that widen while it pays; the "
            "default), greedy (the best condition at a time), extensive (one wide beam) or "
            "exhaustive (all conjunctions).",
        ),
    ] = None,
    max_width: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="The widest beam of layered and extensive; 512 by default."
        ),
    ] = None,
    max_rules: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="The largest number of rules; for a card, see --set size=N."
        ),
    ] = None,
    max_conditions: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="The largest number of tests in a rule.")
    ] = None,
    min_coverage: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Rows that a rule must cover at least.",
        ),
    ] = None,
    missing: MissingCells = None,
    kind: Kinds = None,
    delimiter: Delimiter = None,
    encoding: Encoding = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the model there, as JSON.")
    ] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Print what was tried for each rule.")
    ] = False,
    as_json: AsJson = False,
    jobs: Jobs = None,
) -> None:
    """Learn rules from a table and print them.

    A score card gives points for every rule that holds; their sum decides. Other learners make
    lists of rules, printed in the order in which they decide. Each rule comes with its error and
    with the error corrected for the search that found it.
    """
    if save is not None and not save.parent.is_dir():
        raise ModelError(f"there is no folder {save.parent} to save the model in; create it first")
    options = Options.of(
        parameters,
        search=search,
        max_width=max_width,
        max_rules=max_rules,
        max_conditions=max_conditions,
        min_coverage=min_coverage,
        missing=missing,
    )
    chosen = read_learner(learner) if learner else chosen_without_a_name([DEFAULT], options)[0]
    options.check([chosen])
    source = open_source(table, target, Reading.of(kind, delimiter, encoding))
    if not as_json:
        say(source.sentence())
    estimator = chosen.make(options, n_jobs=jobs or -1)
    announce_compilation()
    with ProgressBar("learning") as progress:
        estimator.fit_table(source.table, progress)
    rules = estimator.rules_
    if save is not None:
        rules.save(save)
        inform(f"saved to {save}")
    if as_json:
        facts = {"table": source.facts(), "learner": chosen.name}
        say_json({**facts, "model": json.loads(rules.to_json())})
    else:
        _print_rules(rules, record)
        for note in rules.notes[len(source.table.notes) :]:
            say(f"\n{note}")
        say(f"\nNext: {_next_commands(source, chosen, options, save)}")


def _print_rules(rules: Rules, record: bool) -> None:
    first, *others = rules.to_text(width=width()).split("\n")
    say("\n".join(["", heading(first) if len(rules) else first, *others]))
    if record:
        for number, rule in enumerate(rules, start=1):
            say(f"\nRule {number}: if {rule.body}\n{rule.search}")


def _next_commands(source: Source, learner: Learner, options: Options, save: Path | None) -> str:
    if save is not None:
        model = shlex.quote(str(save))
        return f"conjunct explain {model} TABLE --row 1, conjunct predict {model} TABLE"
    which = [] if learner.name == DEFAULT else ["--learner", learner.name]
    words = [word for word in (source.words, *which) if word]
    evaluate = " ".join(["conjunct evaluate", *words, *options.all_set(but="search").words()])
    again = " ".join(["conjunct learn", *words, *options.words()])
    return f"{evaluate}, {again} --save model.json"
