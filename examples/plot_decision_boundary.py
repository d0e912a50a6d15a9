"""
Where the classes meet
======================

Two attributes make a plane. A tree, a score card and a rule list all divide it into rectangles with
sides along the axes; they differ in where they put them.
"""

# %%
# Three models in the same plane
# ------------------------------
# Flippers and bills of the penguins that the package ships. The sides are the thresholds of the
# models, so the picture is exact.

from importlib.resources import files

import matplotlib.pyplot as plt
import pandas as pd

from conjunct import KnopfClassifier, RuleTreeClassifier, ScoreCardClassifier
from conjunct.plots import DecisionBoundaryDisplay

with (files("conjunct") / "data" / "shipped" / "penguins.csv").open() as table:
    penguins = pd.read_csv(table)
X, y = penguins[["flipper_length_mm", "bill_length_mm"]], penguins["species"]
learners = {
    "tree": RuleTreeClassifier(),
    "score card": ScoreCardClassifier(),
    "rule list": KnopfClassifier(),
}
figure, panels = plt.subplots(3, 1, figsize=(6, 11), layout="constrained")
for axes, (name, learner) in zip(panels, learners.items(), strict=True):
    DecisionBoundaryDisplay.from_estimator(learner.fit(X, y), X, y, ax=axes)
    axes.set_title(name)
plt.show()

# %%
# A slice of a larger model
# -------------------------
# With more than two attributes the others keep one value each, here their usual ones. A nominal
# attribute has a band for each of its values.

X = penguins.drop(columns="species")
model = RuleTreeClassifier().fit(X, y)
DecisionBoundaryDisplay.from_estimator(model, X, y, attributes=["flipper_length_mm", "island"])
plt.show()

# %%
# The same plane through the penguin of row 300.

DecisionBoundaryDisplay.from_estimator(
    model, X, y, attributes=["flipper_length_mm", "island"], others=300
)
plt.show()
