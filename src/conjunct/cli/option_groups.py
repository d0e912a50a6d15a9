"""Options that belong together: commands share them, and get them as one argument."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any


class OptionGroup:
    """Marks an argument of a command that is made from several options.

    Parameters
    ----------
    make : callable
        Returns the argument; its parameters are the options.
    *names : str
        The options that the command has; without names, all.
    """

    def __init__(self, make: Callable[..., Any], *names: str) -> None:
        self.make = make
        self.names = names

    def options(self) -> list[inspect.Parameter]:
        """Return the options as keywords of a command."""
        known = inspect.signature(self.make, eval_str=True).parameters
        keyword = inspect.Parameter.KEYWORD_ONLY
        return [known[name].replace(kind=keyword) for name in self.names or known]


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that takes the options of each group in place of the argument.

    Parameters
    ----------
    command : callable
        Arguments that are groups are annotated with an `OptionGroup`.

    Examples
    --------
    >>> from typing import Annotated
    >>> def size(*, width: int = 1, height: int = 1) -> int:
    ...     return width * height
    >>> def draw(name: str, *, area: Annotated[int, OptionGroup(size)]) -> None:
    ...     print(name, area)
    >>> inspect.signature(with_options(draw))
    <Signature (name: str, *, width: int = 1, height: int = 1) -> None>
    >>> with_options(draw)(name="door", width=2, height=3)
    door 6
    """
    signature = inspect.signature(command, eval_str=True)
    groups = {
        name: marker
        for name, one in signature.parameters.items()
        for marker in getattr(one.annotation, "__metadata__", ())
        if isinstance(marker, OptionGroup)
    }
    options = {name: group.options() for name, group in groups.items()}
    parameters = [
        part for name, one in signature.parameters.items() for part in options.get(name, [one])
    ]

    @wraps(command)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            own = [part.name for part in options[name] if part.name in given]
            given[name] = group.make(**{part: given.pop(part) for part in own})
        command(**given)

    shown: Any = run
    shown.__signature__ = signature.replace(parameters=parameters)
    shown.__annotations__ = {one.name: one.annotation for one in parameters}
    return run
