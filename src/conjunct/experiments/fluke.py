"""One fluke in detail, and how often there is one: the example of section 2 on made rows."""

from __future__ import annotations

import numpy as np

from conjunct.experiments.cells import percent
from conjunct.experiments.findings import Findings, Line, grid
from conjunct.experiments.fluke_domain import IDLE, LONG, SHORT
from conjunct.experiments.fluke_domain import WON as CHANCES
from conjunct.experiments.fluke_trials import UNSEEN, WIDE, rules_of_won
from conjunct.experiments.long_rows import mean_of
from conjunct.experiments.published import paper
from conjunct.experiments.rule_results import RuleResults, read_results
from conjunct.experiments.study import Results, Study

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


def findings(results: Results) -> Findings:
    """Show the typical trial rule by rule, and count the flukes of all trials."""
    trials = next(iter(results.rows.values()), [])
    if not trials:
        return Findings(("There is no trial yet.",))
    rules = read_results(trials)
    widths = min(NARROW, max(rules.widths)), max(rules.widths)
    narrow, wide = (rules.take(rules.width == width) for width in widths)
    longer = wide.chosen.length > narrow.chosen.length
    better = wide.estimate("laplace") < narrow.estimate("laplace")
    worse = wide.error > narrow.error + WORSE
    counted = [
        (f"longer at width {widths[1]} than at {widths[0]}", longer),
        ("lower Laplace error in training", better),
        ("error on unseen rows higher by more than 5 points", worse),
        ("all three: a fluke", longer & better & worse),
    ]
    counts = [
        {"what": what, "trials": int(flags.sum()), "of": rules.n_trials, "_share": flags.mean()}
        for what, flags in counted
    ]
    order = np.argsort(wide.error - narrow.error, kind="stable")
    shown = int(order[(len(order) - 1) // 2])
    texts = [str(row["rule"]) for row in trials[shown]]
    rows = _rule_rows(rules.take(rules.trial == shown), texts)
    sentences = [_rule_sentence(row) for row in rows if row["width"] in widths]
    heading = f"Trial {shown} of seed {results.seed}, a typical one:"
    return Findings(
        (heading, *sentences, _count_sentence(counts[-1]["trials"], rules, narrow, wide)),
        (
            grid(
                "fluke",
                f"The best rule of each width, trial {shown}: in training and on unseen rows",
                {
                    "w": "{width:,}",
                    "conditions": "{conditions:,}",
                    "covers": "{covered:,}",
                    "wrong": "{errors:,}",
                    "Laplace, %": "{laplace:%1}",
                    "r_w, %": "{r_w:%1}",
                    "covers unseen": "{unseen_covered:,}",
                    "wrong unseen": "{unseen_errors:,}",
                    "error on unseen rows, %": "{unseen_error:%1}",
                },
                rows,
                (TYPICAL_NOTE, DOMAIN_NOTE),
            ),
            grid(
                "how-often",
                f"How often the rule of the wide beam is a fluke, {rules.n_trials} trials",
                {"the rule of the wide beam": "{what}", "trials": "{trials}", "%": "{_share:%1}"},
                counts,
                (DOMAIN_NOTE,),
            ),
        ),
    )


def _rule_rows(rules: RuleResults, texts: list[str]) -> list[Line]:
    facts = rules.chosen
    columns = {
        "width": rules.width,
        "conditions": facts.length,
        "covered": facts.covered,
        "errors": facts.errors,
        "laplace": rules.estimate("laplace"),
        "r_w": rules.estimate("layered"),
        "unseen_covered": rules.test_covered,
        "unseen_errors": rules.test_errors,
        "unseen_error": rules.error,
        "rule": np.array(texts),
    }
    lines = zip(*(column.tolist() for column in columns.values()), strict=True)
    return [dict(zip(columns, line, strict=True)) for line in lines]


def _rule_sentence(row: Line) -> str:
    return (
        f"Width {row['width']} finds “if {row['rule']} then won”: {row['covered']} training rows, "
        f"{row['errors']} wrong; of {UNSEEN:,} unseen rows it covers {row['unseen_covered']:,}, "
        f"{row['unseen_errors']:,} wrong ({percent(row['unseen_error'])} %)."
    )


def _count_sentence(flukes: int, rules: RuleResults, narrow: RuleResults, wide: RuleResults) -> str:
    chosen = " and ".join(
        f"{percent(mean_of(rules.layered_choice(name).error))} % where {label} chooses the width"
        for name, label in CRITERIA.items()
    )
    return (
        f"In {flukes} of {rules.n_trials} trials the rule of the wide beam is longer and looks "
        "better in training, and its error on unseen rows is more than 5 points higher. Mean error "
        f"there: {percent(mean_of(narrow.error))} % narrow, {percent(mean_of(wide.error))} % "
        f"wide, {chosen}."
    )


STUDY = Study(
    name="fluke",
    title="A fluke: a short good rule of a narrow beam, a long worse one of a wide beam",
    source=f"after {paper('quinlan1995')['paper']}, section 2 (R1, R2 and R3), whose chess endgame "
    "is not public",
    tables=("fluke-276",),
    trials=200,
    seconds=0.01,
    run=rules_of_won,
    findings=findings,
    settings={"wide": WIDE},
)
