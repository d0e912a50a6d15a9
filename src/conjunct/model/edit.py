"""One change that a person made to the rules, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, get_args

from conjunct.errors import ModelError
from conjunct.model.json_fields import Fields
from conjunct.model.notation import count_text, printable_text

if TYPE_CHECKING:
    from conjunct.model.rules import Rules

EditName = Literal[
    "drop", "replace", "add", "lock", "unlock", "sign", "forbid", "forbid_rule", "refit"
]
EDITS: tuple[EditName, ...] = get_args(EditName)

_SAID: dict[EditName, str] = {
    "drop": "dropped",
    "replace": "replaced",
    "add": "added",
    "lock": "locked",
    "unlock": "unlocked",
    "sign": "sign fixed",
    "forbid": "forbidden",
    "forbid_rule": "rule forbidden",
    "refit": "refitted",
}


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to a theory, worded so that it does not depend on the numbers of the rules.

    Parameters
    ----------
    op : {"drop", "replace", "add", "lock", "unlock", "sign", "forbid", "forbid_rule", "refit"}
        What was done; "forbid" forbids an attribute.
    before : str, default=""
        The rule or the attribute that was changed.
    after : str, default=""
        The new rule; for "sign" the sign, for "refit" the number of rows counted.
    reason : str, default=""
        Why the change was made.

    Examples
    --------
    >>> print(Edit("replace", "if age > 60", "if age > 65", "the law says 65"))
    replaced: if age > 60, now: if age > 65 (the law says 65)
    """

    op: EditName
    before: str = ""
    after: str = ""
    reason: str = ""

    def __post_init__(self) -> None:
        if self.op not in EDITS:
            raise ModelError(f"an edit must be one of {', '.join(EDITS)}, not {self.op!r}")
        if not isinstance(self.reason, str):
            raise ModelError(f"the reason of an edit must be a text, not {self.reason!r:.60}")

    def __str__(self) -> str:
        now = ", now: " if self.before and self.after else ""
        reason = f" ({self.reason})" if self.reason else ""
        return printable_text(f"{_SAID[self.op]}: {self.before}{now}{self.after}{reason}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return asdict(self)


def read_edits(read: Sequence[Fields]) -> tuple[Edit, ...]:
    """Read entries that `Edit.to_dict` returned."""
    names = [field.name for field in fields(Edit)]
    edits = []
    for one in read:
        one.only(names)
        edits.append(Edit(one.choice("op", EDITS), *map(one.text, names[1:])))
    return tuple(edits)


def edited_text(rules: Rules) -> list[str]:
    """Return sentences on the number of edits and on what was not refitted; none without edits.

    Examples
    --------
    >>> from conjunct.model import RuleList
    >>> edits = (Edit("forbid", "zip", reason="not for credit"),)
    >>> edited_text(RuleList((), ("no", "yes"), 1, (3, 7), {}, edits=edits))
    ['Edited: 1 change. Not refitted yet: rules without rows were not counted.']
    """
    changes = [edit for edit in rules.edits if edit.op != "refit"]
    said = [f"Edited: {count_text(len(changes), 'change')}."] if changes else []
    numbered = list(enumerate(rules, start=1))
    said += _numbers_text("Locked", [at for at, rule in numbered if rule.locked])
    said += _numbers_text("Sign fixed", [at for at, rule in numbered if rule.sign_locked])
    if changes and rules.edits[-1].op != "refit":
        said.append("Not refitted yet: rules without rows were not counted.")
    return [" ".join(said)] if said else []


def _numbers_text(what: str, numbers: list[int]) -> list[str]:
    if not numbers:
        return []
    return [f"{what}: {'rule' if len(numbers) == 1 else 'rules'} {', '.join(map(str, numbers))}."]
