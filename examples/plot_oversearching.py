"""
Oversearching
=============

The wider the beam, the better the best rule looks on the rows it was learned from. How good it is
on new rows is another matter. The table is generated, so there are as many new rows as we like.
"""

# %%
# A table with many attributes that say nothing
# ---------------------------------------------
# Two of the thirty attributes decide the class, and a fifth of the labels are turned round. Only
# sixty rows are there to learn from.

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from conjunct import LayeredRuleClassifier

N_ATTRIBUTES = 30
WIDTHS = [1, 2, 4, 8, 16, 32, 64]


def generate(n_rows, random):
    """Return attributes with the values a, b, c, and the class yes or no."""
    codes = random.integers(0, 3, size=(n_rows, N_ATTRIBUTES))
    truth = (codes[:, 0] == 0) & (codes[:, 1] != 2)
    turned = random.random(n_rows) < 0.2
    names = [f"a{number}" for number in range(1, N_ATTRIBUTES + 1)]
    return (
        pd.DataFrame(np.array(["a", "b", "c"])[codes], columns=names),
        np.where(truth ^ turned, "yes", "no"),
    )


# %%
# The best rule of each width
# ---------------------------
# The rules of a model are sorted by their Laplace error, so the first one is the best that was
# found. Its test error is the share of wrong rows among the new rows that it covers.


def best_rule(width, training, new):
    """Return the Laplace error, the corrected error and the test error of the best rule."""
    rules = LayeredRuleClassifier(search="extensive", max_width=width).fit(*training).rules_
    rows, labels = new
    covered = rules.first_match(rules.table_of(rows)) == 0
    wrong = labels[covered] != rules.classes[rules[0].head]
    return rules[0].error, rules[0].corrected_error, wrong.mean()


random = np.random.default_rng(0)
new = generate(2_000, random)
trials = []
for _ in range(40):
    training = generate(60, random)
    trials.append([best_rule(width, training, new) for width in WIDTHS])
laplace, corrected, test = np.mean(trials, axis=0).T
spread = np.std(trials, axis=0, ddof=1)[:, 2] / np.sqrt(len(trials))

# %%
# What it looks like, and what it is
# ----------------------------------
# Bars are one standard error of the mean over the trials. The Laplace estimate is far below the
# error that new rows show, and it falls as the beam widens, while the error on new rows changes
# little. The corrected error is careful: it lies above the error on new rows, and rises with the
# number of combinations tried.
#
# On this table wide search does little harm; the illusion is in the estimate. Quinlan and
# Cameron-Jones (1995) also find real tables on which the error on new rows rises with the width.

figure, axes = plt.subplots(layout="constrained")
axes.plot(WIDTHS, corrected, "s--", label="corrected for the search")
axes.errorbar(WIDTHS, test, yerr=spread, fmt="o-", capsize=3, label="on new rows")
axes.plot(WIDTHS, laplace, "^:", label="Laplace estimate")
axes.set_xscale("log", base=2)
axes.set_xticks(WIDTHS, WIDTHS)
axes.set(xlabel="beam width", ylabel="error of the best rule", ylim=(0, None))
axes.legend()
plt.show()
