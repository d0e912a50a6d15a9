"""One fluke in detail, and how often there is one: the example of section 2 on made rows."""

from __future__ import annotations

import numpy as np

from conjunct.experiments.curves import RuleResults
from conjunct.experiments.findings import Findings, Line, words_of
from conjunct.experiments.long_rows import mean_of, rows_of
from conjunct.experiments.made_tables import FLUKE_CHANCES, IDLE, LONG, SHORT
from conjunct.experiments.single_rules import UNSEEN, WIDE, rules_of_won
from conjunct.experiments.study import Results, make_study

WORDS = words_of("fluke")
NARROW = 4  # the small width
WORSE = 0.05  # how much higher the error of a worse rule is on unseen rows

_SIZES = {"short": len(SHORT), "long": len(LONG), "idle": len(IDLE)}
_CHANCES = dict(zip(("holds", "often", "other"), FLUKE_CHANCES, strict=True))
DOMAIN_NOTE = WORDS.say("domain", {**_SIZES, **_CHANCES})


def findings(results: Results) -> Findings:
    """Show the typical trial rule by rule, and count the flukes of all trials."""
    trials = next(iter(results.rows.values()), [])
    rules = RuleResults.of(trials)
    by_width = rules.by("width")
    widths = min(NARROW, max(by_width)), max(by_width)
    narrow, wide = (by_width[width] for width in widths)
    flags = {
        "longer": wide["length"] > narrow["length"],
        "better": wide.estimate("laplace") < narrow.estimate("laplace"),
        "worse": wide.error > narrow.error + WORSE,
    }
    flags["all"] = np.logical_and.reduce(list(flags.values()))
    counts: list[Line] = []
    for name, those in flags.items():
        what = WORDS.say(name, narrow=widths[0], wide=widths[1])
        count = {"what": what, "trials": int(those.sum()), "of": rules.n_trials}
        counts.append({**count, "_share": those.mean()})
    order = np.argsort(wide.error - narrow.error, kind="stable")
    shown = int(order[(len(order) - 1) // 2])
    own = rules.where(trial=shown)
    rows = rows_of(
        {
            **{"width": own["width"], "conditions": own["length"], "covered": own["covered"]},
            **{"errors": own["errors"], "laplace": own.estimate("laplace")},
            **{"r_w": own.estimate("layered"), "unseen_covered": own["test_covered"]},
            **{"unseen_errors": own["test_errors"], "unseen_error": own.error},
            "rule": own["rule"],
        }
    )
    means = {
        **{"narrow": mean_of(narrow.error), "wide": mean_of(wide.error)},
        **{one: mean_of(rules.layered_choice(one).error) for one in ("layered", "length")},
    }
    told = {"shown": shown, "trials": rules.n_trials, "DOMAIN": DOMAIN_NOTE}
    return Findings(
        (
            WORDS.say("typical", shown=shown, seed=results.seed),
            *(WORDS.say("rule", row, unseen=UNSEEN) for row in rows if row["width"] in widths),
            WORDS.say("count", means, flukes=counts[-1]["trials"], trials=rules.n_trials),
        ),
        (WORDS.grid("fluke", rows, told), WORDS.grid("how-often", counts, told)),
    )


STUDY = make_study("fluke", rules_of_won, findings, wide=WIDE)
