"""The footer of printed rules: a few short lines on what the numbers mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conjunct.model.edit import edited_text
from conjunct.model.notation import count_text, number_text, percent_text
from conjunct.model.printed.cells import number_headings
from conjunct.model.printed.entries import NARROWEST
from conjunct.text_width import wrapped

if TYPE_CHECKING:
    from conjunct.model.promise import Promises
    from conjunct.model.rules import Rules

SEARCHED = {
    "tried": "Tried: candidates scored to find the rule.",
    "possible": "Possible: rules of the same length that these columns can form.",
    "p-value": "P-value: probability that the best of all possible rules looks as good as this one "
    "if the columns say nothing about the class.",
}


def size_text(rules: Rules) -> str:
    """Return the numbers of rules and conditions in words."""
    return f"{count_text(len(rules), 'rule')}, {count_text(rules.n_conditions, 'condition')}."


def footer_lines(rules: Rules, about: str, width: int, details: bool = False) -> list[str]:
    """Return the lines below the rules: how they decide, then what their promises mean.

    Parameters
    ----------
    rules : Rules
    about : str
        Sentences on the size of the model and on how it decides.
    width : int
        Characters in a line.
    details : bool, default=False
        Whether to explain the numbers of the search, too.
    """
    headings = number_headings(rules, details) if len(rules) else ()
    said = [about, *_promised(rules.promises, headings), *edited_text(rules)]
    if details and len(rules):
        searched = [text for heading, text in SEARCHED.items() if heading in headings]
        said.append(" ".join([*searched, *made_text(rules.promises)]))
    return [line for text in said for line in broken(text, width)]


def _promised(promises: Promises | None, headings: tuple[str, ...]) -> list[str]:
    said = []
    if "expected" in headings:
        expected = "Expected: share of new rows that a rule gets wrong"
        said.append(" ".join([f"{expected}{_believed(promises)}.", *chance_text(promises)]))
    if "at most" in headings:
        confidence = promises.confidence if promises else None
        sure = "" if confidence is None else f" with {whole_percent(confidence)} confidence"
        said.append(f"At most: holds for all rules at once{sure}, however they were searched for.")
    return said


def _believed(promises: Promises | None) -> str:
    rows = _believed_rows(promises)
    if not rows:
        return ""
    return f"; a rule of 20 rows is believed as if {rows} of the usual kind had been seen"


def chance_text(promises: Promises | None) -> list[str]:
    """Return a warning if the rules may be due to chance; empty otherwise."""
    if promises is None or not promises.are_usual:
        return []
    return [
        "These rules may be due to chance: on new rows, none is expected to beat the base rate."
    ]


def believed_text(promises: Promises | None) -> list[str]:
    """Return a sentence on the rows that are mixed into a rule's counts for its expected error."""
    rows = _believed_rows(promises)
    return (
        [f"Expected: a rule of 20 rows is believed as if {rows} of the usual kind had been seen."]
        if rows
        else []
    )


def _believed_rows(promises: Promises | None) -> str:
    if promises is None or promises.believed is None or promises.are_usual:
        return ""
    rows = number_text(round(promises.believed, 1 if promises.believed < 10 else 0))
    return f"{rows} more row" if rows == "1" else f"{rows} more rows"


def whole_percent(share: float) -> str:
    """Write a share in percent, without decimals if the percentage is whole."""
    return percent_text(share).replace(".0 %", " %")


def made_text(promises: Promises | None) -> list[str]:
    """Return sentences on the rows behind the promises of a theory."""
    if promises is None:
        return []
    said = []
    if promises.n_folds:
        said.append(
            f"The search was repeated on {count_text(promises.n_folds, 'part')} of the rows."
        )
    if promises.held_out:
        were = "was" if promises.held_out == 1 else "were"
        rows = count_text(promises.held_out, "row")
        said.append(f"{rows} {were} held out for the bounds.")
    return said


def broken(text: str, width: int) -> list[str]:
    """Break a text into lines, but never before a percent sign or within a product."""
    kept = text.replace(" %", "\u00a0%").replace(" · ", "\u00a0·\u00a0")
    lines = wrapped(kept, max(width, NARROWEST), break_words=False)
    return [line.replace("\u00a0", " ") for line in lines]
