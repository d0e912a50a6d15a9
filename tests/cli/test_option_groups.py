"""Options that belong together reach a command as one argument."""

from __future__ import annotations

import inspect
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from conjunct.cli.option_groups import OptionGroup, with_options
from conjunct.cli.options import Reading

Width = Annotated[int, typer.Option("--width", min=1, help="How wide it is.")]


def area(width: Width = 2, height: int = 3) -> int:
    return width * height


Area = Annotated[int, OptionGroup(area)]


def draw(name: str, *, size: Area, times: int = 1) -> None:
    typer.echo(f"{name} {size} {times}")


def draw_wide(*, size: Annotated[int, OptionGroup(area, "width")]) -> None:
    typer.echo(str(size))


def draw_both(*, first: Area, second: Area) -> None: ...


def run(command: object, *words: str) -> tuple[int, str]:
    app = typer.Typer()
    app.command()(with_options(command))  # type: ignore[arg-type]
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.output


def test_options_stand_in_the_place_of_the_argument() -> None:
    assert list(inspect.signature(with_options(draw)).parameters) == [
        "name",
        "width",
        "height",
        "times",
    ]


def test_the_argument_is_made_from_the_options() -> None:
    assert run(draw, "door") == (0, "door 6 1\n")
    assert run(draw, "door", "--width", "4", "--times", "2", "--height", "5") == (0, "door 20 2\n")


def test_an_option_keeps_its_limits_and_its_help() -> None:
    assert run(draw, "door", "--width", "0")[0] == 2
    assert "How wide it is." in run(draw, "--help")[1]


def test_a_command_may_have_some_of_the_options() -> None:
    assert run(draw_wide, "--width", "4") == (0, "12\n")
    assert run(draw_wide, "--height", "4")[0] == 2


def test_two_groups_cannot_have_the_same_option() -> None:
    with pytest.raises(ValueError, match="duplicate parameter name"):
        with_options(draw_both)


def test_a_command_without_groups_is_as_before() -> None:
    assert inspect.signature(with_options(area)) == inspect.signature(area, eval_str=True)


def test_every_field_of_a_reading_has_its_option() -> None:
    names = [one.name for one in OptionGroup(Reading.of).options()]
    assert names == ["kind", "delimiter", "encoding", "dates", "sheet", "weight"]
