"""The sides of the tables are drawn once, and nobody can move one quietly."""

from __future__ import annotations

import hashlib
from itertools import chain
from pathlib import Path

import pytest

from conjunct.errors import DataError
from protocol.__main__ import write_list
from protocol.sides import GROUPS, LISTED, as_csv, listed, read_listed, side_of, tables_on
from public_tables import CORE14


def test_the_file_is_what_the_command_gives(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    monkeypatch.setattr("protocol.__main__.write_text", lambda path, text: written.append(text))
    write_list(tables)
    assert LISTED.read_text(encoding="utf-8") == written[0]


def test_every_line_of_the_file_is_as_its_name_says() -> None:
    found = read_listed()
    assert found
    assert as_csv(dict.fromkeys((one.name for one in found), 100)) == LISTED.read_text("utf-8")


def test_a_side_is_the_parity_of_the_digest() -> None:
    groups = {one.group for one in read_listed()} - {listed(name).group for name in CORE14}
    for group in groups:
        is_odd = int(hashlib.sha256(group.encode()).hexdigest(), 16) % 2
        assert side_of(group) == ("confirm" if is_odd else "design")


def test_tables_of_the_old_design_and_their_versions_are_design_tables() -> None:
    sides = {one.group: one.side for one in read_listed()}
    assert {sides[listed(name).group] for name in CORE14} == {"design"}
    assert listed("cleveland").side == listed("glass2").side == "design"


def test_one_table_of_each_group_is_run() -> None:
    found = read_listed()
    run = [one.group for one in found if one.is_run]
    assert sorted(run) == sorted({one.group for one in found})
    names = [*chain(*GROUPS.values())]
    assert len(names) == len(set(names))


def test_toys_are_left_out() -> None:
    lines = as_csv({"adult": 100, "labor": 57}).splitlines()
    assert lines == ["name,group,side,is_run", "adult,adult,confirm,yes"]


def test_sides_share_no_table() -> None:
    assert not set(tables_on("design")) & set(tables_on("confirm"))
    assert tables_on("confirm", ["adult"]) == ["adult"]
    with pytest.raises(DataError, match="adult is not run on the design side; choose of anneal"):
        tables_on("design", ["adult"])
