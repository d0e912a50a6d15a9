"""The rules in coverage space: the share of its class and of the other rows that each covers."""

from __future__ import annotations

from typing import Any

from conjunct.model import Rules
from conjunct.model.notation import amount_text, label_text

MOST_NUMBERED = 40
"""Largest number of rules that are numbered in the picture."""
_NEAR_X, _NEAR_Y = 0.1, 0.045
"""Rules closer together than this share a label, because labels would overlap. A label with
several numbers needs more room to the right."""


def coverage_data(rules: Rules) -> dict[str, Any]:
    """Return a point for each rule; both shares are between 0 and 1.

    A rule above the diagonal covers a larger share of its class than of the other rows; a rule
    that opposes its class lies below. Rules of a class that has no training rows, or all of them,
    are not in the picture; ``left_out`` is their number.
    """
    total = sum(rules.class_counts)
    points = []
    for place, rule in enumerate(rules):
        own, others = rules.class_counts[rule.head], total - rules.class_counts[rule.head]
        hits, misses = rule.counts[rule.head], rule.covered - rule.counts[rule.head]
        if not own or not others or hits > own or misses > others:
            continue
        label = label_text(rules.classes[rule.head])
        points.append(
            {
                "rule": place + 1,
                "class": rule.head,
                "x": round(misses / others, 4),
                "y": round(hits / own, 4),
                "text": f"Rule {place + 1}: {amount_text(hits)} of {amount_text(own)} rows of "
                f"{label}, {amount_text(misses)} of {amount_text(others)} others",
            }
        )
    _number(points)
    return {"points": points, "left_out": len(rules) - len(points)}


def _number(points: list[dict[str, Any]]) -> None:
    """Write the numbers of nearby rules beside the first of them."""
    labelled: list[dict[str, Any]] = []
    for point in points:
        point["label"] = ""
    for point in points[:MOST_NUMBERED]:
        near = next((one for one in labelled if _is_near(one, point)), None)
        if near is None:
            point["label"] = str(point["rule"])
            labelled.append(point)
        else:
            near["label"] += f", {point['rule']}"


def _is_near(one: dict[str, Any], other: dict[str, Any]) -> bool:
    beside, above = abs(one["x"] - other["x"]), abs(one["y"] - other["y"])
    room = _NEAR_X * (1 + one["label"].count(","))
    return bool(beside < room and above < _NEAR_Y)
