"""Constraints on parameters, and the sentence for a wrong value."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.params import OneOf, Pair, Some, Whole, check_params


@pytest.mark.parametrize("value", [1, 5, np.int64(3)])
def test_a_whole_number_from_the_least_up_is_allowed(value):
    assert Whole(1).allows(value)


@pytest.mark.parametrize("value", [0, -1, 2.0, "3", True, None, np.bool_(True)])
def test_what_is_no_whole_number_or_too_small_is_refused(value):
    assert not Whole(1).allows(value)


def test_none_is_allowed_where_a_number_is_optional():
    assert Whole(1, optional=True).allows(None)
    assert str(Whole(1, optional=True)) == "a whole number from 1 up or None"


def test_one_of_tells_types_apart():
    choice = OneOf(("fails", True, None))
    assert all(choice.allows(value) for value in ("fails", True, None))
    assert not any(
        choice.allows(value) for value in (1, 1.0, "value", False, np.ones(2), ["fails"])
    )


def test_some_takes_lists_and_tuples_of_allowed_values():
    some = Some(("=", "!="))
    assert some.allows(["="])
    assert some.allows(("!=", "="))
    assert not any(some.allows(value) for value in ((), [], "=", ("=", "<"), None, {"="}))


def test_a_pair_is_two_finite_numbers_above_zero():
    assert all(Pair().allows(value) for value in ((1, 1), [0.5, 20.0], (np.float64(2), 3)))
    wrong = ((1,), (1, 2, 3), (0, 1), (1, np.inf), (1, np.nan), ("1", 2), (True, 1), 2, None, "12")
    assert not any(Pair().allows(value) for value in wrong)


def test_the_refusal_names_the_parameter_what_is_allowed_and_what_came():
    allowed = {"width": Whole(1), "search": OneOf(("greedy", "layered"))}
    with pytest.raises(ValueError, match="parameter") as refusal:
        check_params("Learner", {"width": 3, "search": "deep"}, allowed)
    assert str(refusal.value) == (
        "The 'search' parameter of Learner must be one of 'greedy', 'layered'. Got 'deep' instead."
    )


def test_the_refusal_of_a_list_says_what_it_may_hold():
    with pytest.raises(
        ValueError, match=r"must be a tuple of some of '=', '!='\. Got \(\) instead"
    ):
        check_params("Learner", {"operators": ()}, {"operators": Some(("=", "!="))})


def test_allowed_values_pass_without_a_word():
    check_params("Learner", {"width": 3, "other": object()}, {"width": Whole(1)})
