"""
A card of points
================

A score card is a few short rules with points, which a person can add up. How few is a choice: this
example shows a card of four conditions, and what more conditions are good for on new rows.
"""

# %%
# A small card
# ------------
# The table is the one that the package ships. The card has the number of conditions that is asked
# for.

import matplotlib.pyplot as plt

from conjunct import ScoreCardClassifier
from conjunct.data import shipped_table
from conjunct.plots import ScoreCardPathDisplay

penguins = shipped_table()
small = ScoreCardClassifier(size=4).fit_table(penguins)
print(small.rules_.to_text(footer=False))

# %%
# What decided about a row
# ------------------------
# Every rule that holds, the values of the row, and the sum of the points.

print(small.rules_.explain(penguins.take([300]))[0])

# %%
# The path
# --------
# Cards of every size are learned on folds, and checked on rows that they have not seen. A ring
# marks the chosen size: a larger card must save enough log loss to be worth reading.

accurate = ScoreCardClassifier(size="accurate").fit_table(penguins)
ScoreCardPathDisplay.from_estimator(accurate)
plt.show()

# %%
# Which attributes matter
# -----------------------
# How much log loss the rules of each attribute save, as a share.

names = accurate.feature_names_in_
for name, share in zip(names, accurate.feature_importances_, strict=True):
    print(f"{name:<20} {share:.2f}")
