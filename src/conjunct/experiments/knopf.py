"""The study `knopf`: three MDL measures where classes are noisy, rare or frequent, and rows few."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from conjunct.experiments.figures import Curve, Panel, drawing
from conjunct.experiments.findings import Findings, Grid, Picture, words_of
from conjunct.experiments.knopf_contrast import contrast_grids, contrast_sentence
from conjunct.experiments.knopf_trials import NOISE, SHARES, noisy_theories
from conjunct.experiments.long_rows import TrialRows, standard_error
from conjunct.experiments.study import Results, make_study
from conjunct.plots.style import BLUE, GREEN, GREY, VERMILION

WORDS = words_of("knopf")
NOTE = {"SHORT": WORDS.say("short_note")}
NAMES = {"pfahringer": "Pfahringer", "quinlan": "Quinlan", "complete": "complete code"}
SHORT = {"pfahringer": "Pf", "quinlan": "Qu", "complete": "Co"}
COLORS = {"pfahringer": BLUE, "quinlan": VERMILION, "complete": GREEN}
WON = {
    "correctness-preserving": ("correct", BLUE),
    "unpruned": ("unpruned", GREEN),
    "p - n": ("p − n", VERMILION),
    "no rules": ("none", GREY),
}
CHOICES = {"all": "all theories", "exact": "without p − n"}


class KnopfTheories(TrialRows):
    """Theories that were learned, those of all tables."""

    def mean(self, name: str) -> float:
        """Return the mean of a column over tables, each of them counting the same."""
        means = [float(self.where(table=table)[name].mean()) for table in self.values("table")]
        return float(np.mean(means)) if means else math.nan

    def error_bar(self, name: str) -> float:
        """Return the standard error of a mean over the trials of one table."""
        means = [self.where(trial=trial)[name].mean() for trial in self.values("trial")]
        return standard_error(np.array(means, float))

    def share(self, strategy: str) -> float:
        """Return the share of theories that a strategy gave, tables counting the same."""
        won = (self["strategy"] == strategy).astype(float)
        return replace(self, columns={**self.columns, "won": won}).mean("won")


def gather(results: Results) -> KnopfTheories:
    """Put the rows of all trials into columns; the trials of a table are numbered from 0."""
    found = [
        TrialRows.of([[{**row, "table": table} for row in trial] for trial in trials])
        for table, trials in results.rows.items()
        if any(trials)
    ]
    columns = {name: np.concatenate([one[name] for one in found]) for name in found[0].columns}
    return KnopfTheories(max(one.n_trials for one in found), columns)


def findings(results: Results) -> Findings:
    """Compare the measures by noise, share of the class, sample size and table."""
    theories = gather(results)
    chosen = theories.where(choice="all")
    return Findings(
        tuple(_summary(theories)),
        (
            *(_noise_grid(theories), _strategy_grid(chosen), _share_grid(chosen)),
            *contrast_grids(),
        ),
        (
            _noise_picture(chosen, "error", 100.0),
            _noise_picture(chosen, "conditions", 1.0),
            _strategy_picture(chosen),
        ),
    )


def _summary(theories: KnopfTheories) -> list[str]:
    sentences = [WORDS.say("claims")]
    for choice, name in CHOICES.items():
        means = []
        for measure in NAMES:
            if own := theories.where(choice=choice, measure=measure):
                facts = {one: own.mean(one) for one in ("error", "conditions")}
                means.append(WORDS.say("mean", facts, name=NAMES[measure]))
        sentences.append(WORDS.say("over_all", name=name, means=", ".join(means)))
    chosen = theories.where(choice="all")
    claims = [_fit_sentence(chosen), _share_sentence(chosen), contrast_sentence()]
    return [*sentences, *claims, _strategy_sentence(chosen)]


def _fit_sentence(chosen: KnopfTheories) -> str:
    """Say whether Quinlan's measure fits noise more than Pfahringer's, as the paper has it."""
    facts: dict[str, Any] = {"noise": NOISE[-1]}
    for measure in ("pfahringer", "quinlan"):
        own = chosen.where(noise=NOISE[-1], measure=measure)
        facts |= {f"{measure}_{one}": own.mean(one) for one in ("error", "conditions")}
    larger = facts["quinlan_conditions"] > facts["pfahringer_conditions"]
    worse = facts["quinlan_error"] > facts["pfahringer_error"]
    facts["larger"] = "is borne out" if larger else "is not borne out"
    facts["worse"] = "makes more errors" if worse else "does not make more errors"
    return WORDS.say("fit", facts)


def _share_sentence(chosen: KnopfTheories) -> str:
    """Say whether Quinlan's measure is too general for rare classes, too special for frequent."""
    said, agree = {}, 0
    for name, claimed in (("minority", "general"), ("majority", "special")):
        called = chosen.where(measure="quinlan", share=name).mean("called")
        found = "general" if called > SHARES[name] else "special"
        agree += found == claimed
        said[name] = WORDS.say("called", called=called, share=SHARES[name], found=found)
    return WORDS.say(
        "share", said, agrees=("neither case", "one of the two cases", "both cases")[agree]
    )


