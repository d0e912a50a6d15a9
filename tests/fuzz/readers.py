"""What each reader is given, and what must hold when it does not refuse it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz import made, samples
from tests.fuzz.mutation import mutated

from conjunct import load_model, parse_rule, read_table
from conjunct.errors import ConjunctError
from conjunct.model import Rules, Tree, apply_edits

Make = Callable[[Random], bytes]


@dataclass(frozen=True)
class Reader:
    """One reader under test.

    Parameters
    ----------
    ways : tuple of callables
        Ways to make an input; one of them is chosen for each.
    read : callable
        Reads an input with a folder to write into, and checks what was read. It must raise nothing
        but a `ConjunctError`.
    """

    ways: tuple[Make, ...]
    read: Callable[[bytes, Path], None]

    def make(self, name: str, seed: int, number: int) -> bytes:
        """Return the input of a number; it depends on nothing else."""
        random = Random(f"{name} {seed} {number}")
        return random.choice(self.ways)(random)


def _options(content: bytes) -> dict[str, Any]:
    """Return the arguments of `read_table`, drawn by the content alone."""
    random = Random(content)
    options: dict[str, Any] = {}
    if random.random() < 0.5:
        options["target"] = random.choice(("class", "class", "class", "class", "a", "n0"))
    if random.random() < 0.2:
        kind = random.choice(("numeric", "nominal", "1.234,5", "DD.MM.YYYY", "$1,234.5"))
        options["kinds"] = {random.choice(("age", "a", "n0", "class")): kind}
    if random.random() < 0.2:
        options["dates"] = "days"
    if random.random() < 0.1:
        options["header"] = random.random() < 0.5
    return options


def table_reader(name: str) -> Callable[[bytes, Path], None]:
    """Return what reads a file of some name, twice, and compares."""

    def read(content: bytes, folder: Path) -> None:
        path = folder / name
        path.write_bytes(content)
        read_checked(path, content)

    return read


def read_checked(path: Path, content: bytes) -> None:
    """Read a table and check its shape."""
    table = read_table(path, **_options(content))
    assert all(len(column.values) == table.n_rows for column in table.columns)
    assert all(
        column.values.max(initial=-1) < len(column.levels or ())
        for column in table.columns
        if column.kind == "nominal"
    )


def read_c45(content: bytes, folder: Path) -> None:
    """Read a names file and the rows beside it; a form feed stands between the two."""
    names, _, rows = content.partition(b"\f")
    (folder / "t.names").write_bytes(names)
    (folder / "t.data").write_bytes(rows)
    read_checked(folder / "t.names", content)


def read_model(content: bytes, folder: Path) -> None:
    """Load a model, print it, and read it back."""
    path = folder / "model.json"
    path.write_bytes(content)
    check_model(load_model(path))


def check_model(rules: Rules) -> None:
    """Print a model in every form, and read it back equal."""
    assert rules.to_text()
    assert rules._repr_html_()
    assert load_model(rules.to_json()) == rules


def read_rule(content: bytes, folder: Path) -> None:
    """Read a rule, and what is printed of it."""
    rule = parse_rule(content.decode("utf-8", "surrogateescape"))
    assert parse_rule(str(rule)) == rule


def read_edits(content: bytes, folder: Path) -> None:
    """Change models as a file of edits says."""
    path = folder / "edits.json"
    path.write_bytes(content)
    refused = []
    for rules in _to_edit():
        try:
            edited = apply_edits(rules, path)
        except ConjunctError as error:
            refused.append(error)
        else:
            check_model(edited)
    if len(refused) == len(_to_edit()):
        raise refused[0]


@cache
def _to_edit() -> tuple[Rules, ...]:
    """Return a list, a set, and cards of two and of four classes."""
    loaded = (load_model(text.decode()) for text in samples.models())
    kinds = {(type(one), len(one.classes)): one for one in loaded if not isinstance(one, Tree)}
    return tuple(kinds.values())


def _from(samples_: Callable[[], tuple[bytes, ...]]) -> Make:
    return lambda random: mutated(random, samples_())


READERS = {
    "csv": Reader((_from(lambda: samples.CSV), made.csv_text), table_reader("t.csv")),
    "arff": Reader((_from(lambda: samples.ARFF), made.arff_text), table_reader("t.arff")),
    "c45": Reader((_from(lambda: samples.C45), made.c45_text), read_c45),
    "parquet": Reader((_from(samples.parquet), samples.made_parquet), table_reader("t.parquet")),
    "excel": Reader(
        (samples.spoilt_workbook, samples.made_workbook, _from(lambda: (samples.excel(),))),
        table_reader("t.xlsx"),
    ),
    "model": Reader(
        (
            _from(samples.models),
            lambda random: made.with_odd_values(random, random.choice(samples.models())),
        ),
        read_model,
    ),
    "rule": Reader((_from(lambda: samples.RULES), made.rule_text), read_rule),
    "edits": Reader(
        (
            _from(lambda: samples.EDITS),
            made.edits_text,
            lambda random: made.with_odd_values(random, random.choice(samples.EDITS)),
        ),
        read_edits,
    ),
}
