"""A tree as a person reads it: the printed text, applied to raw rows without the package."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.printed_rules import TOKEN, Cell, passes, word_of

LEAD = re.compile(r"^(?:│  |   |├─ |└─ )*")


@dataclass
class PrintedNode:
    """A line of the tree, and those below it; the class of an inner node is empty."""

    condition: tuple[str, str, str] | None
    is_usual: bool
    label: str
    below: list[PrintedNode] = field(default_factory=list)

    def decide(self, row: Mapping[str, Cell], missing: str = "fails") -> str:
        """Walk down: the first branch that holds, else the one that is marked."""
        if not self.below:
            return self.label
        for node in self.below:
            assert node.condition is not None
            name, op, value = node.condition
            if passes(row[name], op, value, missing):
                return node.decide(row, missing)
        (usual,) = [node for node in self.below if node.is_usual]
        return usual.decide(row, missing)


def read_tree(text: str) -> PrintedNode:
    """Read a printed tree, in lines that are wide enough for all conditions."""
    heading, first, *lines = text.split("\n\n")[0].split("\n")
    assert heading.split()[:3] == ["tree", "#", "class"]
    root = PrintedNode(None, False, "")
    word, *rest = TOKEN.findall(first)
    assert word == "all"
    if not lines:
        root.label = word_of(rest[1])
    above = [root]
    for line in lines:
        lead = LEAD.match(line)
        assert lead
        depth = len(lead[0]) // 3
        node = read_node(line[lead.end() :])
        del above[depth:]
        above[-1].below.append(node)
        above.append(node)
    return root


def read_node(line: str) -> PrintedNode:
    name, op, value, *rest = TOKEN.findall(line)
    is_usual = rest[:1] == ["*"] or (value.endswith("*") and not value.startswith("'"))
    rest = rest[1:] if rest[:1] == ["*"] else rest
    # An inner node has two numbers, a leaf its own number and a class before them.
    label = word_of(rest[1]) if len(rest) > 2 else ""
    value = value if value.startswith("'") else value.removesuffix("*")
    return PrintedNode((word_of(name), op, value), is_usual, label)