def _strategy_sentence(chosen: KnopfTheories) -> str:
    """Say how often the strategy that wins tells that there is noise."""
    said = []
    for noise in NOISE:
        own = chosen.where(noise=noise, measure="pfahringer")
        shares = {"pruned": own.share("p - n"), "none": own.share("no rules")}
        said.append(WORDS.say("strategy_noise", shares, noise=noise))
    return WORDS.say("strategy", said=", ".join(said))


def _by_measure(own: KnopfTheories, names: Iterable[str]) -> dict[str, float]:
    """Return means of columns for each of the measures."""
    by = {measure: own.where(measure=measure) for measure in NAMES}
    return {f"{measure}_{name}": by[measure].mean(name) for measure in NAMES for name in names}


def _noise_grid(theories: KnopfTheories) -> Grid:
    heads = {"error": ("error %", "%1"), "conditions": ("conditions", ".1f")}
    heads["rules"] = ("rules", ".1f")
    rows = []
    for choice, noise in product(CHOICES, NOISE):
        own = theories.where(choice=choice, noise=noise)
        about = {"choice": choice, "noise": noise, "_name": CHOICES[choice]}
        rows.append({**about, **_by_measure(own, heads)})
    columns = {
        f"{short} {head}": f"{{{measure}_{name}:{spec}}}"
        for measure, short in SHORT.items()
        for name, (head, spec) in heads.items()
    }
    return WORDS.grid("by-noise", rows, NOTE, columns=columns)


def _tables(chosen: KnopfTheories) -> list[str]:
    """Return the tables in the order of the study."""
    return list(dict.fromkeys(chosen["table"].tolist()))


def _strategy_grid(chosen: KnopfTheories) -> Grid:
    rows = []
    for table, noise in product(_tables(chosen), NOISE):
        own = chosen.where(noise=noise, table=table)
        shares = {f"{m} {one}": own.where(measure=m).share(one) for m in NAMES for one in WON}
        rows.append({"table": table, "noise": noise, **shares})
    columns = {
        f"{SHORT[m]} {head}": f"{{{m} {one}:%0}}" for m in NAMES for one, (head, _) in WON.items()
    }
    return WORDS.grid("strategies", rows, NOTE, columns=columns)


def _share_grid(chosen: KnopfTheories) -> Grid:
    heads = {"error": "error %", "called": "called %"}
    rows = []
    for share, size in product(SHARES, chosen.values("size")):
        n_tables = len(chosen.where(size=size).values("table"))
        row = {"share": share, "size": size, "tables": n_tables, "true_share": SHARES[share]}
        rows.append({**row, **_by_measure(chosen.where(share=share, size=size), heads)})
    columns = {f"{SHORT[m]} {head}": f"{{{m}_{n}:%1}}" for m in NAMES for n, head in heads.items()}
    return WORDS.grid("by-share", rows, NOTE, columns=columns)


def _noise_picture(chosen: KnopfTheories, column: str, scale: float) -> Picture:
    what, unit = ("error on rows without noise", " %") if column == "error" else ("conditions", "")
    highest = chosen.where(noise=NOISE[-1])
    ends = ", ".join(
        f"{NAMES[measure]} {scale * highest.where(measure=measure).mean(column):.1f}"
        for measure in NAMES
    )
    panels = [_noise_panel(chosen, table, column, scale) for table in _tables(chosen)]
    said = {"what": what.capitalize(), "noise": NOISE[-1], "ends": ends, "unit": unit}
    return WORDS.picture("by-noise", drawing(panels), said, f"{column}-by-noise")


def _noise_panel(chosen: KnopfTheories, table: str, column: str, scale: float) -> Panel:
    own = chosen.where(table=table)
    sizes = own.values("size")
    shown = {sizes[-1]: ("largest sample", "solid")}
    shown |= {size: ("120 rows", "dotted") for size in sizes[:-1] if size == 120}
    found = []
    for (measure, name), (size, (label, style)) in product(NAMES.items(), shown.items()):
        lines = [own.where(measure=measure, size=size, noise=noise) for noise in NOISE]
        bars = [scale * line.error_bar(column) for line in lines]
        error = None if any(map(math.isnan, bars)) else bars
        means, color = [scale * line.mean(column) for line in lines], COLORS[measure]
        found.append(Curve(f"{name}, {label}", NOISE, means, error, style, color))
    label = "error, %" if scale > 1 else column
    return Panel(f"{table} ({sizes[-1]:,} rows)", found, "noise, %", label)


def _strategy_picture(chosen: KnopfTheories) -> Picture:
    panels = []
    for measure, name in NAMES.items():
        by_noise = [chosen.where(measure=measure, noise=noise) for noise in NOISE]
        found = []
        for strategy, (_, color) in WON.items():
            shares = [100 * one.share(strategy) for one in by_noise]
            found.append(Curve(strategy.replace(" - ", " − "), NOISE, shares, color=color))
        panels.append(Panel(name.capitalize(), found, "noise, %", "chosen, % of all samples"))
    shown, said = drawing(panels, 3, (11.0, 3.4)), _strategy_sentence(chosen)
    return WORDS.picture("strategies-by-noise", shown, {"said": said})


STUDY = make_study("knopf", noisy_theories, findings)
