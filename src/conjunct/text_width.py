"""How wide a text is on a terminal: Chinese characters and emoji take two columns."""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

_NO_WIDTH = frozenset({"Mn", "Me", "Cf"})
"""Categories of characters that are drawn onto the one before them, or not at all."""
_WORD = re.compile(r"([ \t\n]*)([^ \t\n]+)")


def text_width(text: str) -> int:
    r"""Return the number of terminal columns that a text takes.

    Examples
    --------
    >>> text_width("income"), text_width("收入"), text_width("e\u0301tat"), text_width("✅")
    (6, 4, 4, 2)
    """
    return len(text) if text.isascii() else sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if category(character) in _NO_WIDTH:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def to_left(text: str, width: int) -> str:
    """Fill a text with spaces on the right, up to a number of terminal columns.

    Examples
    --------
    >>> to_left("收入", 6), to_left("income", 4)
    ('收入  ', 'income')
    """
    return text + " " * (width - text_width(text))


def to_right(text: str, width: int) -> str:
    """Fill a text with spaces on the left, up to a number of terminal columns.

    Examples
    --------
    >>> to_right("收入", 6)
    '  收入'
    """
    return " " * (width - text_width(text)) + text


def shortened(text: str, room: int) -> str:
    """Cut a text that is wider than the room, and mark the cut.

    Examples
    --------
    >>> shortened("收入 > 1000", 6), shortened("age", 3)
    ('收入 …', 'age')
    """
    if text_width(text) <= room:
        return text
    kept = text[: room - 1]
    while text_width(kept) > room - 1:
        kept = kept[:-1]
    return f"{kept}…"


def wrapped(text: str, width: int, indent: str = "", break_words: bool = True) -> list[str]:
    """Break a text into lines at spaces, but not at hyphens.

    Parameters
    ----------
    text : str
    width : int
        Terminal columns of a line.
    indent : str
        Start of all lines but the first.
    break_words : bool, default=True
        Whether a word that is wider than a line is broken.

    Examples
    --------
    >>> wrapped("收入 and 使用率", 10, indent="  ")
    ['收入 and', '  使用率']
    """
    lines = [""]
    for gap, word in _WORD.findall(text):
        before = lines[-1]
        is_start = before in ("", indent)
        joined = f"{before}{word}" if is_start else f"{before}{gap}{word}"
        if text_width(joined) <= width:
            lines[-1] = joined
        elif break_words and text_width(word) > width - text_width(indent):
            first = before if is_start else f"{before}{gap}"
            lines[-1:] = _in_parts(first, word, width, indent)
        elif is_start:
            lines[-1] = joined
        else:
            lines.append(f"{indent}{word}")
    return [line.rstrip() for line in lines if line]


def _in_parts(line: str, word: str, width: int, indent: str) -> list[str]:
    """Break a long word: its first part continues a line, every other part gets its own."""
    lines, used = [line], text_width(line)
    for character in word:
        used += _character_width(character)
        if used > width and lines[-1] not in ("", indent):
            lines.append(indent)
            used = text_width(indent) + _character_width(character)
        lines[-1] += character
    return lines
