"""Do the errors that rules promise come true? Our own study, the yardstick of `promises`.

The expected error of every learner's rules, and older estimates beside it, are held against the
errors of the same rules on rows that they were not learned from.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from conjunct.experiments import promise_trials as trials
from conjunct.experiments.figures import Curve, Panel, drawing
from conjunct.experiments.findings import Findings, Grid, cell, signed, words_of
from conjunct.experiments.judging import LEAST, TOO_FEW
from conjunct.experiments.long_rows import table_rows
from conjunct.experiments.promise_trials import ALL, EXPECTED, KINDS, NOISE, REAL, SHOWN, SMALL
from conjunct.experiments.study import Results, make_study
from conjunct.plots.style import COLORS, INK

WORDS = words_of("honesty")
DESIGN: list[str] = WORDS.said["design"]  # tables that the method was chosen on
TITLES = ("real tables", "the same tables with permuted classes", "noise")
WHERE = ("on real tables", "with permuted classes", "on noise")
LABELS = dict(zip(SHOWN, WORDS.said["grids"]["honesty"]["heads"][3:], strict=True))

Means = Mapping[tuple[str, str, str], Mapping[str, float]]
"""Averages by kind of table, group of rules and cover, over trials or over tables."""


class Bar(NamedTuple):
    """What is asked for, what each group of rules has, and the range that is good enough."""

    text: str
    values: Mapping[str, float]
    low: float
    high: float

    def meets(self, value: float) -> bool:
        """Tell whether a value is good enough."""
        return self.low <= value <= self.high

    @property
    def missed(self) -> dict[str, float]:
        """The groups that miss it."""
        return {name: value for name, value in self.values.items() if not self.meets(value)}


def findings(results: Results) -> Findings:
    """Say of each estimate how far it is off, and which bars the expected error meets."""
    by_table = {
        table.name: {
            key: {name: float(values.mean()) for name, values in columns.items()}
            for key, columns in table.by.items()
        }
        for table in table_rows(results, "kind", "group", "cover")
    }
    means = _over_tables(by_table)
    bars = [bar for bar in bars_of(means) if bar.values]
    kinds = {kind: at for at, kind in enumerate(KINDS) if any(key[0] == kind for key in means)}
    widths = [
        {"width": width, **{name: one[name] for name in ("training", EXPECTED, "error", "pull")}}
        for width, one in _beams(means, NOISE).items()
    ]
    judged = max(len(results.rows[name]) for name in by_table) >= LEAST
    grids = [_verdicts(bars, judged)]
    grids += [_grid(kind, TITLES[at], means, by_table) for kind, at in kinds.items()]
    grids += [WORDS.grid("noise-by-width", widths)] if NOISE in kinds else []
    off = {WHERE[at]: _biases(means, kind, ALL).values() for kind, at in kinds.items()}
    met = {"met": sum(not bar.missed for bar in bars), "bars": len(bars), "least": LEAST}
    part = [name for name in by_table if name in DESIGN]
    said = [WORDS.say("off", low=min(v), high=max(v), where=where) for where, v in off.items()]
    summary = (
        WORDS.say("expected", said=", ".join(said)),
        WORDS.say("met" if judged else "too_few", met),
        WORDS.say("chosen" if part else "not_chosen", names=", ".join(part)),
    )
    panels = [_panel(TITLES[at], _beams(means, kind)) for kind, at in kinds.items()]
    return Findings(summary, tuple(grids), (WORDS.picture("bias-by-width", drawing(panels, 3)),))


def _over_tables(by_table: Mapping[str, Means]) -> Means:
    found: dict[tuple[str, str, str], list[Mapping[str, float]]] = {}
    for means in by_table.values():
        for key, one in means.items():
            found.setdefault(key, []).append(one)
    return {
        key: {name: float(np.mean([one[name] for one in those])) for name in those[0]}
        for key, those in found.items()
    }


def bars_of(means: Means) -> list[Bar]:
    """Return the bars that the expected error must meet, each with the values of all groups."""
    bars = []
    for cover, limits in WORDS.said["limits"].items():
        for title, (kind, limit) in zip(TITLES, limits.items(), strict=True):
            where = title + (f", covers < {trials.FEW_ROWS}" if cover == SMALL else "")
            text = WORDS.say("bias", limit=limit, where=where)
            bars.append(Bar(text, _biases(means, kind, cover), -limit, limit))
    real = _groups(means, REAL, ALL)
    excess = {name: 100 * (one["expected_miss"] - one["ucf_miss"]) for name, one in real.items()}
    told = [one[EXPECTED] for one in _beams(means, NOISE).values()]
    rise = {"widest beam": 100 * (told[-1] - told[0])} if len(told) > 1 else {}
    bars.append(Bar(WORDS.say("miss"), excess, -math.inf, 0.0))
    return [*bars, Bar(WORDS.say("rise"), rise, math.ulp(0.0), math.inf)]


def _groups(means: Means, kind: str, cover: str) -> dict[str, Mapping[str, float]]:
    """Return the averages of one kind of table and one cover, by group of rules."""
    keys = {name: (kind, name, cover) for name in trials.LEARNERS}
    return {name: means[key] for name, key in keys.items() if key in means}


def _biases(means: Means, kind: str, cover: str) -> dict[str, float]:
    return {name: 100 * one["expected_bias"] for name, one in _groups(means, kind, cover).items()}


def _beams(means: Means, kind: str) -> dict[int, Mapping[str, float]]:
    """Return the averages of one kind of table, by beam width."""
    groups = _groups(means, kind, ALL)
    return {width: groups[name] for name, width in trials.BEAMS.items() if name in groups}


def _verdicts(bars: list[Bar], judged: bool) -> Grid:
    lines, rows = [], []
    for bar in bars:
        missed = ", ".join(f"{name} ({signed(value)})" for name, value in bar.missed.items())
        met = f"{len(bar.values) - len(bar.missed)} of {len(bar.values)}"
        lines.append((bar.text, met, missed or "–") if judged else (bar.text, TOO_FEW, ""))
        for name, value in bar.values.items():
            met_by = {"group": name, "value": value, "met": int(bar.meets(value))}
            rows.append({"bar": bar.text, **met_by})
    return WORDS.grid("verdicts", rows, lines=lines)


def _grid(kind: str, title: str, means: Means, by_table: Mapping[str, Means]) -> Grid:
    rows = [
        {
            **{"table": table, "kind": kind, "group": group, "cover": cover, "estimate": name},
            **{"rules": one["rules"], "error": one["error"], "estimated": one[name]},
            **{"bias": one[f"{name}_bias"], "miss": one[f"{name}_miss"]},
        }
        for table, those in by_table.items()
        for (of, group, cover), one in those.items()
        if of == kind
        for name in SHOWN
    ]
    lines = []
    for group, every in _groups(means, kind, ALL).items():
        small, cells = means.get((kind, group, SMALL), {}), [cell("{rules:.0f}", every)]
        cells.append(cell("{error:%1}", every))
        for name in SHOWN:
            few = signed(100 * small.get(f"{name}_bias", np.nan)) or "–"
            bias = signed(100 * every[f"{name}_bias"])
            cells.append(cell(f"{bias} / {few} / {{{name}_miss:%1}}", every) if bias else "–")
        lines.append((group, *cells))
    facts = {"where": title, "few": trials.FEW_ROWS}
    notes = tuple(WORDS.said["notes"].values()) if kind == REAL else ()
    return WORDS.grid("honesty", rows, facts, name=f"honesty-{kind}", lines=lines, notes=notes)


def _panel(title: str, beams: Mapping[int, Mapping[str, float]]) -> Panel:
    widths = [float(width) for width in beams]
    lines = [Curve("honest", widths, [0.0] * len(widths), style="dashed", color=INK)]
    for color, name in zip(COLORS, SHOWN, strict=False):
        biases = [100 * one[f"{name}_bias"] for one in beams.values()]
        lines.append(Curve(LABELS[name], widths, biases, color=color))
    return Panel(title, lines, "beam width", "bias, points", "widths")


STUDY = make_study("honesty", trials.promises_and_truth, findings, max_width=trials.WIDTHS[-1])
