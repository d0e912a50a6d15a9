"""Weld, "Machine Learning as Search & as Continuous Optimization": slides on optimisers.

What the second part of the slides says of them, without numbers; those pages are by Szymon
Rusinkiewicz (Princeton COS 323).
"""

from __future__ import annotations

SLIDES = "D. Weld, Machine Learning as Search & as Continuous Optimization, CSE 573 (slides)"

OPTIMISERS_TEXT = (
    "The slides give Newton's method quadratic convergence, and warn that in many dimensions it "
    '"tends to be extremely fragile unless function very smooth and starting close to minimum". '
    "Steepest descent zigzags across a narrow valley. Conjugate gradients avoid "
    '"undoing minimization that\'s already been done" and are exact after n steps on a quadratic '
    "function of n weights."
)
