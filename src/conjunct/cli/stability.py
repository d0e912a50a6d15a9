"""`conjunct stability`: which rules recur when the same learner learns from bootstrap samples."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from conjunct.cli.interrupts import INTERRUPTED, Interrupts
from conjunct.cli.large_tables import MemoryLimit
from conjunct.cli.learners import (
    DEFAULT,
    LearnerName,
    Options,
    Parameters,
    read_learner,
)
from conjunct.cli.option import option
from conjunct.cli.options import AsJson, Jobs, MissingCells, ReadingToLearn
from conjunct.cli.progress import ProgressBar, announce_compilation
from conjunct.cli.source import SourceToLearn
from conjunct.cli.streams import heading, inform, say, say_json, width

if TYPE_CHECKING:
    from conjunct.data import Table
    from conjunct.estimators.recurrence import FoundRule, Stability
    from conjunct.estimators.stability import Sample

EXAMPLES = """\b
Examples:
  conjunct stability                                    the shipped table
  conjunct stability loans.csv --target status
  conjunct stability vote.arff --learner ripper --samples 100 --json
  conjunct stability vote.arff --set size=5 --seed 1
  conjunct stability vote.arff --draw weights           each row once, with a random weight
"""
Draw = Literal["rows", "weights"]
SHOWN = 0.2
"""Smallest share of samples with a rule for it to be printed, if not learned from all rows."""
MOST = 10
"""Largest number of such rules that are printed."""


def stability(
    *,
    wanted: SourceToLearn,
    learner: LearnerName = None,
    parameters: Parameters = None,
    samples: Annotated[int, option("N", "Number of bootstrap samples.", min=1)] = 50,
    seed: Annotated[int, option("N", "Seed for the samples.", min=0)] = 0,
    draw: Annotated[
        Draw,
        option(
            "rows|weights",
            "What to draw for a sample: as many rows, with replacement, or a weight for each "
            "row, which suits learners that choose the size of the model by cross-validation.",
        ),
    ] = "rows",
    missing: MissingCells = None,
    reading: ReadingToLearn,
    as_json: AsJson = False,
    jobs: Jobs = None,
    memory_limit: MemoryLimit = None,
) -> None:
    """Show how often each rule recurs on bootstrap samples.

    The learner learns from all rows and from each sample. Prints how often each rule, attribute
    and cut recurs; if interrupted, on the samples so far.
    """
    options = Options.of(parameters, missing=missing, memory_limit=memory_limit)
    chosen = read_learner(learner or DEFAULT)
    options.check([chosen])
    source = wanted.open(reading, memory_limit)
    estimator = chosen.make(options, n_jobs=1)
    announce_compilation()
    found: list[Sample] = []
    with Interrupts() as interrupts:
        try:
            rules = _learned(source.table, estimator)
            running = _running(source.table, estimator, samples, seed, jobs or -1, draw)
            _collect(found, running, samples)
        except (Exception, KeyboardInterrupt) as error:
            if not interrupts.explain(error) or not found:
                raise
            inform(f"\ninterrupted; these are the results of {len(found)} of {samples} samples")
    from conjunct.estimators.stability import gathered

    result = gathered(source.table, rules, found)
    if as_json:
        facts = {"table": source.facts(), "learner": chosen.name, "seed": seed, "draw": draw}
        say_json({**facts, "complete": len(found) == samples, **result.to_dict()})
    else:
        say(source.sentence())
        _print(result, f"{chosen.name}, {draw} drawn", seed)
    if len(found) < samples:
        raise typer.Exit(INTERRUPTED)


def _learned(table: Table, estimator: Any) -> Any:
    from conjunct.estimators.stability import learn_all

    return learn_all(table, estimator)


def _running(table: Table, estimator: Any, *how: Any) -> Generator[Sample, None, None]:
    from conjunct.estimators.stability import bootstrapped

    return bootstrapped(table, estimator, *how)


def _collect(found: list[Sample], running: Generator[Sample, None, None], n_samples: int) -> None:
    """Add the samples to a list as they are done, so that an interrupt keeps them."""
    from conjunct.estimators.workers import ending

    with ProgressBar("samples learned") as progress, ending(running):
        for sample in running:
            found.append(sample)
            progress(len(found) / n_samples)


def _print(result: Stability, learner: str, seed: int) -> None:
    from conjunct.model.notation import count_text

    n_samples = len(result.samples)
    say(f"{learner}, {count_text(n_samples, 'bootstrap sample')}, seed {seed}.")
    sizes = sorted(map(len, result.samples))
    lower, middle, upper = (sizes[(n_samples - 1) * quarter // 4] for quarter in (1, 2, 3))
    say(
        f"Rules from all rows: {len(result.rules)}; from a sample: {middle} in the median, "
        f"half of the samples {lower} to {upper}.\n"
    )
    _print_rules(result)
    _print_attributes(result)
    _print_cuts(result)


def _print_rules(result: Stability) -> None:
    from conjunct.model.notation import label_text
    from conjunct.model.printed.entries import Entry, columns, entry_lines

    every = result.found_rules()
    own = [one for one in every if one.in_model]
    others = [one for one in every if not one.in_model and one.nearby >= SHOWN][:MOST]
    shown = [*own, *others]
    cells = [
        (f"{'not ' * one.against}{label_text(one.label)}", *map(_share, one[-3:])) for one in shown
    ]
    head, *beside = columns([("class", "same", "nearby", "any cut"), *cells], left=1)
    entries = [
        Entry(str(number) if one.in_model else "", _parts(one), right)
        for number, (one, right) in enumerate(zip(shown, beside, strict=True), start=1)
    ]
    first, *lines = entry_lines([Entry("#", ["rule"], head), *entries], width())
    say("\n".join([heading(first), *lines]))
    if others:
        say("\nRules without a number are not among those from all rows.")


def _parts(rule: FoundRule) -> list[str]:
    first, *others = rule.conditions or (rule.body,)
    return [first, *(f"and {condition}" for condition in others)]


def _print_attributes(result: Stability) -> None:
    from conjunct.model.notation import name_text

    lines = result.found_attributes()
    rows = [(name_text(one.attribute), _share(one.share), _mark(one.in_model)) for one in lines]
    _say_columns([("attribute", "samples", "all rows"), *rows], left=1)


def _print_cuts(result: Stability) -> None:
    from conjunct.model.notation import name_text, number_text

    lines = result.found_cuts()
    if not lines:
        return
    rows: list[tuple[str, ...]] = [
        ("cut", "samples", "1st quartile", "median", "3rd quartile", "all rows")
    ]
    for one in lines:
        quartiles = ["–" if cut is None else f"{cut:.6g}" for cut in one[5:]]
        cuts = ", ".join(map(number_text, one.in_model))
        name = f"{name_text(one.attribute)} {'≤' if one.op == '<=' else one.op}"
        rows.append((name, _share(one.share), *quartiles, cuts))
    _say_columns(rows, left=1)


def _say_columns(rows: Sequence[Sequence[str]], left: int) -> None:
    from conjunct.model.printed.entries import columns

    first, *lines = columns(rows, left)
    say("\n".join(["", heading(first.rstrip()), *(line.rstrip() for line in lines)]))


def _mark(there: bool) -> str:
    return "yes" if there else ""


def _share(share: float) -> str:
    from conjunct.model.notation import rate_text

    return rate_text(share)
