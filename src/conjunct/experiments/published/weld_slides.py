"""Weld, "Machine Learning as Search & as Continuous Optimization", slides of CSE 573.

The part on decision trees, after A. Moore, with C. Guestrin and L. Zettlemoyer. What the slides
print and what can be worked out from them stands here.
"""

from __future__ import annotations

PAPER = "D. Weld, Machine Learning as Search & as Continuous Optimization, slides of CSE 573"

ROWS = ("TTT", "TFT", "TTT", "TFT", "FTT", "FFF")
"""The six rows of the running example: X1, X2, Y."""

ENTROPY = 0.65
"""H(Y)."""

LEFT_X1 = 0.33
"""H(Y | X1)."""

GAIN_X1 = 0.32
GAIN_X2 = 0.15
"""IG(X2). The slide takes H(Y | X2) for 0.5; on the rows that it prints that is 0.46."""

XOR = ("000", "011", "101", "110")
"""y = a XOR b: a, b, y."""

XOR_GAIN = 0.0
"""Of either input. With base case three the tree stays one leaf; without it, it is learned."""

CHANCE = 0.135
"""p_chance of maker and mpg. The counts behind it are a picture: it cannot be worked out again."""

OVERFIT_TEXT = (
    "The slides say: decision trees will overfit; training set error is always zero if there is no "
    "label noise. Grow the full tree, then prune; stopping early by base case three does not work "
    "well in practice. MaxPchance is a regularization parameter that biases towards simpler models."
)
