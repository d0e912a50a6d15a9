from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

ROWS = "1,x,u\n2,y,v\n3,y,u\n"


@pytest.mark.parametrize(
    ("attributes", "target"),
    [(("a", "b", "kind"), "kind"), (("a", "Class", "kind"), "Class")],
)
def test_the_target_of_arff_is_named_class_or_last(
    run: Run, write: Write, attributes: tuple[str, ...], target: str
) -> None:
    types = ("numeric", "{x,y}", "{u,v}")
    head = "".join(f"@attribute {n} {t}\n" for n, t in zip(attributes, types, strict=True))
    write("t.arff", f"@relation t\n{head}@data\n{ROWS}")
    result = run("learn", "t.arff")
    assert f" Target: {target} (by convention, see --target).\n" in result.stdout
    assert "Next: conjunct evaluate t.arff, " in result.stdout


@pytest.mark.parametrize("name", ["t.names", "t.data", "t"])
def test_the_target_of_c45_files_is_the_class(run: Run, write: Write, name: str) -> None:
    write("t.names", "u, v.\na: continuous.\nb: x, y.\n")
    write("t.data", ROWS)
    assert " Target: class (by convention, see --target).\n" in run("learn", name).stdout


def test_another_target_of_arff_can_be_named(run: Run, write: Write) -> None:
    write("t.arff", "@relation t\n@attribute b {x,y}\n@attribute class {u,v}\n@data\nx,u\ny,v\n")
    assert " Target: b.\n" in run("learn", "t.arff", "--target", "b").stdout


def test_a_csv_file_without_a_target_is_refused_with_its_columns(run: Run, loans: Path) -> None:
    result = run("learn", "loans.csv")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "error: name the column to predict with --target; the columns are income, city, status\n"
    )


def test_of_very_many_columns_the_first_are_listed(run: Run, write: Write) -> None:
    names = [f"c{number}" for number in range(40)]
    write("t.csv", "\n".join([",".join(names), ",".join("1" * 40), ",".join("2" * 40)]))
    assert run("learn", "t.csv").stderr.endswith(", c28, c29 and 10 more\n")
