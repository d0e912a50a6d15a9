"""
Oversearching
=============

The wider the beam, the better the best rule looks on the rows it was learned from. How good it is
on new rows is another matter. The table is generated, so there are as many new rows as we like.
"""

# %%
# A table with many attributes that say nothing
# ---------------------------------------------
# Two of the thirty attributes decide the class, and a fifth of the labels are flipped. There are
# only sixty rows to learn from.

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from conjunct import LayeredRuleClassifier
from conjunct.choose import layered_error

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
    """Return the Laplace error, r_w and the test error of the best rule."""
    rules = LayeredRuleClassifier(search="extensive", max_width=width).fit(*training).rules_
    rows, labels = new
    covered = rules.first_match(rules.table_of(rows)) == 0
    wrong = labels[covered] != rules.classes[rules[0].head]
    best = rules[0]
    corrected = layered_error(best.covered, best.errors, best.search.combinations)
    return best.laplace_error, corrected, wrong.mean()


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
# little. The error r_w is corrected for the search, and it is pessimistic: it lies above the error
# on new rows, and rises with the number of combinations tried.
#
# On this table wide search does little harm; the illusion is in the estimate. Quinlan and
# Cameron-Jones (1995) also find real tables on which the error on new rows rises with the width.

figure, axes = plt.subplots(layout="constrained")
axes.plot(WIDTHS, corrected, "s--", label="r_w, corrected for the search")
axes.errorbar(WIDTHS, test, yerr=spread, fmt="o-", capsize=3, label="on new rows")
axes.plot(WIDTHS, laplace, "^:", label="Laplace estimate")
axes.set_xscale("log", base=2)
axes.set_xticks(WIDTHS, WIDTHS)
axes.set(xlabel="beam width", ylabel="error of the best rule", ylim=(0, None))
axes.legend()
plt.show()

# %%
# A fluke
# -------
# Here wide search does harm. Two attributes make a short rule that holds for 97 % of the rows which
# it covers; four others make a longer one that holds for 80 % only, but for more rows. Thirty
# attributes have nothing to do with the class. The narrow beam finds the short rule. The wide one
# finds the long rule, and refines it by attributes that mean nothing until no training row
# contradicts it. It covers more rows than the short one, so it looks better. It is not.
#
# That is typical: ``conjunct reproduce fluke`` draws two hundred such tables, and in 156 of them
# the wide beam's rule is longer, looks better, and errs by more than five points more often on new
# rows.

CHANCES = [0.2, 0.3] + 4 * [0.7] + 30 * [0.8]
NAMES = [
    f"{kind}{i + 1}" for kind, n in (("short", 2), ("long", 4), ("idle", 30)) for i in range(n)
]


def generate_flukes(n_rows, random):
    """Return attributes with the values yes and no, and the class won or lost."""
    yes = random.random((n_rows, len(CHANCES))) < CHANCES
    short, long = yes[:, :2].all(axis=1), yes[:, 2:6].all(axis=1)
    won = random.random(n_rows) < np.select([short, long], [0.97, 0.8], 0.03)
    frame = pd.DataFrame(np.where(yes, "yes", "no"), columns=NAMES)
    return frame, np.where(won, "won", "lost")


random = np.random.default_rng(3)
training, (rows, labels) = generate_flukes(276, random), generate_flukes(20_000, random)
for width in (4, 128):
    model = LayeredRuleClassifier("extensive", max_width=width).fit(*training)
    best = next(rule for rule in model.rules_ if model.classes_[rule.head] == "won")
    covered = rows.query(
        " and ".join(f"{c.attribute} == '{c.value}'" for c in best.conditions)
    ).index
    print(f"width {width}: if {best.body} then won")
    print(f"  covers {best.covered}, wrong {best.errors};", end=" ")
    print(f"new rows: {len(covered)}, wrong {np.mean(labels[covered] != 'won'):.1%}")
