"""No two classes of the package have the same name."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import conjunct

FOLDER = Path(conjunct.__file__).parent


def test_no_two_classes_have_the_same_name() -> None:
    found = defaultdict(list)
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path.relative_to(FOLDER).as_posix())
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
