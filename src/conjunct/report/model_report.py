"""A report about a model: the page as a file, and in notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from os import PathLike
from typing import Any, Self

from conjunct.files import write_text
from conjunct.report.document import SHOWN_ROWS, document


@dataclass(frozen=True, eq=False)
class ModelReport:
    """A page about a model, as one file that needs no network.

    A notebook shows it in a frame of its own: nothing in it can reach the notebook, and it stays
    in the notebook when that is exported.

    Parameters
    ----------
    document : dict
        As `conjunct.report.document` returns it.
    height : int, default=720
        Height of the frame in notebooks, in pixels.

    Examples
    --------
    >>> from conjunct.model import RuleSet
    >>> rules = RuleSet((), ("no", "yes"), 0, (7, 3), {}, target="answer")
    >>> report = ModelReport.of(rules)
    >>> report.html().splitlines()[0]
    '<!DOCTYPE html>'
    >>> report._repr_html_()[:40]
    '<iframe sandbox="allow-scripts" allow="c'
    """

    document: dict[str, Any]
    height: int = 720

    @classmethod
    def of(
        cls,
        model: Any,
        table: Any = None,
        newer: Any = None,
        *,
        rows: int = SHOWN_ROWS,
        editing: bool = False,
        height: int = 720,
    ) -> Self:
        """Make a report; the parameters are those of `conjunct.report.document`."""
        return cls(document(model, table, newer, rows=rows, editing=editing), height)

    def html(self) -> str:
        """Return the page as HTML; needs jinja2."""
        from conjunct.report.rendering import render

        return render(self.document)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the page to a file, whole or not at all."""
        write_text(path, self.html())

    def _repr_html_(self) -> str:
        title = escape(f"Report: {self.document['title']}")
        allowed = "allow-scripts" + (" allow-downloads" if self.document["editing"] else "")
        return (
            f'<iframe sandbox="{allowed}" allow="clipboard-write" title="{title}" '
            f'style="width:100%;height:{self.height}px;border:1px solid rgba(128,128,128,.5)" '
            f'srcdoc="{escape(self.html())}"></iframe>'
        )


def page(model: Any, table: Any = None, *, rows: int = SHOWN_ROWS, editing: bool = False) -> str:
    """Return a page about a model as HTML: one file, no network, no server.

    Parameters
    ----------
    model, table, rows, editing
        As in `conjunct.report.document`.

    Returns
    -------
    html : str

    Examples
    --------
    >>> from conjunct.model import RuleSet
    >>> rules = RuleSet((), ("no", "yes"), 0, (7, 3), {}, target="answer")
    >>> "<title>answer: rule set</title>" in page(rules)
    True
    """
    return ModelReport.of(model, table, rows=rows, editing=editing).html()
