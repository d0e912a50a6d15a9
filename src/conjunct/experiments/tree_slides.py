"""The numbers of the slides, worked out again."""

from __future__ import annotations

import numpy as np

from conjunct.data import Kind, read_table
from conjunct.estimators import RuleTreeClassifier
from conjunct.evaluate import entropy, information_gain
from conjunct.experiments.findings import Grid
from conjunct.experiments.published import weld_slides as slides
from conjunct.types import Ints


def crossed(rows: tuple[str, ...], column: int) -> Ints:
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
    columns = {name: [row[at] for row in slides.XOR] for at, name in enumerate("aby")}
    kinds: dict[str, Kind] = dict.fromkeys("aby", "nominal")
    table = read_table(columns, target="y", kinds=kinds)
    learner = RuleTreeClassifier(promises=False, pruning=None, require_gain=require_gain)
    return len(learner.fit_table(table).tree_)


def numbers() -> list[tuple[str, float | None, float | None]]:
    """Return what the slides say, their number, and ours; None where there is none."""
    first, second = (crossed(slides.ROWS, column) for column in (0, 1))
    whole = float(entropy(first.sum(axis=0)))
    return [
        ("H(Y)", slides.ENTROPY, whole),
        ("H(Y | X1)", slides.LEFT_X1, whole - float(information_gain(first))),
        ("IG(X1)", slides.GAIN_X1, float(information_gain(first))),
        ("IG(X2)", slides.GAIN_X2, float(information_gain(second))),
        ("IG(a) of a XOR b", slides.XOR_GAIN, float(information_gain(crossed(slides.XOR, 0)))),
        ("leaves for XOR, base case three on", 1.0, float(xor_leaves(True))),
        ("leaves for XOR, base case three off", 4.0, float(xor_leaves(False))),
        ("p_chance of maker", slides.CHANCE, None),
    ]


def slides_grid() -> Grid:
    """Return the slides' numbers beside ours."""
    data = numbers()
    return Grid(
        name="slides",
        title="The slides' numbers",
        columns=("number", "slides", "ours"),
        lines=tuple((name, _text(theirs), _text(ours)) for name, theirs, ours in data),
        data_columns=("number", "slides", "ours"),
        data=tuple(data),
        notes=(
            "IG(X2) is an error of the slide, which takes H(Y | X2) for 0.5.",
            "The counts behind the p_chance of maker are not in the slides' text.",
        ),
    )


def slides_sentences() -> tuple[str, ...]:
    """Say where the slides are right and where not."""
    ours = {name: value for name, _, value in numbers()}
    return (
        f"Slides: H(Y) = {ours['H(Y)']:.2f} and IG(X1) = {ours['IG(X1)']:.2f}, as printed; IG(X2) "
        f"is {ours['IG(X2)']:.2f} on the rows that they print, where the slide has "
        f"{slides.GAIN_X2:.2f}. The exclusive or is learned with base case three off, and not "
        "with it on.",
    )


def _text(number: float | None) -> str:
    return "–" if number is None else f"{number:.4g}"
