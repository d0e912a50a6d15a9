"""Do the errors that rules promise come true? Our own study, the yardstick of `promises`.

The expected error of every learner's rules, and older estimates beside it, are held against the
errors of the same rules on rows that they were not learned from.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
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
from conjunct.types import Floats

WORDS = words_of("honesty")
DESIGN: list[str] = WORDS.said["design"]  # tables that the method was chosen on
TITLES = ("real tables", "the same tables with permuted classes", "noise")
WHERE = ("on real tables", "with permuted classes", "on noise")
LABELS = dict(zip(SHOWN, WORDS.said["grids"]["honesty"]["heads"][3:], strict=True))

Means = Mapping[tuple[str, str, str], Mapping[str, float]]
"""Averages by kind of table, group of rules and cover, over trials or over tables."""


class Bar(NamedTuple):
    """What is asked for, what each group of rules has on each table, and the range it may have."""

    text: str
    values: Mapping[str, Floats]
    low: float
    high: float

    def meets(self, values: Floats) -> bool:
        """Tell whether the mean of some values is good enough."""
        return self.low <= float(values.mean()) <= self.high

    @property
    def missed(self) -> dict[str, Floats]:
        """The groups that miss it."""
        return {name: own for name, own in self.values.items() if not self.meets(own)}

    @property
    def n_clear(self) -> int:
        """Number of groups that miss it by more than two standard errors over the tables."""
        beyond = {
            name: max(self.low - own.mean(), own.mean() - self.high)
            for name, own in self.missed.items()
        }
        return sum(beyond[name] > 2 * standard_error(own) for name, own in self.missed.items())


def standard_error(values: Floats) -> float:
    """Return the standard error of a mean over tables; not a number for a single table."""
    return float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.nan


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
    bars = [bar for bar in bars_of(by_table) if bar.values]
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
    met = {
        **{"met": sum(not bar.missed for bar in bars), "bars": len(bars), "least": LEAST},
        "misses": sum(len(bar.missed) for bar in bars),
        "clear": sum(bar.n_clear for bar in bars),
    }
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


def bars_of(by_table: Mapping[str, Means]) -> list[Bar]:
    """Return the bars that the expected error must meet, each with the values of all groups."""
    bars = []
    for cover, limits in WORDS.said["limits"].items():
        for title, (kind, limit) in zip(TITLES, limits.items(), strict=True):
            where = title + (f", covers < {trials.FEW_ROWS}" if cover == SMALL else "")
            text = WORDS.say("bias", limit=limit, where=where)
            biases = _each_table(by_table, kind, cover, lambda one: one["expected_bias"])
            bars.append(Bar(text, biases, -limit, limit))
    excess = _each_table(by_table, REAL, ALL, lambda one: one["expected_miss"] - one["ucf_miss"])
    told = _each_table(by_table, NOISE, ALL, lambda one: one[EXPECTED])
    beams = [told[name] for name in trials.BEAMS if name in told]
    rise = {"widest beam": beams[-1] - beams[0]} if len(beams) > 1 else {}
    bars.append(Bar(WORDS.say("miss"), excess, -math.inf, 0.0))
    return [*bars, Bar(WORDS.say("rise"), rise, math.ulp(0.0), math.inf)]


def _each_table(
    by_table: Mapping[str, Means],
    kind: str,
    cover: str,
    value: Callable[[Mapping[str, float]], float],
) -> dict[str, Floats]:
    """Return a value in points by group of rules, with a number for each table that has it."""
    found = {
        group: [
            100 * value(means[kind, group, cover])
            for means in by_table.values()
            if (kind, group, cover) in means
        ]
        for group in trials.LEARNERS
    }
    return {group: np.array(values) for group, values in found.items() if values}


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
        missed = ", ".join(f"{name} ({_with_error(own)})" for name, own in bar.missed.items())
        met = f"{len(bar.values) - len(bar.missed)} of {len(bar.values)}"
        lines.append((bar.text, met, missed or "–") if judged else (bar.text, TOO_FEW, ""))
        for name, own in bar.values.items():
            told = {"value": float(own.mean()), "standard error": standard_error(own)}
            rows.append({"bar": bar.text, "group": name, **told, "met": int(bar.meets(own))})
    return WORDS.grid("verdicts", rows, lines=lines)


def _with_error(values: Floats) -> str:
    error = standard_error(values)
    return signed(float(values.mean())) + ("" if math.isnan(error) else f" ± {error:.1f}")


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
