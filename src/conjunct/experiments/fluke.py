"""One fluke in detail, and how often there is one: the example of section 2 on made rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conjunct.experiments.curves import number_or_none, percent
from conjunct.experiments.findings import Findings, Grid
from conjunct.experiments.fluke_domain import IDLE, LONG, SHORT
from conjunct.experiments.fluke_domain import WON as CHANCES
from conjunct.experiments.fluke_trials import UNSEEN, WIDE, rules_of_won
from conjunct.experiments.published import quinlan1995 as paper
from conjunct.experiments.rule_results import RuleResults, mean_of, read_results
from conjunct.experiments.study import Results, Study
from conjunct.types import Flags

NARROW = 4
"""The small width."""

WORSE = 0.05
"""A rule is worse than another if its error on unseen rows is higher by more."""

CRITERIA = {"layered": "r_w", "length": "r_w with h·2^length"}
"""What may choose the width."""

_HOLDS, _OFTEN, _ELSE = (f"{100 * chance:.0f} %" for chance in CHANCES)
DOMAIN_NOTE = (
    f"The domain: {len(SHORT)} attributes make a short rule that holds for {_HOLDS} of the rows "
    f"it covers, {len(LONG)} others a longer one that holds for {_OFTEN}, elsewhere {_ELSE} are "
    f"of the class; {len(IDLE)} attributes have nothing to do with it. These numbers were chosen "
    "so that flukes are frequent; the rows of a trial are drawn by its number."
)
TYPICAL_NOTE = (
    "Shown is the trial whose error on unseen rows differs between the two widths by the median of "
    "all trials."
)


class FlukePair(NamedTuple):
    """The rules of the narrow and of the wide beam, a place a trial, and which is a fluke."""

    narrow: RuleResults
    wide: RuleResults

    @property
    def longer(self) -> Flags:
        """Where the wide beam's rule has more conditions."""
        return np.asarray(self.wide.chosen.length > self.narrow.chosen.length)

    @property
    def looks_better(self) -> Flags:
        """Where its Laplace error in training is lower."""
        return self.wide.estimate("laplace") < self.narrow.estimate("laplace")

    @property
    def is_worse(self) -> Flags:
        """Where its error on unseen rows is higher by more than `WORSE`."""
        return self.wide.error > self.narrow.error + WORSE

    @property
    def fluke(self) -> Flags:
        """Where it is longer, looks better and is worse."""
        return self.longer & self.looks_better & self.is_worse

    @property
    def typical(self) -> int:
        """The trial with the median difference of errors on unseen rows."""
        order = np.argsort(self.wide.error - self.narrow.error, kind="stable")
        return int(order[(len(order) - 1) // 2])


def findings(results: Results) -> Findings:
    """Show the typical trial rule by rule, and count the flukes of all trials."""
    trials = next(iter(results.rows.values()), [])
    if not trials:
        return Findings(("There is no trial yet.",))
    rules = read_results(trials)
    wide = max(rules.widths)
    pair = FlukePair(rules.take(rules.width == min(NARROW, wide)), rules.take(rules.width == wide))
    shown = pair.typical
    one = rules.take(rules.trial == shown)
    texts = [str(row["rule"]) for row in trials[shown]]
    sentences = [_rule_sentence(one, texts, width) for width in sorted({min(NARROW, wide), wide})]
    heading = f"Trial {shown} of seed {results.seed}, a typical one:"
    return Findings(
        (heading, *sentences, _count_sentence(pair, rules)),
        (_rule_grid(one, texts, shown), _count_grid(pair, rules)),
    )


def _rule_sentence(rules: RuleResults, texts: list[str], width: int) -> str:
    place = rules.width.tolist().index(width)
    facts = rules.chosen
    return (
        f"Width {width} finds “if {texts[place]} then won”: {facts.covered[place]} training rows, "
        f"{facts.errors[place]} wrong; of {UNSEEN:,} unseen rows it covers "
        f"{rules.test_covered[place]:,}, {rules.test_errors[place]:,} wrong "
        f"({percent(float(rules.error[place]))} %)."
    )


def _count_sentence(pair: FlukePair, rules: RuleResults) -> str:
    choices = {label: rules.layered_choice(name) for name, label in CRITERIA.items()}
    return (
        f"In {int(pair.fluke.sum())} of {rules.n_trials} trials the rule of the wide beam is "
        "longer and looks better in training, and its error on unseen rows is more than 5 points "
        "higher. Mean error there: "
        f"{percent(mean_of(pair.narrow.error))} % narrow, {percent(mean_of(pair.wide.error))} % "
        "wide, "
        + " and ".join(
            f"{percent(mean_of(chosen.error))} % where {label} chooses the width"
            for label, chosen in choices.items()
        )
        + "."
    )


def _rule_grid(rules: RuleResults, texts: list[str], shown: int) -> Grid:
    facts, laplace, r_w = rules.chosen, rules.estimate("laplace"), rules.estimate("layered")
    columns = (rules.width, facts.length, facts.covered, facts.errors, laplace, r_w)
    unseen = (rules.test_covered, rules.test_errors, rules.error)
    data = [
        (*map(number_or_none, line), text)
        for *line, text in zip(*(one.tolist() for one in (*columns, *unseen)), texts, strict=True)
    ]
    lines = [
        (
            *(f"{count:,}" for count in line[:4]),
            *(percent(rate) for rate in line[4:6]),
            *(f"{count:,}" for count in line[6:8]),
            percent(line[8]),
        )
        for line in zip(*(one.tolist() for one in (*columns, *unseen)), strict=True)
    ]
    heads = ("w", "conditions", "covers", "wrong", "Laplace, %", "r_w, %")
    return Grid(
        "fluke",
        f"The best rule of each width, trial {shown}: in training and on unseen rows",
        (*heads, "covers unseen", "wrong unseen", "error on unseen rows, %"),
        tuple(lines),
        (
            *("width", "conditions", "covered", "errors", "laplace", "r_w"),
            *("unseen_covered", "unseen_errors", "unseen_error", "rule"),
        ),
        tuple(data),
        (TYPICAL_NOTE, DOMAIN_NOTE),
    )


def _count_grid(pair: FlukePair, rules: RuleResults) -> Grid:
    wide, narrow = pair.wide.width[0], pair.narrow.width[0]
    counted = {
        f"longer at width {wide} than at {narrow}": pair.longer,
        "lower Laplace error in training": pair.looks_better,
        "error on unseen rows higher by more than 5 points": pair.is_worse,
        "all three: a fluke": pair.fluke,
    }
    lines = [
        (name, str(int(flags.sum())), percent(float(flags.mean())))
        for name, flags in counted.items()
    ]
    return Grid(
        "how-often",
        f"How often the rule of the wide beam is a fluke, {rules.n_trials} trials",
        ("the rule of the wide beam", "trials", "%"),
        tuple(lines),
        ("what", "trials", "of"),
        tuple((name, int(flags.sum()), rules.n_trials) for name, flags in counted.items()),
        (DOMAIN_NOTE,),
    )


STUDY = Study(
    name="fluke",
    title="A fluke: a short good rule of a narrow beam, a long worse one of a wide beam",
    source=f"after {paper.PAPER}, section 2 (R1, R2 and R3), whose chess endgame is not public",
    tables=("fluke-276",),
    trials=200,
    seconds=0.01,
    run=rules_of_won,
    findings=findings,
    settings={"wide": WIDE},
)
