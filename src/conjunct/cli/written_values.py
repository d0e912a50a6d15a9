"""Parse what users write after ``--set`` as values of parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from conjunct.params import Constraint


def read_value(name: str, text: str, constraint: Constraint | None) -> Any:
    """Return the first reading of a text that is a valid value of the parameter."""
    for value in _readings(text):
        if constraint is None or constraint.allows(value):
            return value
    from conjunct.params import limit_text, shortened

    hint = limit_text(int(text[:99])) if text.isdecimal() else ""
    raise wrong(f"{name} must be {_written(constraint)}, not {shortened(text)}{hint}")


def check_value(name: str, value: Any, constraint: Constraint | None, option: str) -> None:
    """Refuse a value of an option that the parameter of the same name cannot take."""
    if constraint is not None and not constraint.allows(value):
        from conjunct.params import limit_text, shortened

        hint = limit_text(value)
        raise wrong(f"{name} must be {_written(constraint)}, not {shortened(value)}{hint}", option)


def _written(constraint: Constraint | None) -> Any:
    """Return the values that can be written as text."""
    from conjunct.params import OneVariant

    return constraint.written if isinstance(constraint, OneVariant) else constraint


def whole_name(name: str) -> str:
    """Return the parameter that a name such as ``stopping.rate`` belongs to."""
    return name.partition(".")[0]


def with_parts(
    name: str, value: Any, default: Any, texts: Mapping[str, str], constraint: Constraint | None
) -> Any:
    """Return the variant that a parameter names, with parameters of its own.

    Parameters
    ----------
    name : str
        The parameter.
    value, default : object
        Its value, and its default.
    texts : mapping of str to str
        The variant's own parameters, as written.
    constraint : Constraint or None
        The values that it may take.
    """
    made = _made(value, value == default, constraint)
    for part in texts:
        if part not in _parts(made):
            hint = _where(name, part, made, constraint)
            raise wrong(f"{name}={value} has no parameter {part!r}{hint}")
    allowed = getattr(made, "_allowed", {})
    values = {
        part: read_value(f"{name}.{part}", text, allowed.get(part)) for part, text in texts.items()
    }
    try:
        return replace(made, **values)
    except ValueError as error:
        raise wrong(str(error)) from error


def _parts(made: Any) -> list[str]:
    return [] if made is None else [one.name for one in fields(made)]


def _where(name: str, part: str, made: Any, constraint: Constraint | None) -> str:
    """Return a hint: the variants with a parameter, or else the parameters of this one."""
    owners = [
        f"{name}={word}"
        for word, one in getattr(constraint, "variants", {}).items()
        if part in _parts(one)
    ]
    if owners:
        return f"; set it with {' or '.join(owners)}"
    known = ", ".join(f"{name}.{one}" for one in _parts(made))
    return f"; choose among {known}" if known else ""


def _made(value: Any, is_default: bool, constraint: Constraint | None) -> Any:
    """Return the variant behind a value; None if it has none."""
    from conjunct.params import OneVariant

    if not isinstance(constraint, OneVariant):
        return None
    made = constraint.made(value)
    if isinstance(made, constraint.kinds):
        return made
    return constraint.unnamed if is_default else None


def _readings(text: str) -> Iterator[Any]:
    """Yield the possible readings of a text, the most specific first.

    Examples
    --------
    >>> list(_readings("2")), list(_readings("none"))
    ([2, 2.0, '2', ('2',)], [None, 'none', ('none',)])
    >>> list(_readings("2, 5"))
    ['2, 5', (2.0, 5.0), ('2', '5')]
    """
    words = {"none": None, "true": True, "false": False}
    if text.lower() in words:
        yield words[text.lower()]
    for number in (int, float):
        try:
            yield number(text)
        except ValueError:
            continue
    yield text
    parts = tuple(part.strip() for part in text.split(","))
    if len(parts) > 1 and all(map(is_number, parts)):
        yield tuple(map(float, parts))
    yield parts


def is_number(text: str) -> bool:
    """Tell whether a text is a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def wrong(sentence: str, option: str = "--set") -> typer.BadParameter:
    """Return the error for a bad value of an option."""
    return typer.BadParameter(sentence, param_hint=f"'{option}'")
