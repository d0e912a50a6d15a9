"""Break places of the source on purpose, one at a time, and see whether the tests notice.

``python -m tests.mutants`` breaks 40 places of five layers, chosen by a seed, in a copy of the
source. For each it runs the quick tests of its layer, and says whether one of them fails. It takes
about an hour of processor time; ``--first`` and ``--last`` run some of the 40.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
LAYERS = ("count", "search", "choose", "cards", "model")
EACH = 8
"""Places in each layer."""
OTHER: dict[type, type] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult},
}
"""The operator that takes the place of another."""
LONGEST = 1_200.0
"""Seconds after which tests of a broken place count as having noticed: it hangs."""


class Place(NamedTuple):
    """A node of a source file that can be broken: its layer, its file and its number there."""

    layer: str
    path: Path
    node: int
    kind: str


def kind_of(node: ast.AST) -> str | None:
    """Say how a node can be broken; None where it cannot."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OTHER:
        return "comparison"
    if isinstance(node, ast.BinOp) and type(node.op) in OTHER:
        return "arithmetic"
    if isinstance(node, ast.BoolOp):
        return "and, or"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return "not"
    if isinstance(node, ast.Constant) and type(node.value) in (int, float, bool):
        return "constant"
    returns = isinstance(node, ast.Return) and node.value is not None
    return "return" if returns and ast.unparse(node) != "return None" else None


def broken(source: str, number: int) -> tuple[str, int, str, str]:
    """Return a source with one node broken, the line of the node, and it before and after."""
    tree = ast.parse(source)
    node: Any = list(ast.walk(tree))[number]
    before, kind = ast.unparse(node), kind_of(node)
    if kind == "comparison":
        node.ops[0] = OTHER[type(node.ops[0])]()
    elif kind in ("arithmetic", "and, or"):
        node.op = OTHER[type(node.op)]()
    elif kind == "not":  # not x becomes not not x
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif kind == "constant":
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
    else:
        node.value = ast.Constant(None)
    return ast.unparse(ast.fix_missing_locations(tree)), node.lineno, before, ast.unparse(node)


def places_of(layer: str) -> Iterator[Place]:
    """Yield all places of a layer but those in compiled kernels and in types."""
    for path in sorted((ROOT / "src" / "conjunct" / layer).rglob("*.py")):
        if path.name.endswith("kernels.py"):
            continue
        nodes = list(ast.walk(ast.parse(path.read_text())))
        types = [getattr(node, name, None) for node in nodes for name in ("annotation", "returns")]
        left_out = {id(part) for one in types if one is not None for part in ast.walk(one)}
        for number, node in enumerate(nodes):
            kind = kind_of(node)
            if kind is not None and id(node) not in left_out:
                yield Place(layer, path, number, kind)


def chosen(seed: int) -> list[Place]:
    """Return places of all layers and kinds in turn, the same ones for the same seed."""
    draw, found = random.Random(seed), []
    for layer in LAYERS:
        by_kind: dict[str, list[Place]] = {}
        for place in places_of(layer):
            by_kind.setdefault(place.kind, []).append(place)
        kinds = sorted(by_kind)
        found += [draw.choice(by_kind[kinds[at % len(kinds)]]) for at in range(EACH)]
    return found


def is_noticed(place: Place, source: Path) -> bool:
    """Run the tests of a layer with a copy of the source, those of the broken file first."""
    own = sorted((ROOT / "tests" / place.layer).glob(f"test_{place.path.stem}*.py"))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    for files in ([*map(str, own)], [f"tests/{place.layer}"]):
        if files:
            try:
                done = subprocess.run(
                    [*command, *files, "--deselect", "tests/count/test_kernel_cache.py"],
                    cwd=ROOT,
                    env={**os.environ, "PYTHONPATH": str(source)},
                    capture_output=True,
                    timeout=LONGEST,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return True
            if done.returncode:
                return True
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.mutants")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=EACH * len(LAYERS))
    asked = parser.parse_args()
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source)
        some = chosen(asked.seed)[asked.first - 1 : asked.last]
        for number, place in enumerate(some, asked.first):
            own = place.path.read_text()
            text, line, before, after = broken(own, place.node)
            where = place.path.relative_to(ROOT / "src")
            (source / where).write_text(text)
            noticed = is_noticed(place, source)
            (source / where).write_text(own)
            missed += not noticed
            word = "noticed" if noticed else "MISSED "
            sys.stdout.write(f"{number:3} {word} {where}:{line}: {before[:60]} -> {after[:60]}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(some) - missed} of {len(some)} broken places were noticed\n")


if __name__ == "__main__":
    main()
