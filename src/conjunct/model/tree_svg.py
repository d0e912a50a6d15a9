"""A tree as a picture in SVG: no scripts, no outside files, every text escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from conjunct.model.tree_layout import Box, tree_boxes

if TYPE_CHECKING:
    from conjunct.model.tree import Tree

_CHARACTER, _LEVEL, _HEIGHT, _EDGE = 7.5, 86, 38, 8
# Inherited colours and half-transparent areas suit a light and a dark page alike.
_STYLE = "font:12px sans-serif;color:inherit;max-width:none"
_SPLIT = "rgba(128,128,128,.10)"
_CLASSES = ("0,114,178", "230,159,0", "0,158,115", "213,94,0", "86,180,233", "204,121,167")
"""Colours of Okabe and Ito, for the leaves of the classes in turn; leaves also name their class."""


def tree_svg(tree: Tree) -> str:
    """Return a picture of the tree, wide enough for its leaves.

    Parameters
    ----------
    tree : Tree

    Returns
    -------
    svg : str
    """
    boxes = tree_boxes(tree)
    width = max(_across(box) + box.width * _CHARACTER / 2 for box in boxes) + _EDGE
    height = max(box.depth for box in boxes) * _LEVEL + _HEIGHT + 2 * _EDGE
    drawn = [_branch(box, boxes[box.parent]) for box in boxes if box.parent >= 0]
    drawn += [_box(box) for box in boxes]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="conjunct-tree" style="{_STYLE}" '
        f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'text-anchor="middle" fill="currentColor">{"".join(drawn)}</svg>'
    )


def _across(box: Box) -> float:
    return _EDGE + box.x * _CHARACTER


def _top(box: Box) -> float:
    return _EDGE + box.depth * _LEVEL


def _box(box: Box) -> str:
    wide, x, y = box.width * _CHARACTER, _across(box), _top(box)
    own = f"rgba({_CLASSES[box.head % len(_CLASSES)]},.22)"
    fill, corner = (own, 10) if box.is_leaf else (_SPLIT, 2)
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y}" width="{wide:.1f}" height="{_HEIGHT}" '
        f'rx="{corner}" fill="{fill}" stroke="currentColor" stroke-opacity=".5"/>'
        f'<text x="{x:.1f}" y="{y + 15}" font-weight="bold">{escape(box.lines[0])}</text>'
        f'<text x="{x:.1f}" y="{y + 31}">{escape(box.lines[1])}</text>'
    )


def _branch(box: Box, parent: Box) -> str:
    x, y = _across(box), _top(box)
    return (
        f'<path d="M{_across(parent):.1f} {_top(parent) + _HEIGHT}L{x:.1f} {y - 18}" '
        f'fill="none" stroke="currentColor" stroke-opacity=".5"/>'
        f'<text x="{x:.1f}" y="{y - 5}" stroke="none">{escape(box.label)}</text>'
    )
