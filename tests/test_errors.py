"""Errors are sentences that say what to do."""

from __future__ import annotations

import pytest

from conjunct.errors import (
    ConjunctError,
    DataError,
    DataWarning,
    MissingPackageError,
    ModelError,
    StudyError,
    nearest,
)


@pytest.mark.parametrize("error", [DataError, ModelError, StudyError, MissingPackageError])
def test_every_error_is_a_value_error_of_the_package(error):
    assert issubclass(error, ConjunctError)
    assert issubclass(error, ValueError)


def test_warnings_are_user_warnings():
    assert issubclass(DataWarning, UserWarning)


def test_a_missing_package_is_an_import_error_with_the_command_to_install_it():
    error = MissingPackageError.named("pyarrow", "parquet", "reading Parquet")
    assert isinstance(error, ImportError)
    assert str(error) == (
        "reading Parquet needs the package 'pyarrow', which is not installed; "
        "install it with: pip install 'conjunct[parquet]'"
    )


@pytest.mark.parametrize("typed", ["speces", "Species", "SPECIES "])
def test_the_nearest_name_is_found_whatever_its_case(typed):
    assert nearest(typed, ["island", "Species"]) == "did you mean 'Species'?"


def test_without_a_near_name_the_columns_are_listed():
    assert nearest("zzz", ["island", "species"]) == "the columns are 'island', 'species'"


def test_a_long_list_of_columns_is_cut():
    hint = nearest("zzz", [f"column{number}" for number in range(12)])
    assert hint.endswith("'column9' and 2 more")


def test_of_names_that_differ_by_case_the_first_is_meant():
    assert nearest("weght", ["Weight", "weight"]) == "did you mean 'Weight'?"


@pytest.mark.parametrize("quote", ["'", '"'])
def test_messages_repeat_200_characters_of_a_cell(quote: str) -> None:
    long, short = f"{quote}{'z' * 5000}{quote}", f"{quote}{'y' * 200}{quote}"
    text = str(DataError(f"column {short} holds {long}; correct {short}"))
    assert text == f"column {short} holds {quote}{'z' * 200}…{quote}; correct {short}"
