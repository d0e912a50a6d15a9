"""How a command ends: one sentence and an exit code, never a traceback for the user's data."""

from __future__ import annotations

import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from conjunct.cli.streams import complain, inform
from conjunct.errors import ConjunctError

AT_FAULT = 1
INTERRUPTED = 130


class CommandGroup(TyperGroup):
    """The commands, with what the data, the model or the user can do to stop them."""

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run the command of the command line."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # Whoever reads the output has seen enough; Python's own flush at exit must not fail.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except (ConjunctError, OSError) as error:
            complain(_sentence(error))
            raise typer.Exit(AT_FAULT) from None
        except KeyboardInterrupt:
            inform("\ninterrupted; no file was written")
            raise typer.Exit(INTERRUPTED) from None
        return result


def _sentence(error: ConjunctError | OSError) -> str:
    if isinstance(error, OSError) and not isinstance(error, ConjunctError):
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror or error}"
    return " ".join(str(error).split())
