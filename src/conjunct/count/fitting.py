"""Constants of the fit of weights, shared by the plain and the fused fit."""

from __future__ import annotations

BASE_RIDGE = 1e-3
"""Curvature added for the bases, because a class without rows has no curvature."""
LONGEST_STEP = 2.0
"""Length in nats to which longer Newton steps are cut."""
CURVATURE_EVERY = 3
"""Curvatures are computed again at every third step."""
FIRST_SHARE = 0.7
"""Share of the first step that is taken with several scores, whose blocks influence each other."""
HALVINGS = 8
"""Largest number of times that a step that raises the loss is halved before the fit ends."""
SHORTEST_SHARE = 0.25
"""Smallest share of the Newton step of its block that a step takes."""
