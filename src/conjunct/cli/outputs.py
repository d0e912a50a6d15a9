"""Output files of a command: checked before it starts, and never the same as its inputs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

from conjunct.files import check_place

WRITTEN = ("output", "out", "save")
"""Options that name outputs: files, or folders of studies."""
READ = ("model", "keep")
"""Options that name inputs, besides the arguments."""


class CarefulCommand(TyperCommand):
    """A command that checks its output files before it reads anything."""

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Refuse output files that cannot be written or are inputs, and run the command."""
        given = [(one, ctx.params.get(str(one.name))) for one in self.params]
        paths = [(one, Path(value)) for one, value in given if isinstance(value, str | Path)]
        read = [path for one, path in paths if _names_what_is_read(one)]
        for one, path in paths:
            if one.name not in WRITTEN or one.metavar != "FILE":
                continue
            if any(_is_same(path, other) for other in read):
                raise typer.BadParameter(
                    f"{str(path)!r} is read by this command; write to another file",
                    ctx=ctx,
                    param_hint=repr(one.opts[0]),
                )
            check_place(path)
        return super().invoke(ctx)


def _names_what_is_read(one: Any) -> bool:
    return one.param_type_name == "argument" or one.name in READ


def _is_same(path: Path, other: Path) -> bool:
    try:
        return other.is_file() and os.path.samefile(path, other)
    except OSError:  # it does not exist yet
        return False
