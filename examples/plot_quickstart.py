"""
Rules from a table
==================

Learn rules from the penguins that the package ships, read them, and ask why a row got its class.
"""

# %%
# The table
# ---------
# Penguins of three species. Text columns and missing values stay as they are.

from importlib.resources import files

import pandas as pd

from conjunct import LayeredRuleClassifier

with (files("conjunct") / "data" / "shipped" / "penguins.csv").open() as table:
    penguins = pd.read_csv(table)
X, y = penguins.drop(columns="species"), penguins["species"]
X.head()

# %%
# The rules
# ---------
# Layered search starts greedily and widens its beam only while that pays, after the correction for
# the number of rules it has looked at.

model = LayeredRuleClassifier(search="layered").fit(X, y)
print(model.rules_)

# %%
# *error* is the Laplace estimate from the counts alone. The corrected error also knows how many
# combinations of attributes were tried to find the rule.

model.rules_.to_frame()

# %%
# Why this class?
# ---------------
# Each row is decided by the first rule that covers it.

print(model.explain(X.iloc[[0, 200, 300]]))

# %%
# How hard was the first rule searched for?
# -----------------------------------------

print(model.rules_[0].search)
