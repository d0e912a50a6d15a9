"""Valid inputs of every reader, to start from."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.sax.saxutils import escape

from tests.fuzz.made import grid
from tests.fuzz.mutation import mutated

_SHEET = re.compile(rb"<sheetData>.*</sheetData>", re.DOTALL)
MODELS = Path(__file__).parents[1] / "model" / "saved"

CSV = (
    b"age,town,paid,class\n31,Graz,1.5,yes\n45,Bonn,?,no\n?,Graz,2e3,yes\n60,,7,no\n",
    b"age;price;when;class\r\n31;3.241,07;2024-01-31;yes\r\n45;5,0;2023-12-01;no\r\n",
    b'a\tb\tclass\n"x, y"\t1\tyes\n"say ""hi"""\t2\tno\n"two\nlines"\t3\tyes\n',
    "größe|klasse\n1|ja\n2|nein\n".encode("latin-1"),
    "\ufeffa,class\n1,x\n2,y\n".encode("utf-16"),
    b"5.1,3.5,setosa\n4.9,3.0,setosa\n6.3,3.3,virginica\n",
)
ARFF = (
    b"% said\n@relation r\n@attribute age real\n@attribute 'home town' {Graz, 'Bonn, B', \"x\"}\n"
    b"@attribute when date 'yyyy-MM-dd'\n@attribute note string\n@attribute class {yes,no}\n@data\n"
    b"31,Graz,2024-01-31,'it\\'s',yes\n?,'Bonn, B',?,\"a\",no % said\n45,\tx,2020-02-02,b,yes\n",
    b"@RELATION r\n@ATTRIBUTE a REAL\n@ATTRIBUTE class {a,b}\n@DATA\n1,a\n2e5,b\n-3.5,?\n",
)
C45 = (
    b"| said\nyes, no.\nage: continuous.\n"
    b"town: Graz, Bonn\\, B, x.\nid: ignore.\nsort: discrete 3.\n"
    b"\f31, Graz, 1, a, yes\n?, Bonn\\, B, 2, b, no.\n45, x, 3, c, yes | said\n",
    b"a,b\nx: continuous\nkind: a,b\n\f1,a,a\n2,b,b\n",
)
RULES = (
    "if age > 60 and 'home town' ≠ 'New York' then yes".encode(),
    b"thal = normal then -2 points for ill, +1 for well",
    b"if always then no",
    b"a is missing and b is known and \"x\\u00e9\\n\" <= -1.5e3 then 'it\\'s'",
)
EDITS = (
    b'{"format": "conjunct-edits", "version": 1, "edits": [\n'
    b' {"op": "drop", "rule": 2, "reason": "not fair"},\n'
    b' {"op": "add", "with": "if age > 60 and angina = yes then +1 for ill", "at": 1},\n'
    b' {"op": "points", "rule": 1, "points": 2},\n {"op": "sign", "rule": 1, "sign": "+"}]}',
    b'{"format": "conjunct-edits", "version": 1, "edits": [\n'
    b' {"op": "replace", "rule": 1, "with": "if a != \'x y\' then yes", "reason": "why"},\n'
    b' {"op": "lock", "rule": 1}, {"op": "unlock", "rule": 1},\n'
    b' {"op": "forbid", "attribute": "a"}]}',
)


@cache
def models() -> tuple[bytes, ...]:
    """Return the saved models of every kind and version."""
    return tuple(path.read_bytes() for path in sorted(MODELS.glob("*.json")))


@cache
def parquet() -> tuple[bytes, ...]:
    """Return Parquet files with columns of many types."""
    import pyarrow as arrow
    from pyarrow import parquet as files

    day = datetime.date(2024, 1, 31)
    columns = {
        "age": [31, None, 2**53 + 1],
        "paid": [1.5, None, 1e308],
        "town": ["Graz", "é", None],
        "there": [True, False, None],
        "when": [day, None, day],
        "list": [[1], [], None],
        "class": ["yes", "no", "yes"],
    }
    found = []
    for names, compression in (
        (list(columns), "snappy"),
        (["age", "paid", "town", "there", "when", "class"], "none"),
    ):
        stream = io.BytesIO()
        files.write_table(
            arrow.table({name: columns[name] for name in names}), stream, compression=compression
        )
        found.append(stream.getvalue())
    return tuple(found)


