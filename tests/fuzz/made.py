"""Inputs that are made from a grammar: nearly right in form, with odd cells, names and values."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

CELLS = (
    *("1", "2.5", "-3", "1e3", "?", "", "NA", "a", "b", "yes", "no", " a ", "é", "日本", "1e308"),
    *("-1e308", "1e309", "5e-324", "9007199254740993", "inf", "nan", "-0", "007", "1_0", "٣", "²"),
    *("true", "2024-01-01", "31.12.2024", "2024-02-30", "12:30", "1.234,5", "1,234", "12 %", "$5"),
    *("a,b", "it's", 'say "x"', "x\ny", "x\ty", "\0", "\u2028", "\ufeff", "\u202e", "{", "%", "\\"),
    *("|", ";", ":", ".", "'", '"', "class", "x" * 300, "1" * 400),
)
NAMES = ("a", "b", "class", "x1", "a b", "", "é", "if", "2", "it's", "?", "target", "a", "\t", "%")
OPERATORS = ("=", "==", "!=", "<>", "≠", "<=", "≤", ">", "<", ">=", "is", "~", "")
CLASSES = ("yes", "no", "ill", "Adelie", "Adelie", "Gentoo", "1", "'a b'", "", "if", "''")


TAME = tuple(cell for cell in CELLS if cell and not set(cell) & set(",;'\"\n\r\t|%\\{:\0\ufeff"))
"""Cells that need no quotes in any text format."""


def grid(random: Random) -> list[list[str]]:
    """Return rows of cells; in one table of four, a row has a width of its own."""
    cells = random.choice((CELLS, TAME, TAME[:10]))
    width, pool = random.randint(1, 5), random.sample(cells, random.randint(1, 6))
    widths = [width] * random.randint(1, 12)
    if random.random() < 0.25:
        widths[random.randrange(len(widths))] = random.randint(0, 6)
    return [[random.choice(pool) for _ in range(n)] for n in widths]


def _levels(rows: list[list[str]]) -> list[str]:
    """Return the different cells, in the order in which they come."""
    return list(dict.fromkeys(cell for row in rows for cell in row))


def csv_text(random: Random) -> bytes:
    """Return delimited text, quoted or not, in some encoding."""
    delimiter, end = random.choice(",,;\t| "), random.choice(("\n", "\n", "\r\n", "\r", "\n\n"))
    quote = random.choice(("", '"', '"', "'"))
    rows = grid(random)
    names = [*(f"n{at}" for at in range(len(rows[0]) - 1)), "class"]
    if random.random() < 0.3:
        names[random.randrange(len(names))] = random.choice(NAMES)
    lines = (
        delimiter.join(f"{quote}{cell.replace(quote or '~', quote * 2)}{quote}" for cell in row)
        for row in [names, *rows]
    )
    encoding = random.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1"))
    return end.join(lines).encode(encoding, "replace")


def arff_text(random: Random) -> bytes:
    """Return a header with declarations and rows under it."""
    rows = grid(random)
    levels = "{" + ",".join(_quoted(random, cell) for cell in _levels(rows)) + "}"
    kinds = [levels, levels, levels, "string", "string", "date 'yyyy-MM-dd'", "numeric", "real"]
    kinds += ["{a,b}", "{}", "relational", ""] if random.random() < 0.2 else []
    names = [*(f"n{at}" for at in range(len(rows[0]) - 1)), "class"]
    if random.random() < 0.2:
        names[0] = random.choice(NAMES)
    header = [f"@attribute {_quoted(random, name)} {random.choice(kinds)}" for name in names]
    body = [",".join(_quoted(random, cell) for cell in row) for row in rows]
    lines = ["@relation r", *header, random.choice(("@data", "@DATA")), *body]
    return "\n".join(lines).encode()


def c45_text(random: Random) -> bytes:
    """Return a names file, a form feed, and the rows beside it."""
    rows = grid(random)
    levels = ", ".join(_levels(rows))
    kinds = [levels, levels, "ignore", "discrete 3", "discrete 99999999999", "continuous"]
    kinds += ["a, b.", "1,2", "", "."] if random.random() < 0.2 else []
    names = [f"n{at}: {random.choice(kinds)}" for at in range(len(rows[0]) - 1)]
    odd = random.choice(("a, b.", "1,2", ".", "a", "a:b", "|"))
    end = random.choice(("", "", ".", " | said"))
    body = [",".join(row) + end for row in rows]
    first = levels if random.random() < 0.8 else odd
    return ("\n".join([first, *names]) + "\f" + "\n".join(body)).encode()


def rule_text(random: Random) -> bytes:
    """Return a rule that is nearly right."""
    return _rule(random).encode("utf-8", "surrogatepass")


def edits_text(random: Random) -> bytes:
    """Return a file of edits whose entries have fields that fit, mostly."""
    entries = [_edit(random) for _ in range(random.randint(1, 3))]
    edits = {"format": "conjunct-edits", "version": 1, "edits": entries}
    return json.dumps(edits, ensure_ascii=random.random() < 0.5).encode("utf-8", "replace")


def with_odd_values(random: Random, model: bytes) -> bytes:
    """Return a JSON document in which one to three values are others."""
    data = json.loads(model)
    for _ in range(random.randint(1, 3)):
        _change(random, data)
    return json.dumps(data).encode("utf-8", "replace")


def _quoted(random: Random, text: str) -> str:
    if random.random() < 0.6:
        return text
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _rule(random: Random) -> str:
    conditions = " and ".join(_condition(random) for _ in range(random.randint(0, 3)))
    label = random.choice(CLASSES)
    ends = ("", f" then {label}", f" then +3 points for {label}", f" then -2 for {label}, 1 for no")
    return f"{random.choice(('if ', ''))}{conditions or 'always'}{random.choice(ends)}"


def _condition(random: Random) -> str:
    if random.random() < 0.6:
        return random.choice(
            ("sex = female", "age > 60", "'a b' != x", "a is missing", "pain <= −2")
        )
    name = random.choice(("age", "sex", "island", "'a b'", "''", *NAMES))
    value = random.choice(("0.5", "none", "missing", "known", "−2", "1e309", *CELLS))
    return f"{name} {random.choice(OPERATORS)} {_quoted(random, value)}"


def _edit(random: Random) -> Any:
    values: dict[str, Callable[[], Any]] = {
        "rule": lambda: random.choice(
            (1, 1, 1, 2, 5, -1, 10**30, _condition(random), "pain = none")
        ),
        "with": lambda: _rule(random),
        "points": lambda: random.choice((1, -2.5, 1e308, 5e-324, 10**400, 0, True, "1")),
        "at": lambda: random.choice((1, 0, -1, 99, None, 1.5)),
        "sign": lambda: random.choice(("+", "-", "−", "+", "free", "")),
        "attribute": lambda: random.choice(("age", "sex", *NAMES)),
        "reason": lambda: random.choice(CELLS),
    }
    ops = ("drop", "replace", "points", "add", "lock", "unlock", "sign", "forbid", "none", 3)
    fields = {"drop": ["rule"], "replace": ["rule", "with"], "points": ["rule", "points"]}
    fields |= {
        "add": ["with", "at"],
        "lock": ["rule"],
        "unlock": ["rule"],
        "sign": ["rule", "sign"],
    }
    op = random.choice(ops) if random.random() < 0.2 else random.choice(list(fields))
    wanted = fields.get(str(op), ["rule"])
    if random.random() < 0.2:
        wanted = [*wanted, random.choice(list(values))]
    return {"op": op} | {name: values[name]() for name in wanted}


ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 10**6, 2**53 + 1, 2**63, 10**400, -(10**30), 0.0, 0.5),
    *(
        1.5,
        -0.0,
        1e308,
        -1e308,
        5e-324,
        "",
        "a",
        "é",
        "\ud800",
        "\0",
        "=",
        ">",
        "numeric",
        "nominal",
    ),
    *([], {}, [0], [1.5, 2.5], ["a"], [None], {"a": 1}, [[]], "x" * 5000),
)


def _change(random: Random, data: Any) -> None:
    """Change a value somewhere in a document: another one, none, two, or one from elsewhere."""
    places = list(_places(data))
    if not places:
        return
    holder, key = random.choice(places)
    match random.randrange(8):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, holder[key])
        case 2:
            other, place = random.choice(places)
            holder[key] = json.loads(json.dumps(other[place]))
        case 3 if isinstance(holder, dict):
            holder[random.choice(NAMES)] = holder.pop(key)
        case 4 if isinstance(holder[key], int | float) and abs(holder[key]) < 1e300:
            holder[key] = holder[key] + random.choice((1, -1, 0.5, 1e300, -(10**20)))
        case _:
            holder[key] = deepcopy(random.choice(ODD))  # what is changed later is not shared


def _places(data: Any) -> Any:
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from _places(data[key])
