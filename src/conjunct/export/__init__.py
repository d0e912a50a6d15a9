"""Models as SQL, Python, PMML, spreadsheets, Markdown and LaTeX.

Every format is written from `conjunct.export.description.describe` and decides about a row as the
model does. Formats are imported on first use, because some need further packages.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from conjunct.export.excel import to_excel
    from conjunct.export.latex import to_latex
    from conjunct.export.markdown import to_markdown
    from conjunct.export.model_card import to_model_card
    from conjunct.export.pmml import to_pmml
    from conjunct.export.python import to_python
    from conjunct.export.sql import to_sql

__all__ = [
    "to_excel",
    "to_latex",
    "to_markdown",
    "to_model_card",
    "to_pmml",
    "to_python",
    "to_sql",
]


def __getattr__(name: str) -> Any:
    """Import a format when it is first used."""
    if name in __all__:
        return getattr(import_module(f"conjunct.export.{name.removeprefix('to_')}"), name)
    raise AttributeError(f"module 'conjunct.export' has no attribute {name!r}")
