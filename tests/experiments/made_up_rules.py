"""Rows of single-rule trials, written by hand so that averages can be worked out on paper."""

from __future__ import annotations

import numpy as np

from conjunct.experiments.study import Results
from conjunct.experiments.trial import Row

from .made_up import Trials, lines, results_of

RULES = "class weight width covered errors combinations test_covered test_errors"


def rule(*facts: str | float, length: int = 1) -> Row:
    """Return a row of a rule: the columns of `RULES`."""
    (row,) = lines(RULES, facts)
    return {**row, "classes": 2, "scored": 10 * int(facts[5]), "length": length}


TRIALS: Trials = [
    [
        rule("a", 0.75, 1, 8, 0, 10, 10, 1),
        rule("a", 0.75, 2, 18, 0, 100, 10, 3),
        rule("b", 0.25, 1, 3, 0, 10, 4, 2),
        rule("b", 0.25, 2, 4, 0, 100, 0, 0),
    ],
    [
        rule("a", 0.75, 1, 8, 1, 10, 20, 4),
        rule("a", 0.75, 2, 8, 0, 50, 10, 4),
        rule("b", 0.25, 1, 8, 0, 10, 5, 1),
        rule("b", 0.25, 2, 8, 0, 20, 5, 2),
    ],
]
"""Test errors: class a 0.1 and 0.3, then 0.2 and 0.4; b 0.5 and none, then 0.2 and 0.4."""


def bowls(n_trials: int = 40, factor: int = 1) -> Trials:
    """Make trials whose error falls from 30 % to 10 % and rises to 40 %, while L falls."""
    rng = np.random.default_rng(0)
    return [
        [
            rule("+", 1.0, w, 10 + w, 0, factor * 100 * w, 100, int(rng.integers(-3, 4)) + mean)
            for w, mean in {1: 30, 2: 10, 4: 40}.items()
        ]
        for _ in range(n_trials)
    ]


def oversearching() -> dict[str, Results]:
    few = {"promoters": bowls(9), "vote": bowls()}
    return {
        "U-shaped": results_of(dict.fromkeys(("promoters", "kr-vs-kp", "vote"), bowls())),
        "too few": results_of({"promoters": bowls(9)}),
        "one of two judged": results_of(few, trials=40),
        "by class": results_of(dict.fromkeys(("promoters", "kr-vs-kp"), TRIALS)),
    }


def ucf() -> dict[str, Results]:
    both = [
        [{"heuristic": "ucf", **one} for one in trial if int(one["width"] or 0) > 1]
        + [{"heuristic": "laplace", **one} for one in trial]
        for trial in bowls()
    ]
    return {"rising by U_CF alone": results_of({"promoters": both})}


def selection() -> dict[str, Results]:
    """Of Table 2 168, 326 and 705 follow for w = 1, 2 and 4; ours are 100, 200 and 400."""
    return {
        "one trial": results_of({"promoters": bowls(1)}),
        "ours lie below": results_of({"promoters": bowls(10)}),
        "ours lie above": results_of({"promoters": bowls(10, 9)}),
        "not of the paper": results_of({"iris": TRIALS}),
    }


def fluke() -> dict[str, Results]:
    """Rules without an error in training, tested on 100 rows that they cover."""

    def trial(wrong: int, length: int = 6) -> list[Row]:
        narrow = rule("won", 1.0, 4, 10, 0, 50, 100, 5, length=2)
        wide = rule("won", 1.0, 8, 20 if length > 2 else 10, 0, 50, 100, wrong, length=length)
        return [{**one, "rule": f"rule of {one['width']}"} for one in (narrow, wide)]

    four = [trial(6), trial(14), trial(11), trial(5, 2)]
    return {
        "the first of four is typical": results_of({"fluke-276": four}, seed=7),
        "the third of five is": results_of({"fluke-276": [*four, trial(30)]}, seed=7),
    }


def poe_bias() -> dict[str, Results]:
    """Of one rule POE is Laplace's 1 / 4; less a bias of -0.1 it is 0.35, less 0.5 it is 0."""
    one, far = (
        [{**rule("a", 1.0, 1, 10, 2, 1, 10, 3), "scored": 1, "poe_bias": bias}]
        for bias in (-0.1, 0.5)
    )
    return {"corrected": results_of({"one": [one], "two": [far], "both": [one, far]})}
