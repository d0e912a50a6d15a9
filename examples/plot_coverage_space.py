"""
Coverage space
==============

A rule that covers n negative and p positive rows is a point in coverage space. A heuristic gives
every point a score, and what it prefers can be seen at a glance.
"""

# %%
# What heuristics prefer
# ----------------------
# A line joins the points with the same score, an *isometric*; the deeper the tint, the higher the
# score. A rule that covers all positives and nothing else lies in the upper left corner, the empty
# body in the upper right one, and on the dashed diagonal rules say nothing about the class.
#
# The lines of accuracy, WRA and relative cost are parallel: a negative costs the same
# everywhere. The lines of precision all meet in the origin, so any pure rule is as good as any
# other, however few rows it covers. Laplace, the m-estimate and the F-measure move the meeting
# point away from the origin. Correlation and Klösgen's measure have curved lines: a negative costs
# many positives if few rows are covered, and few positives if many rows are.

from importlib.resources import files

import matplotlib.pyplot as plt
import pandas as pd

from conjunct import SeCoClassifier
from conjunct.evaluate import HEURISTICS
from conjunct.plots import CoverageSpaceDisplay

figure, axes = plt.subplots(5, 2, figsize=(7, 15), layout="constrained")
for ax, name in zip(axes.flat, HEURISTICS, strict=True):
    CoverageSpaceDisplay.from_heuristic(name, P=48, N=60, ax=ax)
    ax.label_outer()
plt.show()

# %%
# Scores as heights
# -----------------
# The same for one heuristic, in the manner of Figure 1 of Janssen and Fürnkranz (2007), *On
# meta-learning rule learning heuristics*: the surface of the scores, and the isometrics below it.

CoverageSpaceDisplay.from_heuristic("correlation", P=48, N=60, kind="both")
plt.show()

# %%
# A heuristic of your own
# -----------------------
# Any function of (p, n, P, N) will do. For this one a negative costs two positives.


def twice(p, n, P, N):
    """Return the positives less two for each negative."""
    return p - 2 * n


CoverageSpaceDisplay.from_heuristic(twice, P=48, N=60, levels=[-80, -40, 0, 40])
plt.show()

# %%
# Rules and the paths to them
# ---------------------------
# Which of the penguins are female? Three heuristics, and the rules that each of them leads to. A
# line starts at the empty body in the upper right corner and takes a step for every condition; the
# point at its end is the rule, with its number.
#
# Precision accepts any pure rule, and ends with many small rules at the left edge. WRA
# keeps as many positives as it can and accepts negatives for them. Correlation lies between them.
# Each rule is counted separately here, over all rows. When it was learned, the rows of earlier
# rules had been removed, so the paths of late rules can run near the diagonal, or below it.

with (files("conjunct") / "data" / "shipped" / "penguins.csv").open() as table:
    penguins = pd.read_csv(table).dropna(subset="sex")
X, y = penguins.drop(columns="sex"), penguins["sex"]

figure, axes = plt.subplots(1, 3, figsize=(12, 4.5), layout="constrained", sharey=True)
for ax, name in zip(axes, ["precision", "correlation", "wra"], strict=True):
    model = SeCoClassifier(heuristic=name).fit(X, y)
    CoverageSpaceDisplay.from_estimator(model, X, y, heuristic=name, class_="female", ax=ax)
    ax.set_title(f"{name}: {len(model.rules_)} rules")
    ax.label_outer()
plt.show()
