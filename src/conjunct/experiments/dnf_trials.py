"""One run in an artificial domain: a new concept, learned by every version of CN2.

Domingos (1998), section 4.
"""

from __future__ import annotations

from conjunct.data import Table
from conjunct.experiments.dnf import make_dnf
from conjunct.experiments.poe_trials import RATES, Reading, tried_learners
from conjunct.experiments.published import paper
from conjunct.experiments.study import Row, Trial

DOMAINS = paper("domingos1998")["dimensions"]
"""Of section 4: numbers of attributes, runs and examples."""

READINGS: tuple[Reading, ...] = (*RATES, "combinations")
"""Those of POE that are tried here."""


def compare_on_dnf(table: Table, trial: Trial) -> list[Row]:
    """Make a concept with as many attributes as a table has, and learn it by CN2 and CN2-POE.

    Parameters
    ----------
    table : Table
        Only the number of its attributes counts.
    trial : Trial
        Its seed and number, with the number of attributes, say which concept; the settings
        ``n_train`` and ``n_test`` are the numbers of examples.

    Returns
    -------
    rows : list of Row
        As of `conjunct.experiments.poe_trials.tried_learners`, each with the number of attributes.

    Examples
    --------
    >>> from conjunct.experiments.made_tables import made_table
    >>> rows = compare_on_dnf(made_table("dnf-10"), Trial("dnf-10", 0, 0))
    >>> {row["attributes"] for row in rows}
    {10}
    """
    attributes = len(table.columns)
    train, test = make_dnf(
        attributes,
        int(trial.settings.get("n_train", DOMAINS["train"])),
        int(trial.settings.get("n_test", DOMAINS["test"])),
        (trial.seed, trial.number, attributes),
    )
    return [{"attributes": attributes, **row} for row in tried_learners(train, test, READINGS)]
