"""Trials with single rules: the best rule of each class and beam width, on rows not seen.

Quinlan & Cameron-Jones (1995), section 2. One half of a table is searched, the other half tells
how good the rules are that were found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from conjunct.choose import poe_error
from conjunct.count import class_counts, one_class
from conjunct.count.engines import FASTEST, make_engine
from conjunct.data import Table
from conjunct.encode import encode
from conjunct.evaluate import Heuristic, Laplace, UpperLimit
from conjunct.experiments.made_tables import make_fluke, with_classes
from conjunct.experiments.tables import target_of
from conjunct.experiments.trial import Row, Trial, halved
from conjunct.model import Rule
from conjunct.model.condition import Missing, body_cover
from conjunct.search.beam import beam_searches
from conjunct.search.language import Language, Limits
from conjunct.search.layered import outcome
from conjunct.search.outcome import as_rule
from conjunct.search.rule_problem import RuleProblem
from conjunct.search.space import open_beams

MAX_WIDTH = 512
WIDTH, PERMUTATIONS = 5, 10  # of the study with permuted labels
UNSEEN = 20_000  # rows that rules are tested on in the domain of the fluke
WIDE = 128  # the widest beam in that domain
WON = 1  # the class whose rules are searched there

HEURISTICS: Mapping[str, Callable[[int], Heuristic]] = {
    "ucf": lambda _: UpperLimit(),
    "laplace": Laplace,
}
"""What the best rule is best by, as a function of the number of classes.

The names are those of the estimates that the heuristics stand for.
"""


def widths_up_to(max_width: int) -> list[int]:
    """Return the beam widths 1, 2, 4, … up to the largest that is allowed."""
    return [2**power for power in range(max_width.bit_length())]


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

    All widths of a class, up to the setting ``max_width``, are searched side by side: what each
    finds does not depend on the others. A class without a training row has no rule. There is one
    `rule_row` per class and width.
    """
    train, test = halved(table, trial)
    missing = trial.missing
    widths = widths_up_to(int(trial.settings.get("max_width", MAX_WIDTH)))
    found = rules_of_beams(train, missing, widths, heuristic_of)
    return [rule_row(*one, test, missing) for one in found]


def rules_of_beams(
    train: Table,
    missing: Missing,
    widths: list[int],
    heuristic_of: Callable[[int], Heuristic] = Laplace,
    heads: Sequence[int] | None = None,
) -> Iterator[tuple[Rule, float, int]]:
    """Yield the best rule of each class and width, the share of the class, and all classes.

    Without `heads` rules of all classes are searched.
    """
    engine = make_engine(FASTEST, encode(train, missing))
    language = Language(engine.columns, Limits())
    heuristic, root = heuristic_of(engine.n_classes), engine.root()
    for head, size in enumerate(class_counts(engine, root)):
        if size and (heads is None or head in heads):
            channels = one_class(head, engine.n_classes)
            problem = RuleProblem(engine, root, channels, language, heuristic)
            for rule in _rules_by_width(problem, head, widths):
                yield rule, size / train.n_rows, engine.n_classes


def _rules_by_width(problem: RuleProblem, head: int, widths: list[int]) -> Iterator[Rule]:
    beams = open_beams(problem.engine, problem.request())
    for result in beam_searches(beams, widths, keep=False):
        if result is not None:
            found = outcome(beams, "beam", result, result.rounds)
            tried = sum(level.tried for level in result.rounds)  # in this beam, not in all of them
            found = replace(found, record=replace(found.record, tried=tried))
            yield as_rule(problem.engine, problem.cover, head, found)


def rule_row(
    rule: Rule, weight: float, n_classes: int, test: Table, missing: Missing = "fails"
) -> dict[str, str | int | float]:
    """Return what a rule promises, and what comes true on the test rows that it covers.

    That is its class, its `weight` among the rules of its trial, the width of the beam, rows
    covered and errors in training, what the search tried (see `conjunct.choose.Chosen`), and rows
    covered and errors in the test half.
    """
    target = target_of(test)
    labels = target.values[body_cover(rule.conditions, test, missing)]
    return {
        "class": target.levels[rule.head],
        "weight": weight,
        "width": rule.search.width,
        "covered": rule.covered,
        "errors": rule.errors,
        "classes": n_classes,
        "combinations": rule.search.combinations,
        "scored": rule.search.tried,
        "length": rule.n_conditions,
        "test_covered": len(labels),
        "test_errors": int(np.count_nonzero(labels != rule.head)),
    }


def rules_of_won(table: Table, trial: Trial) -> list[Row]:
    """Find the best rule of the class ``won`` by each width on new rows of the domain of the fluke.

    Only the number of rows of the table counts; the setting ``wide`` is the widest beam. Rows are
    as of `rule_row`, each with the body as ``rule``.
    """
    train = make_fluke(table.n_rows, (trial.seed, trial.number, 0))
    test = make_fluke(UNSEEN, (trial.seed, trial.number, 1))
    widths = widths_up_to(int(trial.settings.get("wide", WIDE)))
    return [
        {**rule_row(rule, 1.0, n_classes, test), "rule": rule.body}
        for rule, _, n_classes in rules_of_beams(train, "fails", widths, heads=[WON])
    ]


def rules_and_bias(table: Table, trial: Trial) -> list[Row]:
    """Find the best rule of each class in one half, and how far its expected error is off there.

    Domingos (1998), section 6: estimates by process-oriented evaluation are biased, and the bias
    can be estimated. With permuted labels nothing tells the classes apart, and every rule errs at
    the share of the other classes. The setting ``width`` is that of the beam, ``permutations`` how
    often the labels of the training half are permuted.
    """
    train, test = halved(table, trial)
    missing, width = trial.missing, int(trial.settings.get("width", WIDTH))
    random = np.random.default_rng([trial.seed, trial.number, 2])
    n_permutations = int(trial.settings.get("permutations", PERMUTATIONS))
    bias = poe_bias(train, missing, width, n_permutations, random)
    return [
        {**rule_row(*one, test, missing), "poe_bias": bias.get(one[0].head, 0.0)}
        for one in rules_of_beams(train, missing, [width])
    ]


def poe_bias(
    train: Table, missing: Missing, width: int, n_permutations: int, random: np.random.Generator
) -> dict[int, float]:
    """Return the bias of POE for the best rule of every class, from permuted labels.

    It is the mean, over the permutations, of the rule's expected error less the error that every
    rule has there, the share of the other classes. To correct an expected error, take it away.
    """
    found: dict[int, list[float]] = defaultdict(list)
    for _ in range(n_permutations):
        permuted = with_classes(train, random.permutation(target_of(train).values))
        for rule, weight, _ in rules_of_beams(permuted, missing, [width]):
            found[rule.head].append(expected_error(rule) - (1.0 - weight))
    return {head: float(np.mean(biases)) for head, biases in found.items()}


def expected_error(rule: Rule) -> float:
    """Return the expected error of a rule that is the best of the candidates of its search."""
    return float(poe_error(rule.covered, rule.errors, max(rule.search.tried, 1)))
