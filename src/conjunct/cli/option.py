"""An option or argument of a command, declared by what stands for its value and what it does."""

from __future__ import annotations

from typing import Any

import typer


def option(metavar: str, text: str, *names: str, **more: Any) -> Any:
    """Return the declaration of an option; without `names`, it is called like its parameter.

    Examples
    --------
    >>> option("N", "Number of folds.", min=2).metavar
    'N'
    """
    return typer.Option(*names, metavar=metavar, help=text, **more)


def argument(metavar: str, text: str) -> Any:
    """Return the declaration of an argument; the text says what its default is.

    Examples
    --------
    >>> argument("TABLE", "The table to learn from.").show_default
    False
    """
    return typer.Argument(metavar=metavar, show_default=False, help=text)
