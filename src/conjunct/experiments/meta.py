"""The study `meta`: learned and classic heuristics on tables that nothing was learned from."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.evaluate import Heuristic
from conjunct.experiments import meta_trials as heuristics
from conjunct.experiments.figures import Dots, Panel, drawing
from conjunct.experiments.findings import Findings, Line, Picture, words_of
from conjunct.experiments.judging import LEAST, margin_over_seeds, margin_over_tables, too_few
from conjunct.experiments.long_rows import TableRows, table_rows
from conjunct.experiments.meta_trials import CLASSIC, LEARNED, learned_heuristic
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import paper
from conjunct.metalearning.recipes import RECIPES
from conjunct.plots import CoverageSpaceDisplay
from conjunct.plots.style import BLUE, GREY, ORANGE, SKY, VERMILION
from conjunct.types import Floats

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WORDS, PAPER = words_of("meta"), paper("janssen2007")
# Heuristics of our Figure 1; the paper shows the first two.
SHOWN = {
    "final-linear-4": "(a) linear regression, final rule",
    "final-mlp-1": "(b) network of one node, final rule",
    "learned": "(c) as shipped",
}
SPACE: tuple[int, int] = tuple(PAPER["figure_1_space"])
# Label, heuristics, colour and marker.
GROUPS = (
    ("classic", CLASSIC, BLUE, "o"),
    ("coverage predicted by a line", heuristics.COVERAGE, GREY, "s"),
    ("coverage predicted by a network", heuristics.NETWORK_COVERAGE, SKY, "v"),
    ("learned: precision of the rule", tuple(PAPER["table_2"]), ORANGE, "^"),
    ("learned: precision of the final rule", heuristics.FINAL, VERMILION, "D"),
)
Tables = Sequence[TableRows]


def findings(results: Results) -> Findings:
    """Turn trials into Tables 2 and 3, section 5.3 and Figure 1."""
    tables = table_rows(results, "heuristic")
    theirs, by_table = PAPER["section_5_3"], list[Line]()
    for table in tables:
        for name in heuristics.COMPARED:
            by_table.append({"table": table.name, "heuristic": name, **outcome([table], name)})
    features = {"features": ", ".join(learned_heuristic("final-linear-4").features)}
    final = [
        _row(tables, name, (None, *theirs.get(name, (None,) * 2))) for name in heuristics.FINAL
    ]
    final = [{name: row[name] for name in row if name != "published_error"} for row in final]
    grids = (
        WORDS.grid("table-2", [_row(tables, *one) for one in PAPER["table_2"].items()]),
        WORDS.grid("table-3", [_coverage_row(tables, name) for name in CLASSIC], PAPER),
        WORDS.grid("final-rule", final, features),
        WORDS.grid("length", _length_rows(tables), PAPER),
        WORDS.grid("by-table", by_table),
    )
    return Findings(tuple(_summary(tables)), grids, (_figure_1(), _outcomes(tables)))


def accuracies(tables: Tables, heuristic: str) -> Floats:
    """Return the accuracy in percent on each table, means over its trials."""
    return np.array([100 * (1 - table.by[heuristic]["error"].mean()) for table in tables])


def outcome(tables: Tables, heuristic: str) -> dict[str, float]:
    """Return accuracy in percent and conditions, means over the tables."""
    conditions = np.mean([table.mean("conditions", heuristic) for table in tables])
    return {
        "accuracy": float(accuracies(tables, heuristic).mean()),
        "conditions": float(conditions),
    }


def by_accuracy(tables: Tables, names: Sequence[str]) -> list[str]:
    """Return heuristics by falling mean accuracy."""
    return sorted(names, key=lambda name: -outcome(tables, name)["accuracy"])


def pairs_as_published(tables: Tables) -> tuple[list[str], int, int]:
    """Return the classic heuristics in the published order, and the pairs that are so, of all."""
    order = sorted(CLASSIC, key=lambda name: -PAPER["table_3"][name][0])
    ours = {name: outcome(tables, name)["accuracy"] for name in CLASSIC}
    pairs = list(combinations(order, 2))
    return order, sum(ours[one] > ours[other] for one, other in pairs), len(pairs)


def _summary(tables: Tables) -> list[str]:
    """Say how the order of the heuristics compares, which is best, and what was learned."""

    def one(name: str) -> str:
        return WORDS.say("one", outcome(tables, name), name=name)

    order, right, pairs = pairs_as_published(tables)
    ours, learned = by_accuracy(tables, CLASSIC), "learned"
    other = by_accuracy(tables, [name for name in LEARNED if name != learned])[0]
    best = {"learned": one(learned), "classic": one(ours[0]), "other": one(other)}
    change = np.round(accuracies(tables, learned) - accuracies(tables, ours[0]), 9)
    counts = {"wins": int(np.sum(change > 0)), "losses": int(np.sum(change < 0))}
    linear, shipped = (learned_heuristic(name) for name in ("precision-linear", learned))
    assert linear.training is not None
    source = {"examples": linear.training.examples, "tables": len(linear.training.tables)}
    return [
        WORDS.say("order", tables=len(tables), names=", ".join(map(one, ours))),
        WORDS.say("published_order", names=", ".join(order), right=right, pairs=pairs),
        WORDS.say("best", best),
        WORDS.say("duel", counts, classic=ours[0], margin=_margin_text(tables, ours[0])),
        WORDS.say("linear", source, formula=linear.formula()),
        WORDS.say("published", PAPER),
        WORDS.say("shipped", formula=shipped.formula()),
    ]


def _margin_text(tables: Tables, classic: str) -> str:
    """Say by how much the shipped heuristic is better, and whether the tables can tell."""
    points = [
        100 * (1 - table.by["learned"]["error"]) - 100 * (1 - table.by[classic]["error"])
        for table in tables
    ]
    margin, seeds = margin_over_tables(points), margin_over_seeds(points)
    if margin is None or len(points) < LEAST:
        return too_few("tables")
    text = WORDS.say("margin", margin=margin, clear="clear" if margin.is_clear else "not clear")
    return text if seeds is None else WORDS.say("seeds", margin=text, seeds=seeds)


def _row(tables: Tables, name: str, published: Sequence[float | None] = ()) -> Line:
    """Return accuracy and size by a learned heuristic, and the mean error of its predictions.

    That error is over all rules that were met.
    """
    columns = [table.by[name] for table in tables]
    misses, met = (np.concatenate([one[column] for one in columns]) for column in ("miss", "met"))
    known = ~np.isnan(misses)
    miss = float(sum(met[known] * misses[known]) / sum(met[known])) if known.any() else None
    about = {"heuristic": name, "mean_absolute_error": miss, "_learner": RECIPES[name].learner}
    names = ("published_error", "published_accuracy", "published_conditions")
    return {**about, **outcome(tables, name), **dict(zip(names, published, strict=False))}


def _coverage_row(tables: Tables, name: str) -> Line:
    """Return a classic heuristic with measured and with predicted coverage."""
    row: dict[str, Any] = {"heuristic": name}
    ends = ("", "_predicted", "_predicted_by_network")
    for end, how in zip(ends, ("", *(f", {one}" for one in heuristics.PREDICTED)), strict=True):
        row |= {f"{what}{end}": number for what, number in outcome(tables, name + how).items()}
    theirs = [f"published_{one}" for one in list(row)[1:5]]
    return row | dict(zip(theirs, PAPER["table_3"][name], strict=True))


def _length_rows(tables: Tables) -> list[Line]:
    """Return heuristics without and with the length of the rule as an input."""
    rows: list[Line] = []
    for one in (name for pair in heuristics.WITH_LENGTH.items() for name in pair):
        reads = "length" in learned_heuristic(one).features
        dropped = "dropped by AIC" if one in heuristics.WITH_LENGTH.values() else "no"
        said = {"heuristic": one, "reads_length": int(reads), "_reads": "yes" if reads else dropped}
        rows.append({**said, **_row(tables, one)})
    return rows


def _figure_1() -> Picture:
    """Draw surfaces and isometrics of learned heuristics, and say how the isometrics bend."""
    bends = [
        bend_of(heuristics.compared_heuristic(name), *SPACE) for name in (*SHOWN, "correlation")
    ]
    by_letter = [
        WORDS.say("bend", letter=letter, curvature=curvature, share=share)
        for letter, (curvature, share) in zip("abc", bends, strict=False)
    ]
    agree = all(curvature > 0 for curvature, _ in bends[:2])
    facts = {"columns": SPACE[1], "rows": SPACE[0], "bends": ", ".join(by_letter)}
    facts |= {"curvature": bends[-1][0], "share": bends[-1][1]}
    facts["agree"] = "both bend" if agree else "do not both bend"
    return WORDS.picture("figure-1", (draw_isometrics, (12.0, 4.6)), {**PAPER, **facts})


def draw_isometrics(figure: Figure) -> None:
    """Draw surfaces and isometrics of learned heuristics side by side."""
    for place, (name, title) in enumerate(SHOWN.items(), start=1):
        axes: Any = figure.add_subplot(1, len(SHOWN), place, projection="3d")
        CoverageSpaceDisplay.from_heuristic(learned_heuristic(name), *SPACE, kind="both", ax=axes)
        axes.set_title(title)


def _outcomes(tables: Tables) -> Picture:
    found = []
    for label, names, color, marker in GROUPS:
        accuracies, sizes = zip(*(outcome(tables, name).values() for name in names), strict=True)
        texts = [name.split(", ")[0] for name in names]
        x = [max(size, 2) for size in sizes]  # smaller theories stand at the edge
        found.append(Dots(label, x, accuracies, color, marker, 6.0, names=texts))
    across, up = (f"{one}, mean over the tables" for one in ("conditions", "accuracy in percent"))
    scale: dict[str, Any] = {"x_scale": "log", "x_ticks": (5, 10, 20, 50, 100, 200)}
    panel = Panel("", found, f"{across} (logarithmic)", up, **scale)
    shown = drawing([panel], size=(8.0, 5.2), share_y=True)
    return WORDS.picture("outcomes", shown, {"best": by_accuracy(tables, LEARNED)[0]})


# How the isometrics of a heuristic bend. Janssen & Fürnkranz (2007), section 5.4, say that learned
# isometrics are curved and bend towards the N-axis.

_STEP = 0.001  # for differences, as a part of a covered row
_STRAIGHT = 1e-3  # a smaller curvature may come from the differences; no eye would see it


def bend_of(heuristic: Heuristic, P: int, N: int) -> tuple[float, float]:
    """Return the mean curvature of isometrics, and the share that bends towards the N-axis.

    The space is scaled to a square, negatives to the right and positives up. At all counts above
    its diagonal, where rules are better than chance, the curvature of the line of equal score is
    taken from differences of scores; one that turns right, followed to the right, bends towards
    the N-axis. Where the score does not change there is no line.

    Examples
    --------
    >>> from conjunct.evaluate import as_heuristic
    >>> [round(one, 2) for one in bend_of(as_heuristic("correlation"), 48, 60)]
    [0.63, 1.0]
    """
    curvature = curvatures(heuristic, P, N)
    above = np.arange(1, P)[:, None] * N > np.arange(1, N) * P
    known = curvature[above & np.isfinite(curvature)]
    if not known.size:
        return 0.0, 0.0
    known = np.where(np.abs(known) < _STRAIGHT, 0.0, known)
    return float(known.mean()), float(np.mean(known > 0))


def curvatures(heuristic: Heuristic, P: int, N: int) -> Floats:
    """Return the curvature at the whole counts inside the space, NaN where there is no line."""
    up, across = np.meshgrid(np.arange(1.0, P), np.arange(1.0, N), indexing="ij")
    h, k = _STEP / P, _STEP / N

    def score(rows: int, columns: int) -> Floats:
        p, n = (up + rows * _STEP).ravel(), (across + columns * _STEP).ravel()
        return np.asarray(heuristic(p, n, P, N), float).reshape(up.shape)

    here, above, below = score(0, 0), score(1, 0), score(-1, 0)
    right, left = score(0, 1), score(0, -1)
    by_p, by_n = (above - below) / (2 * h), (right - left) / (2 * k)
    by_pp, by_nn = (above - 2 * here + below) / h**2, (right - 2 * here + left) / k**2
    by_pn = (score(1, 1) - score(1, -1) - score(-1, 1) + score(-1, -1)) / (4 * h * k)
    turn = by_nn * by_p**2 - 2 * by_pn * by_n * by_p + by_pp * by_n**2
    steep = (by_p**2 + by_n**2) ** 1.5
    return np.where(steep > 0, np.sign(by_p) * turn / np.where(steep > 0, steep, 1.0), np.nan)


SETTINGS = {"folds": PAPER["folds"], "heuristics": heuristics.heuristics_digest()}
STUDY = make_study("meta", heuristics.compare_heuristics, findings, **SETTINGS)
