"""
A card of points
================

A score card is a few short rules with points, which a person can add up. How few is a matter of
price: this example goes along the path from a card with hardly a rule to one that is as accurate as
cross-validation says a card can be.
"""

# %%
# A small card
# ------------
# The table is the one that the package ships. A number of conditions is the most that the card may
# have.

import matplotlib.pyplot as plt

from conjunct import ScoreCardClassifier
from conjunct.data import shipped_table
from conjunct.plots import ScoreCardPathDisplay

penguins = shipped_table()
small = ScoreCardClassifier(size=4, points="integer").fit_table(penguins)
print(small.rules_.to_text(footer=False))

# %%
# What decided about a row
# ------------------------
# Every rule that holds, what the row itself says, and the addition.

print(small.rules_.explain(penguins.take([300]))[0])

# %%
# The path
# --------
# The cheaper a condition, the more of them a card can afford. Each price is checked on rows that
# its cards have not seen, and the one with the lowest log loss is taken, in a ring. The number
# beside a point is its price.

accurate = ScoreCardClassifier(size="accurate").fit_table(penguins)
ScoreCardPathDisplay.from_estimator(accurate)
plt.show()

# %%
# A path within a number of conditions
# ------------------------------------
# The last card is the first that would have had more, cut back to the number. What its price does
# on new rows says nothing about it then, so no errors are drawn.

within = ScoreCardClassifier(size=9).fit_table(penguins)
ScoreCardPathDisplay.from_estimator(within)
plt.show()