def made_parquet(random: Random) -> bytes:
    """Return a file with columns of random types and values, or a part of one."""
    import pyarrow as arrow
    from pyarrow import parquet as files

    n_rows = random.choice((0, 1, 2, 5))
    columns = {}
    for name in random.sample(("a", "age", "n0", "é", "", "x y", "class"), random.randint(0, 5)):
        kind, values = random.choice(_types())
        cells = [random.choice([*values, None]) for _ in range(n_rows)]
        columns[name] = arrow.array(cells, kind)
    stream = io.BytesIO()
    files.write_table(arrow.table(columns), stream, compression=random.choice(("none", "snappy")))
    return stream.getvalue() if random.random() < 0.7 else mutated(random, [stream.getvalue()])


@cache
def _types() -> tuple[tuple[Any, list[Any]], ...]:
    """Return types of Arrow, with values at their limits."""
    import pyarrow as arrow

    day, moment = datetime.date(1, 1, 1), datetime.datetime(9999, 12, 31, 23, 59, 59)
    return (
        (arrow.int64(), [0, 2**53 + 1, 2**63 - 1, -(2**63)]),
        (arrow.uint64(), [0, 2**64 - 1]),
        (arrow.int8(), [-128, 127]),
        (arrow.float64(), [0.5, -0.0, 1e308, 5e-324, float("inf"), float("nan")]),
        (arrow.float16(), [1.0, 65504.0]),
        (arrow.decimal128(38, 2), [Decimal("1.25"), Decimal(10**35)]),
        (arrow.bool_(), [True, False]),
        (arrow.string(), ["a", "", "é", " a ", "x" * 300, "1", "2024-01-01", "\0"]),
        (arrow.large_string(), ["a", "b"]),
        (arrow.binary(), [b"a", b"\xff"]),
        (arrow.dictionary(arrow.int8(), arrow.string()), ["u", "v", ""]),
        (arrow.date32(), [day, datetime.date(9999, 12, 31)]),
        (arrow.timestamp("us"), [datetime.datetime(1, 1, 1), moment]),
        (arrow.timestamp("ns", "UTC"), [datetime.datetime(2024, 1, 31)]),
        (arrow.time64("us"), [datetime.time(12, 30)]),
        (arrow.duration("us"), [datetime.timedelta(days=1)]),
        (arrow.list_(arrow.int8()), [[1], []]),
        (arrow.struct([("u", arrow.int8())]), [{"u": 1}]),
        (arrow.null(), [None]),
    )


@cache
def excel() -> bytes:
    """Return a workbook with two sheets."""
    from openpyxl import Workbook

    book = Workbook()
    book.active.append(["age", "town", "when", "there", "class"])
    book.active.append([31, "Graz", datetime.datetime(2024, 1, 31), True, "yes"])
    book.active.append([None, "é", datetime.time(12, 30), False, "no"])
    book.active.append([1e300, "#N/A", "?", None, "yes"])
    book.create_sheet("other").append(["a"])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@cache
def _parts() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(excel())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def made_workbook(random: Random) -> bytes:
    """Return the workbook with other cells in its first sheet, of every type and style."""
    rows = [["a", "n0", "n1", "class"], *grid(random)]
    lines = "".join(f"<row>{''.join(_cell(random, cell) for cell in row)}</row>" for row in rows)
    name = next(part for part in _parts() if part.endswith("sheet1.xml"))
    content = _SHEET.sub(lambda _: f"<sheetData>{lines}</sheetData>".encode(), _parts()[name])
    return _workbook(_parts() | {name: content})


def _cell(random: Random, value: str) -> str:
    """Return a cell of the sheet; one in ten is numeric or another type whatever it holds."""
    text = escape("".join(sign for sign in value if sign.isprintable()))
    kind, style = random.choice(("n", "b", "e", "str", "d", "s")), random.choice((0, 0, 1, 2, 9))
    if random.random() < 0.1:
        return f'<c t="{kind}" s="{style}"><v>{text}</v></c>'
    if value.isascii() and value.replace(".", "").isdigit():
        return f'<c t="n" s="{style}"><v>{text}</v></c>'
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


def spoilt_workbook(random: Random) -> bytes:
    """Return the workbook with one of its parts changed, or left out."""
    parts = dict(_parts())
    name = random.choice([*parts, *[one for one in parts if "sheet1" in one] * 10])
    content = mutated(random, [parts[name]])
    if random.random() < 0.05:
        del parts[name]
    else:
        parts[name] = content
    return _workbook(parts)


def _workbook(parts: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    return stream.getvalue()
