"""One trial in the domain of the fluke: the best rule of each width, on many rows not seen."""

from __future__ import annotations

from conjunct.count import one_class
from conjunct.count.engines import FASTEST, make_engine
from conjunct.data import Table
from conjunct.encode import encode
from conjunct.evaluate import Laplace
from conjunct.experiments.fluke_domain import make_fluke
from conjunct.experiments.single_rules import rule_row, rules_by_width, widths_up_to
from conjunct.experiments.study import Row, Trial
from conjunct.model.condition import body_cover
from conjunct.search.language import Language
from conjunct.search.limits import Limits
from conjunct.search.rule_problem import RuleProblem

UNSEEN = 20_000
"""Unseen rows that a rule is tested on."""

WIDE = 128
"""The widest beam."""

WON = 1
"""The class whose rules are searched."""


def rules_of_won(table: Table, trial: Trial) -> list[Row]:
    """Find the best rule of the class ``won`` by each width on new rows of the domain.

    Parameters
    ----------
    table : Table
        Only its number of rows counts.
    trial : Trial
        Its seed and number draw the rows; the setting ``wide`` is the widest beam.

    Returns
    -------
    list of Row
        As of `conjunct.experiments.single_rules.rule_row`, each with the body as ``rule``.

    Examples
    --------
    >>> rows = rules_of_won(make_fluke(276), Trial("fluke-276", 137, 0, {"wide": 4}))
    >>> [row["width"] for row in rows], rows[-1]["rule"]
    ([1, 2, 4], 'short1 = yes and short2 = yes')
    """
    train = make_fluke(table.n_rows, (trial.seed, trial.number, 0))
    test = make_fluke(UNSEEN, (trial.seed, trial.number, 1))
    engine = make_engine(FASTEST, encode(train))
    problem = RuleProblem(
        engine,
        engine.root(),
        one_class(WON, engine.n_classes),
        Language(engine.columns, Limits()),
        Laplace(engine.n_classes),
    )
    widths = widths_up_to(int(trial.settings.get("wide", WIDE)))
    return [
        {
            **rule_row(rule, 1.0, engine.n_classes, test, body_cover(rule.conditions, test)),
            "rule": rule.body,
        }
        for rule in rules_by_width(problem, WON, widths)
    ]
