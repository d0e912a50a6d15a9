"""Constants of fitting weights, shared by the plain and the fused fit."""

from __future__ import annotations

BASE_RIDGE = 1e-3
"""Curvature added for the bases: a class without rows has none."""
LONGEST_STEP = 2.0
"""Newton steps are cut to this many nats."""
CURVATURE_EVERY = 3
"""Curvatures are worked out anew at every third step."""
FIRST_SHARE = 0.7
"""Share of the first step that is taken with several scores, whose blocks pull at each other."""
HALVINGS = 8
"""A step that raises the loss is halved this often before the fit gives up."""
SHORTEST_SHARE = 0.25
"""A step is at least this share of the Newton step of its block."""
