"""Reason codes in a query: codes of equal length, concatenated in order and then split again."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.export import sql_parts as sql
from conjunct.export.sql_writing import Writing
from conjunct.model.reasons import ReasonCode


def with_reasons(
    writing: Writing, flags: Sequence[str], best: str | None, steps: Sequence[sql.Step]
) -> list[sql.Step]:
    """Return the steps of a query with reasons.

    The order of the reasons is known beforehand for each class that can be predicted. So the
    second step concatenates the codes of the reasons that apply, in this order and padded to equal
    length. The last step takes the first few codes, and a further step looks up their texts.

    Parameters
    ----------
    writing : Writing
    flags : sequence of str
        Columns of the first step: 1 if a rule holds, otherwise 0.
    best : str or None
        Column of the last step but one with the number of the predicted class; None if the
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
    """Return the codes of all reasons that apply to a row, each padded with spaces."""
    return sql.joined(
        [
            (sql.column(flags[one.rule - 1]).eq(int(one.holds)), one.code.ljust(length))
            for one in possible
        ]
    )


def _texts(writing: Writing, told: dict[str, str]) -> sql.Step:
    """Return a step that selects the codes, each with its text."""
    step: sql.Step = {}
    for code, reason in writing.reasons:
        found = sql.column(code)
        cases = [(found.eq(one), sql.text_part(text)) for one, text in told.items()]
        step |= {code: found, reason: sql.choice(cases, sql.text_part(""))}
    return step


def same(step: sql.Step) -> sql.Step:
    """Return a step that selects the columns of another one as they are."""
    return {name: sql.column(name) for name in step}
