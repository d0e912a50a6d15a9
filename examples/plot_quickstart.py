"""
Rules from a table
==================

Learn a score card from the penguins that the package ships, read it, and ask why a row got its
class.
"""

# %%
# The table
# ---------
# Penguins of three species. Text columns and missing values stay as they are.

from importlib.resources import files

import pandas as pd

from conjunct import ScoreCardClassifier

with (files("conjunct") / "data" / "shipped" / "penguins.csv").open() as table:
    penguins = pd.read_csv(table)
X, y = penguins.drop(columns="species"), penguins["species"]
X.head()

# %%
# The card
# --------
# Every rule that holds gives points, and the sums give the probability of each species. A rule is
# on the card because it pays for its length and for the number of candidates that were searched.

model = ScoreCardClassifier().fit(X, y)
print(model.rules_)

# %%
# The frame has the same numbers, and how many candidates were tried to find each rule. A missing
# promise is NaN.

model.rules_.to_frame()

# %%
# Why this class?
# ---------------
# The points of all rules that cover a row are added up.

print(model.explain(X.iloc[[0, 200, 300]]))

# %%
# How hard was the first rule searched for?
# -----------------------------------------

print(model.rules_[0].search)
