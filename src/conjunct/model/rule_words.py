"""The tokens of a rule's text: words, quoted names and signs."""

from __future__ import annotations

import sys
from string import hexdigits
from typing import Literal, NamedTuple

from conjunct.errors import ModelError
from conjunct.model.notation import ESCAPES, is_bare

Sort = Literal["word", "quoted", "sign", "end"]

SIGNS = ("<=", ">=", "==", "!=", "<>", "=", "<", ">", "≤", "≥", "≠", ",")
"""Longer signs come first: ``<=`` is one sign, not two."""
MINUS = "−"
"""The minus sign of printed points; a hyphen is read as minus, too."""
_QUOTES = "'\""
_READ = {written[1]: character for character, written in ESCAPES.items()} | {'"': '"'}
_DIGITS = {"u": 4, "U": 8}
_LONGEST = 80


class RuleWord(NamedTuple):
    """A token of the text of a rule.

    Parameters
    ----------
    sort : {"word", "quoted", "sign", "end"}
        The sort of token. Only a word without quotes can be a keyword.
    text : str
        Its text, without quotes and escapes.
    at : int
        Position of its first character, from 1.
    """

    sort: Sort
    text: str
    at: int


def rule_words(text: str) -> list[RuleWord]:
    r"""Split the text of a rule into tokens; the last one marks the end.

    Examples
    --------
    >>> [word.text for word in rule_words(r"if 'a\tb' <= 3")]
    ['if', 'a\tb', '<=', '3', '']
    >>> rule_words("if age > 60 & f")
    Traceback (most recent call last):
    ...
    conjunct.errors.ModelError: character 13 of the rule 'if age > 60 & f': '&' must be in quotes
    """
    words: list[RuleWord] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        word, end = _word(text, at)
        words.append(word)
        at = end
    return [*words, RuleWord("end", "", len(text) + 1)]


def refused(text: str, at: int, problem: str) -> ModelError:
    """Return an error that names the problem and the character, counted from 1."""
    shown = repr(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
    place = f"character {at} of" if at <= len(text) else "the end of"
    return ModelError(f"{place} the rule {shown}: {problem}")


def _word(text: str, at: int) -> tuple[RuleWord, int]:
    """Return the token that begins at a position, and where it ends."""
    if text[at] in _QUOTES:
        return _quoted(text, at)
    for sign in SIGNS:
        if text.startswith(sign, at):
            return RuleWord("sign", sign, at + 1), at + len(sign)
    end = at
    while end < len(text) and (is_bare(text[end]) or text[end] == MINUS):
        end += 1
    if end == at:
        raise refused(text, at + 1, f"{text[at]!r} must be in quotes")
    return RuleWord("word", text[at:end], at + 1), end


def _quoted(text: str, start: int) -> tuple[RuleWord, int]:
    read: list[str] = []
    at = start + 1
    while at < len(text) and text[at] != text[start]:
        character, at = _escaped(text, at) if text[at] == "\\" else (text[at], at + 1)
        read.append(character)
    if at >= len(text):
        raise refused(text, start + 1, "the quote is not closed")
    return RuleWord("quoted", "".join(read), start + 1), at + 1


def _escaped(text: str, at: int) -> tuple[str, int]:
    """Return the character that the escape at a position stands for, and where it ends."""
    letter = text[at + 1 : at + 2]
    if letter in _DIGITS:
        digits = text[at + 2 : at + 2 + _DIGITS[letter]]
        is_whole = len(digits) == _DIGITS[letter] and all(one in hexdigits for one in digits)
        if is_whole and int(digits, 16) <= sys.maxunicode:
            return chr(int(digits, 16)), at + 2 + len(digits)
    elif letter in _READ:
        return _READ[letter], at + 2
    problem = "a backslash is written as two, and an escape is one of \\' \\\" \\n \\r \\t \\uXXXX"
    raise refused(text, at + 1, problem)
