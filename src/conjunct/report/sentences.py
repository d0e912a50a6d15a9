"""Error messages as sentences of the page."""

from __future__ import annotations


def closed(text: str) -> str:
    """Return a sentence with its full stop, unless it is a question.

    Examples
    --------
    >>> closed("there is none"), closed("did you mean 'a'?")
    ('there is none.', "did you mean 'a'?")
    """
    return text if text.endswith((".", "?")) else f"{text}."
