"""
Retained rows
=============

A model can be as simple as a few rows of the table: a new row gets the class of the most similar
one. All such models with the same number of rows are equally complex, so any effect of more search
is due to the search alone.
"""

# %%
# Six rows that stand for all
# ---------------------------
# The table is the one that the package ships. Each retained row is printed with the number of rows
# that it decides, and how many of these it gets wrong.

import matplotlib.pyplot as plt
import numpy as np

from conjunct.data import shipped_table
from conjunct.estimators.instances import NearestItemsClassifier, Nearness, best_subsets

penguins = shipped_table()
model = NearestItemsClassifier(n_items=6, beam_width=32).fit_table(penguins)
print(model.retained_)

# %%
# More search, fewer training errors
# ----------------------------------
# Now a table with noise: two of eight numbers decide the class, and a fifth of the labels are
# flipped. Beams of growing width search for the ten best of eighty rows.

WIDTHS = [1, 2, 4, 8, 16, 32, 64, 128]


def generate(n_rows, random):
    """Return eight numbers a row, and the class 0 or 1."""
    numbers = random.random((n_rows, 8))
    truth = numbers[:, 0] + numbers[:, 1] > 1
    return numbers, (truth ^ (random.random(n_rows) < 0.2)).astype(int)


def distances(rows, others):
    """Return squared distances; all numbers have the same range, so none is scaled."""
    return ((rows[:, None] - others) ** 2).sum(axis=2)


def errors_by_width(random, new):
    """Return for each width the error on the training rows and on the new rows."""
    rows, labels = generate(80, random)
    found = best_subsets(Nearness.of_distances(distances(rows, rows), labels), 10, WIDTHS)
    apart = distances(new[0], rows)
    tests = [labels[one.rows][apart[:, one.rows].argmin(axis=1)] != new[1] for one in found]
    return [one.errors / len(rows) for one in found], [wrong.mean() for wrong in tests]


random = np.random.default_rng(0)
new = generate(2_000, random)
trials = np.array([errors_by_width(random, new) for _ in range(40)])
training, test = trials.mean(axis=0)
spread = trials[:, 1].std(axis=0, ddof=1) / np.sqrt(len(trials))

# %%
# What it looks like, and what it is
# ----------------------------------
# Bars are one standard error of the mean over the trials. The wider the beam, the better the rows
# fit the table they were chosen from: the error there falls by more than a third. The error on new
# rows hardly changes. All models have the same size, so this is not overfitting by complexity.

figure, axes = plt.subplots(layout="constrained")
axes.errorbar(WIDTHS, test, yerr=spread, fmt="o-", capsize=3, label="on new rows")
axes.plot(WIDTHS, training, "^:", label="on the training rows")
axes.set_xscale("log", base=2)
axes.set_xticks(WIDTHS, WIDTHS)
axes.set(xlabel="beam width", ylabel="error of the retained rows", ylim=(0, None))
axes.legend()
plt.show()
