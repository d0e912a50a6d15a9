"""Docstrings: every parameter is described once, also those that base classes describe."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest
from tests.estimators.test_parameters import ALL

from conjunct.estimators.inherited_docs import described


def listed(kind: type[Any]) -> list[tuple[str, str]]:
    """Return what the docstring lists as parameters: names, and kinds with defaults."""
    text = (inspect.getdoc(kind) or "").split("Attributes\n---")[0].replace("\\\n", "")
    found = re.findall(r"^(\w+(?:, \w+)*) : ((?:.|\n {8,})+)$", text, flags=re.MULTILINE)
    return [(name, how) for names, how in found for name in names.split(", ")]


@pytest.mark.parametrize("kind", ALL)
def test_every_parameter_is_described_once_with_its_default(kind: type[Any]) -> None:
    parameters = inspect.signature(kind).parameters
    assert sorted(name for name, _ in listed(kind)) == sorted(parameters)
    for name, how in listed(kind):
        default = repr(parameters[name].default).replace("'", '"')
        assert how.endswith(f"default={default}"), name


@pytest.mark.parametrize("kind", ALL)
def test_fitted_attributes_that_all_have_are_described_once(kind: type[Any]) -> None:
    text = inspect.getdoc(kind) or ""
    for name in ("n_features_in_", "feature_names_in_"):
        assert len(re.findall(rf"^{name} : ", text, flags=re.MULTILINE)) == 1


class Base:
    """Learn.

    Parameters
    ----------
    a : int, default=1
        Of the base.

        Second paragraph.
    b : {"x", "y"}, default="x"
        Of the base.

    Attributes
    ----------
    fitted_ : int
        What was learned.

    Examples
    --------
    c : no entry
    """


class Middle(Base):
    """No sections here."""


class Own(Middle):
    """Learn otherwise.

    Parameters
    ----------
    c, b : object, default=None
        Of its own.

    Attributes
    ----------
    other_ : int
        Also learned.
    """

    def __init__(self, c: Any = None, b: Any = None, a: int = 3) -> None: ...


def test_entries_of_base_classes_follow_the_own_ones() -> None:
    assert described(Own) == (
        "Learn otherwise.\n\n"
        "Parameters\n----------\n"
        "c, b : object, default=None\n    Of its own.\n"
        "a : int, default=3\n    Of the base.\n\n    Second paragraph.\n\n"
        "Attributes\n----------\n"
        "other_ : int\n    Also learned.\n"
        "fitted_ : int\n    What was learned."
    )


def test_a_class_without_these_sections_stays_as_it_is() -> None:
    assert described(Middle) == "No sections here."


def test_parameters_that_the_constructor_does_not_take_are_not_inherited() -> None:
    class Fewer(Base):
        """Learn less.

        Parameters
        ----------
        d : int, default=4
            Of its own.
        """

        def __init__(self, d: int = 4, b: str = "y") -> None: ...

    text = described(Fewer) or ""
    assert 'b : {"x", "y"}, default="y"\n' in text
    assert "a : int" not in text


def test_there_may_be_no_docstrings(monkeypatch: pytest.MonkeyPatch) -> None:
    """As under python -OO."""
    monkeypatch.setattr(Base, "__doc__", None)
    assert "fitted_" not in (described(Own) or "")
    monkeypatch.setattr(Own, "__doc__", None)
    assert described(Own) is None


def test_the_nearest_base_class_describes_what_several_describe() -> None:
    class Nearer(Base):
        """Learn better.

        Parameters
        ----------
        b : str, default="x"
            Of the nearer base.
        """

    class Below(Nearer):
        """Learn best.

        Parameters
        ----------
        d : int, default=4
            Of its own.
        """

        def __init__(self, d: int = 4, a: int = 1, b: str = "x") -> None: ...

    text = described(Below) or ""
    assert "a : int, default=1\n    Of the base.\n" in text
    assert text.endswith('b : str, default="x"\n    Of the nearer base.')
