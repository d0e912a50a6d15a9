from __future__ import annotations

from dataclasses import replace

import pytest

from conjunct.model import Promise, Promises, RuleList
from conjunct.model.printed.footer import footer_lines

from .conftest import promising


def said(rules: RuleList, details: bool = False) -> list[str]:
    """Return the paragraphs, one per line."""
    return footer_lines(rules, "About.", 10**6, details)


def test_only_columns_that_are_there_are_explained(rules: RuleList) -> None:
    assert said(rules) == ["About."]
    bounded = tuple(replace(rule, promise=Promise(at_most=0.2)) for rule in rules)
    assert said(replace(rules, rules=bounded, promises=Promises(confidence=0.999))) == [
        "About.",
        "At most: holds for all rules at once with 99.9 % confidence, however they were searched "
        "for.",
    ]


@pytest.mark.parametrize(
    ("believed", "words"),
    [
        (None, "gets wrong."),
        (0.04, "as if 0 more rows of the usual kind had been seen."),
        (1.0, "as if 1 more row of the usual kind had been seen."),
        (2.53, "as if 2.5 more rows of the usual kind had been seen."),
        (118.4, "as if 118 more rows of the usual kind had been seen."),
    ],
)
def test_the_one_number_of_expected_errors_is_told_in_words(
    rules: RuleList, believed: float | None, words: str
) -> None:
    _, expected, _ = said(replace(promising(rules), promises=Promises(believed)))
    assert expected.startswith("Expected: share of new rows that a rule gets wrong")
    assert expected.endswith(words)


def test_promises_that_nobody_tells_the_making_of_are_explained(rules: RuleList) -> None:
    assert said(replace(promising(rules), promises=None))[1:] == [
        "Expected: share of new rows that a rule gets wrong.",
        "At most: holds for all rules at once, however they were searched for.",
    ]


def test_details_add_one_paragraph(rules: RuleList) -> None:
    made = Promises(8.0, n_folds=1, held_out=1)
    *others, last = said(replace(promising(rules), promises=made), details=True)
    assert others == said(replace(promising(rules), promises=made))
    assert last.startswith("Tried: candidates scored to find the rule. Possible: ")
    assert last.endswith(
        "The search was repeated on 1 part of the rows. 1 row was held out for the bounds."
    )
