"""The numbers of the slides on decision trees, worked out again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conjunct.data import Kind, read_table
from conjunct.estimators import RuleTreeClassifier
from conjunct.evaluate import entropy, information_gain
from conjunct.experiments.findings import Grid, grid
from conjunct.experiments.published import paper
from conjunct.trees import Splitting
from conjunct.types import Ints

SLIDES = paper("weld")


def crossed(rows: Sequence[str], column: int) -> Ints:
    """Count rows by a column and by the last one.

    Examples
    --------
    >>> crossed(("TT", "TT", "FT", "FF"), 0)
    array([[1, 1],
           [0, 2]])
    """
    inputs, answers = [row[column] for row in rows], [row[-1] for row in rows]
    table = np.zeros((len(set(inputs)), len(set(answers))), np.int64)
    places = [np.unique(values, return_inverse=True)[1] for values in (inputs, answers)]
    np.add.at(table, tuple(places), 1)
    return table


def xor_leaves(require_gain: bool) -> int:
    """Return the leaves of an unpruned tree of the exclusive or, with or without base case three.

    Examples
    --------
    >>> xor_leaves(require_gain=True), xor_leaves(require_gain=False)
    (1, 4)
    """
    columns = {name: [row[at] for row in SLIDES["xor"]] for at, name in enumerate("aby")}
    kinds: dict[str, Kind] = dict.fromkeys("aby", "nominal")
    table = read_table(columns, target="y", kinds=kinds)
    splitting = Splitting(require_gain=require_gain)
    learner = RuleTreeClassifier(promises=False, pruning=None, criterion=splitting)
    return len(learner.fit_table(table).tree_)


def numbers() -> dict[str, tuple[float | None, float | None]]:
    """Return what the slides say, their number, and ours; None where there is none."""
    theirs = SLIDES["numbers"]
    first, second = (crossed(SLIDES["rows"], column) for column in (0, 1))
    whole, gain = float(entropy(first.sum(axis=0))), float(information_gain(first))
    xor = float(information_gain(crossed(SLIDES["xor"], 0)))
    return {
        "H(Y)": (theirs["entropy"], whole),
        "H(Y | X1)": (theirs["left_x1"], whole - gain),
        "IG(X1)": (theirs["gain_x1"], gain),
        "IG(X2)": (theirs["gain_x2"], float(information_gain(second))),
        "IG(a) of a XOR b": (theirs["xor_gain"], xor),
        "leaves for XOR, base case three on": (1.0, float(xor_leaves(True))),
        "leaves for XOR, base case three off": (4.0, float(xor_leaves(False))),
        "p_chance of maker": (theirs["chance"], None),
    }


def slides_grid() -> Grid:
    """Return the slides' numbers beside ours."""
    rows = [
        {"number": name, "slides": theirs, "ours": ours}
        for name, (theirs, ours) in numbers().items()
    ]
    return grid(
        "slides",
        "The slides' numbers",
        {"number": "{number}", "slides": "{slides:.4g}", "ours": "{ours:.4g}"},
        rows,
        (
            "IG(X2) is an error of the slide, which takes H(Y | X2) for 0.5.",
            "The counts behind the p_chance of maker are not in the slides' text.",
        ),
    )


def slides_sentence() -> str:
    """Say where the slides are right and where not."""
    ours = {name: one for name, (_, one) in numbers().items()}
    return (
        f"Slides: H(Y) = {ours['H(Y)']:.2f} and IG(X1) = {ours['IG(X1)']:.2f}, as printed; IG(X2) "
        f"is {ours['IG(X2)']:.2f} on the rows that they print, where the slide has "
        f"{SLIDES['numbers']['gain_x2']:.2f}. The exclusive or is learned with base case three "
        "off, and not with it on."
    )
