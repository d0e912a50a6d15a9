"""Reason codes in a query: codes of one length, put together in order, and cut apart again."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.export import sql_parts as sql
from conjunct.export.sql_writing import Writing
from conjunct.model.reasons import ReasonCode


def with_reasons(
    writing: Writing, flags: Sequence[str], best: str | None, steps: Sequence[sql.Step]
) -> list[sql.Step]:
    """Return the steps of a query with reasons.

    Which reasons matter most is known beforehand, for each class that can be predicted. So the
    second step puts the codes of those that apply together, in this order and each as long as the
    longest, the last step cuts off the first few, and one more step looks up their texts.

    Parameters
    ----------
    writing : Writing
    flags : sequence of str
        Columns of the first step: 1 where a rule holds, else 0.
    best : str or None
        Column of the last step but one, with the number of the predicted class; None where the
        reasons are the same for all classes.
    steps : sequence of dict
    """
    if not writing.reasons:
        return list(steps)
    every = writing.about.reasons[:1] if best is None else writing.about.reasons
    length = max((len(one.code) for possible in every for one in possible), default=1)
    codes = {writing.names.new("codes"): _codes(one, flags, length) for one in every}
    first, second, *others, last = steps
    picked = [sql.column(name) for name in codes]
    chosen = picked[0] if best is None else writing.picked(best, picked)
    found = [
        sql.trimmed(sql.cut_out(chosen, at * length + 1, length))
        for at in range(len(writing.reasons))
    ]
    coded = last | {code: part for (code, _), part in zip(writing.reasons, found, strict=True)}
    handed_on = [step | same(codes) for step in others]
    told = {one.code: one.text for possible in every for one in possible}
    return [first, second | codes, *handed_on, coded, same(last) | _texts(writing, told)]


def _codes(possible: Sequence[ReasonCode], flags: Sequence[str], length: int) -> sql.Part:
    """Return the codes of all reasons that apply to a row, each filled up with blanks."""
    return sql.joined(
        [
            (sql.column(flags[one.rule - 1]).eq(int(one.holds)), one.code.ljust(length))
            for one in possible
        ]
    )


def _texts(writing: Writing, told: dict[str, str]) -> sql.Step:
    """Return codes as they are, each with its text beside it."""
    step: sql.Step = {}
    for code, reason in writing.reasons:
        found = sql.column(code)
        cases = [(found.eq(one), sql.text_part(text)) for one, text in told.items()]
        step |= {code: found, reason: sql.choice(cases, sql.text_part(""))}
    return step


def same(step: sql.Step) -> sql.Step:
    """Return a step that selects the columns of another one as they are."""
    return {name: sql.column(name) for name in step}
