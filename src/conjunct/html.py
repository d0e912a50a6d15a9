"""Small HTML tables for notebooks: no scripts, no external files, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

# Inherited colours and half-transparent lines work on light and dark pages.
_TABLE = (
    "border-collapse:collapse;color:inherit;background:transparent;font-size:90%;"
    "font-variant-numeric:tabular-nums;margin:0 0 8px 0"
)
_CELL = "padding:2px 10px;vertical-align:top"
_LINE = "border-bottom:1px solid rgba(128,128,128,.35)"
_HEAD = "border-bottom:1px solid rgba(128,128,128,.9)"
_SIDES = {"l": "left", "r": "right"}


def html_table(
    name: str,
    heading: Sequence[str],
    rows: Iterable[str],
    *,
    sides: str = "r",
    caption: str = "",
    foot: str = "",
) -> str:
    """Return a table.

    Parameters
    ----------
    name : str
        CSS class of the table, after ``conjunct-``.
    heading : sequence of str
        Headings of the columns; empty for no heading.
    rows : iterable of str
        Rows made by `html_row`.
    sides : str
        As in `html_row`.
    caption : str
        Text above the table; empty for none.
    foot : str
        Text below the table, across all columns; empty for none.

    Examples
    --------
    >>> text = html_table("t", ["a"], [html_row(["<1 %"])])
    >>> "&lt;1 %" in text
    True
    """
    style = "text-align:left;font-weight:bold;color:inherit;padding:2px 10px;white-space:nowrap"
    above = f'<caption style="{style}">{escape(caption)}</caption>' if caption else ""
    head = f"<thead>{html_row(heading, sides, 'th')}</thead>" if heading else ""
    below = f"<tfoot>{html_row((), rest=foot, columns=len(heading))}</tfoot>" if foot else ""
    body = f"<tbody>{''.join(rows)}</tbody>"
    return f'<table class="conjunct-{name}" style="{_TABLE}">{above}{head}{body}{below}</table>'


def html_row(
    cells: Sequence[str],
    sides: str = "r",
    tag: str = "td",
    *,
    rest: str | None = None,
    columns: int = 0,
    bold: bool = False,
) -> str:
    """Return one row of a table.

    Parameters
    ----------
    cells : sequence of str
        Texts of the cells.
    sides : str
        Alignment of each cell, ``l`` or ``r``; the last letter holds for all further cells.
    tag : {"td", "th"}
        Tag of the cells.
    rest : str, optional
        Text of a cell that spans the remaining columns.
    columns : int
        Number of columns of the table; needed only with `rest`.
    bold : bool
        Whether the texts are bold.
    """
    style = f"{_CELL};{_HEAD if tag == 'th' else _LINE}{';font-weight:bold' if bold else ''}"
    padded = sides + sides[-1] * len(cells)
    written = [
        f'<{tag} style="{style};text-align:{_SIDES[side]}">{escape(text)}</{tag}>'
        for side, text in zip(padded, cells, strict=False)
    ]
    if rest is not None:
        span = columns - len(cells)
        written.append(
            f'<{tag} colspan="{span}" style="{style};text-align:left">{escape(rest)}</{tag}>'
        )
    return f"<tr>{''.join(written)}</tr>"


def html_note(text: str) -> str:
    """Return a short paragraph."""
    return f'<p style="margin:2px 10px;font-size:90%;max-width:60em">{escape(text)}</p>'


def html_lines(text: str) -> str:
    """Return preformatted lines of plain text."""
    return f'<pre style="margin:2px 10px;font-size:90%">{escape(text)}</pre>'


def html_block(parts: Iterable[str]) -> str:
    """Return tables and paragraphs that belong together."""
    return f'<div style="margin:0 0 16px 0">{"".join(parts)}</div>'
