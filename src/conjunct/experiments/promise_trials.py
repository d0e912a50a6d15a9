"""One trial of `honesty`: learn from one half of the rows, check the promises on the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from conjunct import estimators as learners
from conjunct.choose import ESTIMATES, Chosen, gumbel_error
from conjunct.choose.expected_error import TYPICAL
from conjunct.data import Table
from conjunct.estimators import LayeredRuleClassifier
from conjunct.experiments.made_tables import draw_noise, with_classes
from conjunct.experiments.tables import target_of
from conjunct.experiments.trial import Row, Trial, halved
from conjunct.model import RuleList, Rules, ScoreCard
from conjunct.types import Flags, Floats

REAL, PERMUTED, NOISE = KINDS = ("real", "permuted", "noise")
NOISE_PREFIX = "noise-"  # how the names of tables of noise begin
UNSEEN = 20_000  # fresh rows of noise that rules are looked up on
MOST_ROWS = 1_000  # rows that a trial draws of a larger table
FEW_ROWS = 20  # a rule that covers fewer training rows has a small cover
ALL, SMALL = "all", "small"
WIDTHS = (1, 8, 64, 512)
BEAMS = {f"beam of {width}": width for width in WIDTHS}

LEARNERS: Mapping[str, Callable[..., Any]] = {
    "small card": learners.ScoreCardClassifier,
    "accurate card": partial(learners.ScoreCardClassifier, size="accurate"),
    **{
        name: partial(LayeredRuleClassifier, "extensive", max_width=width)
        for name, width in BEAMS.items()
    },
    "layered list": LayeredRuleClassifier,
    "CN2, unordered": learners.CN2Classifier,
    "CN2, ordered": partial(learners.CN2Classifier, ordered=True),
    "SeCo": learners.SeCoClassifier,
    "RIPPER": partial(learners.RipperClassifier, random_state=0),
    "KNOPF": learners.KnopfClassifier,
    "tree leaves": learners.RuleTreeClassifier,
}
"""Groups of rules that are judged separately, and their learners."""

EXPECTED, GUMBEL = "expected", "gumbel"
SHOWN = ("training", "laplace", "ucf", "layered", "poe", GUMBEL, EXPECTED)
"""Estimates that are held against the errors on unseen rows."""

Estimates = Mapping[str, Floats]


def promises_and_truth(table: Table, trial: Trial) -> Iterator[Row]:
    """Let every learner learn from one half; return how far each estimate is off on the other.

    A table of noise is drawn anew and looked up on 20,000 fresh rows. Any other table is used
    twice: as it is, and with its classes permuted. Of a larger one `MOST_ROWS` rows are used.
    """
    max_width = int(trial.settings.get("max_width", WIDTHS[-1]))
    for kind, (train, test) in kinds_and_halves(table, trial):
        for group, make in LEARNERS.items():
            if BEAMS.get(group, 1) <= max_width:
                learner = make(promises=True, missing=trial.missing)
                rules = learner.fit_table(train).rules_
                chance = _chance_errors(learner, train) if group in BEAMS else None
                about = {"kind": kind, "group": group}
                believed = rules.promises.believed if rules.promises else None
                # The weight of the usual row in what is expected of a rule of 20 rows.
                pull = None if believed is None else believed / (believed + TYPICAL)
                for row in _averages(*_looked_up(rules, test, chance)):
                    yield {**about, "cover": row["cover"], "pull": pull, **row}


def spoken_about(rules: Rules, table: Table) -> list[Flags]:
    """Return for every rule the rows that it speaks about, the rows that it was counted on.

    Rules of lists that were counted on the rows left by earlier ones, and leaves of trees, speak
    about the rows that come to them; other rules about all rows that they cover.
    """
    if isinstance(rules, RuleList) and rules.reached:
        first = rules.first_match(table)
        return [first == at for at in range(len(rules))]
    return list(rules.covers(table))


def kinds_and_halves(table: Table, trial: Trial) -> Iterator[tuple[str, tuple[Table, Table]]]:
    """Yield the kinds of a table that a trial uses, each with the rows to learn from and to test.

    They are noise, or the table as it is and with permuted classes.
    """
    seed = (trial.seed, trial.number)
    if trial.table.startswith(NOISE_PREFIX):
        train, test = draw_noise(table.n_rows, (*seed, 0)), draw_noise(UNSEEN, (*seed, 1))
        yield NOISE, (train.table, test.table)
        return
    if table.n_rows > MOST_ROWS:
        drawn = np.random.default_rng([*seed, 3]).permutation(table.n_rows)[:MOST_ROWS]
        table = table.take(np.sort(drawn))
    random = np.random.default_rng([*seed, 2])
    permuted = with_classes(table, random.permutation(target_of(table).values))
    for kind, one in ((REAL, table), (PERMUTED, permuted)):
        yield kind, halved(one, trial)


def _looked_up(
    rules: Rules, test: Table, chance: Floats | None
) -> tuple[Floats, Floats, Estimates]:
    """Return the rows that each rule covered in training, its error on new rows, and estimates."""
    labels, errors, facts = target_of(test).values, [], []
    n_classes = 2 if isinstance(rules, ScoreCard) else len(rules.classes)
    for rule, rows in zip(rules, spoken_about(rules, test), strict=True):
        wrong = (labels[rows] == rule.head) == rule.against
        errors.append(wrong.mean() if len(wrong) else np.nan)
        tried = max(rule.search.combinations, 1), max(rule.search.tried, 1)
        facts.append((rule.covered, rule.errors, n_classes, *tried, rule.n_conditions))
    chosen = Chosen(*np.array(facts, float).reshape(len(facts), len(Chosen._fields)).T)
    estimates = {name: ESTIMATES[name].error(chosen) for name in SHOWN if name in ESTIMATES}
    estimates[EXPECTED] = np.array([rule.expected for rule in rules], float)
    if chance is not None:
        estimates[GUMBEL] = chance
    return chosen.covered, np.array(errors, float), estimates


def _chance_errors(learner: LayeredRuleClassifier, train: Table) -> Floats:
    """Return the errors of the same rules as the Gumbel null of permuted classes corrects them."""
    rules = learner.set_params(criterion="gumbel", promises=False).fit_table(train).rules_
    sizes = np.bincount(target_of(train).values, minlength=len(rules.classes))
    facts = [
        (rule.covered, rule.errors, train.n_rows, sizes[rule.head], rule.search.chance_ratio)
        for rule in rules
    ]
    return gumbel_error(*np.array(facts, float).reshape(len(facts), 5).T)


def _averages(covered: Floats, errors: Floats, estimates: Estimates) -> Iterator[dict[str, Any]]:
    """Average over the rules that a new row tests, and over those of them with small covers.

    For each estimate there are its mean, bias and mean absolute difference; None without it.
    """
    tested = ~np.isnan(errors)
    for cover, those in ((ALL, tested), (SMALL, tested & (covered < FEW_ROWS))):
        if those.any():
            error = errors[those]
            row: dict[str, Any] = {"cover": cover, "rules": int(those.sum())}
            row["error"] = float(error.mean())
            for name in SHOWN:
                means: list[float | None] = [None] * 3
                if name in estimates:
                    off = estimates[name][those] - error
                    told = estimates[name][those].mean()
                    means = [float(one) for one in (told, off.mean(), np.abs(off).mean())]
                row |= zip((name, f"{name}_bias", f"{name}_miss"), means, strict=True)
            yield row
