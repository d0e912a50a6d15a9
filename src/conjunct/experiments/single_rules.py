"""One trial with single rules: the best rule of each class and beam width, on rows not seen.

Quinlan & Cameron-Jones (1995), section 2. One half of a table is searched, the other half tells
how good the rules are that were found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from conjunct.count import class_counts, one_class
from conjunct.count.engines import FASTEST, make_engine
from conjunct.data import Table
from conjunct.encode import encode
from conjunct.evaluate import Heuristic, Laplace, UpperLimit
from conjunct.experiments.split import halves
from conjunct.experiments.study import Row, Trial
from conjunct.experiments.tables import PUBLIC
from conjunct.model import Rule, SearchRecord
from conjunct.model.condition import Missing, body_cover
from conjunct.search.beam import beam_searches
from conjunct.search.language import Language
from conjunct.search.limits import Limits
from conjunct.search.outcome import Outcome, as_rule
from conjunct.search.result import BeamResult
from conjunct.search.rule_problem import RuleProblem
from conjunct.search.space import open_beams
from conjunct.types import Flags

MAX_WIDTH = 512


def widths_up_to(max_width: int) -> list[int]:
    """Return the beam widths 1, 2, 4, … up to the largest that is allowed.

    Examples
    --------
    >>> widths_up_to(10)
    [1, 2, 4, 8]
    """
    return [2**power for power in range(max_width.bit_length())]


HEURISTICS: Mapping[str, Callable[[int], Heuristic]] = {
    "ucf": lambda _: UpperLimit(),
    "laplace": Laplace,
}
"""What the best rule is best by, as a function of the number of classes.

The names are those of the estimates that the heuristics stand for.
"""


def laplace_rules(table: Table, trial: Trial) -> list[Row]:
    """Do one trial in which the best rule is the one with the lowest Laplace error."""
    return best_rules(table, trial, Laplace)


def rules_by_heuristic(table: Table, trial: Trial) -> list[Row]:
    """Do one trial by each of `HEURISTICS` on the same halves; each row says by which."""
    return [
        {"heuristic": name, **row}
        for name, heuristic_of in HEURISTICS.items()
        for row in best_rules(table, trial, heuristic_of)
    ]


def best_rules(table: Table, trial: Trial, heuristic_of: Callable[[int], Heuristic]) -> list[Row]:
    """Find the best rule of each class and width in one half, and test it on the other.

    All widths of a class are searched side by side: what each finds does not depend on the
    others. A class without a training row has no rule.

    Parameters
    ----------
    table : Table
        With a target.
    trial : Trial
        Says which halves; the setting ``max_width`` is the widest beam.
    heuristic_of : callable
        Makes the heuristic for a number of classes.

    Returns
    -------
    list of dict
        A row a class and width: the class, its share of the training rows (`weight`), `width`;
        rows covered and errors in training, what the search tried (see
        `conjunct.choose.Chosen`); rows covered and errors in the test half.
    """
    train, test = (table.take(rows) for rows in halves(table, trial.number, trial.seed))
    missing = missing_in(trial)
    widths = widths_up_to(int(trial.settings.get("max_width", MAX_WIDTH)))
    rows: list[Row] = []
    for rule, weight, n_classes in rules_of_beams(train, missing, widths, heuristic_of):
        covered = body_cover(rule.conditions, test, missing)
        rows.append(rule_row(rule, weight, n_classes, test, covered))
    return rows


def missing_in(trial: Trial) -> Missing:
    """Return what a missing cell is taken for in the table of a trial."""
    return PUBLIC[trial.table].missing if trial.table in PUBLIC else "fails"


def rules_of_beams(
    train: Table, missing: Missing, widths: list[int], heuristic_of: Callable[[int], Heuristic]
) -> Iterator[tuple[Rule, float, int]]:
    """Yield the best rule of each class and width, the share of the class, and how many there are.

    Parameters
    ----------
    train : Table
        With a target.
    missing : {"fails", "value"}
        What a missing cell is taken for.
    widths : list of int
        Of the beams.
    heuristic_of : callable
        Makes the heuristic for a number of classes.
    """
    engine = make_engine(FASTEST, encode(train, missing))
    language = Language(engine.columns, Limits())
    heuristic, root = heuristic_of(engine.n_classes), engine.root()
    for head, size in enumerate(class_counts(engine, root)):
        if size:
            channels = one_class(head, engine.n_classes)
            problem = RuleProblem(engine, root, channels, language, heuristic)
            for rule in rules_by_width(problem, head, widths):
                yield rule, size / train.n_rows, engine.n_classes


def rules_by_width(problem: RuleProblem, head: int, widths: list[int]) -> Iterator[Rule]:
    """Yield the best rule of each width.

    Parameters
    ----------
    problem : RuleProblem
        The search.
    head : int
        The class of the rules.
    widths : list of int
        Beam widths.
    """
    for result in beam_searches(open_beams(problem.engine, problem.request()), widths, keep=False):
        if result is not None:
            outcome = Outcome(result.body, result.score, _record(result))
            yield as_rule(problem.engine, problem.cover, head, outcome)


def _record(result: BeamResult) -> SearchRecord:
    return SearchRecord(
        search="beam",
        width=result.rounds[0].width,
        tried=sum(level.tried for level in result.rounds),
        pruned=sum(level.pruned for level in result.rounds),
        combinations=result.combinations,
        covered=result.positives + result.negatives,
        errors=result.negatives,
        rounds=result.rounds,
    )


def rule_row(rule: Rule, weight: float, n_classes: int, test: Table, covered: Flags) -> Row:
    """Return what a rule promises, and what comes true on the test rows that it covers.

    Rows of its head are the errors of a rule that speaks against it.

    Parameters
    ----------
    rule : Rule
        As it was found in training.
    weight : float
        What it counts for among the rules of its trial.
    n_classes : int
        Of the problem.
    test : Table
        Rows that were not searched.
    covered : ndarray of bool
        Those that it covers.
    """
    assert test.target is not None
    head = test.target.levels[rule.head]
    of_head = test.target.values[covered] == rule.head
    return {
        "class": f"not {head}" if rule.against else head,
        "weight": weight,
        "width": rule.search.width,
        "covered": rule.covered,
        "errors": rule.errors,
        "classes": n_classes,
        # A tree of one leaf tried nothing: that leaf was the only candidate.
        "combinations": max(rule.search.combinations, 1),
        "scored": max(rule.search.tried, 1),
        "length": rule.n_conditions,
        "test_covered": int(np.count_nonzero(covered)),
        "test_errors": int(np.count_nonzero(of_head == rule.against)),
    }
