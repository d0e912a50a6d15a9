"""The form of a column's cells, if they are not plain numbers."""

from __future__ import annotations

from typing import TypeAlias

from conjunct.data.date_forms import DateForm
from conjunct.data.number_forms import NumberForm

Form: TypeAlias = NumberForm | DateForm


def read_form(text: str) -> Form | None:
    """Return the form that a text denotes, or None if it denotes none.

    Examples
    --------
    >>> read_form("1.234,5"), read_form("DD.MM.YYYY"), read_form("nominal")
    (NumberForm(decimal=',', thousands='.', before='', after=''), DateForm(pattern='DD.MM.YYYY'), None)
    """  # noqa: E501
    return NumberForm.read(text) or DateForm.read(text)
