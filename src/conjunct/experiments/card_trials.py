"""One trial with a score card: learned from one half of a table, its rules tested on the other."""

from __future__ import annotations

from typing import Literal

from conjunct.data import Table
from conjunct.estimators import ScoreCardClassifier
from conjunct.experiments.single_rules import rule_row
from conjunct.experiments.split import halves
from conjunct.experiments.study import Row, Trial
from conjunct.experiments.tables import PUBLIC
from conjunct.model.condition import Missing, body_cover

OUTCOMES = 2
"""A row contradicts a rule or it does not, however many classes there are."""


def card_rules(
    table: Table, trial: Trial, size: Literal["small", "accurate"] = "small"
) -> list[Row]:
    """Return the rules of a card as rules whose promises can be scored.

    Every rule of a card counts alike; its test rows are all that its body holds for, whatever other
    rules hold for them.

    Parameters
    ----------
    table : Table
        With a target.
    trial : Trial
        Says which halves.
    size : {"small", "accurate"}
        Of the card, see `conjunct.ScoreCardClassifier`.
    """
    train, test = (table.take(rows) for rows in halves(table, trial.number, trial.seed))
    missing: Missing = PUBLIC[trial.table].missing if trial.table in PUBLIC else "fails"
    card = ScoreCardClassifier(size=size, missing=missing).fit_table(train).rules_
    covers = [body_cover(rule.conditions, test, missing) for rule in card]
    return [
        rule_row(rule, 1 / len(card), OUTCOMES, test, covered)
        for rule, covered in zip(card, covers, strict=True)
    ]
