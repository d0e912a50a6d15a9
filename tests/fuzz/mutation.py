"""Valid inputs that are spoilt at random, and always in the same way for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

SCRAPS: tuple[bytes, ...] = (
    *(b"", b"\0", b"\n", b"\r", b"\r\n", b"\t", b" ", b",", b";", b"|", b":", b".", b"%", b"?"),
    *(b'"', b"'", b"\\", b"\\u", b"\\ud800", b"{", b"}", b"[", b"]", b"<", b">", b"=", b"!=", b"-"),
    *(
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\xfe\xff",
        b"\xff",
        b"\xc3",
        b"\xe2\x80\xa8",
        b"\xed\xa0\x80",
    ),
    *("−".encode(), "≤".encode(), "٣".encode(), "²".encode(), "\u202e".encode(), "ß".encode()),
    *(b"nan", b"inf", b"-inf", b"1e309", b"1e-400", b"5e-324", b"-0.0", b"1_000", b"0x10"),
    *(
        b"9007199254740993",
        b"1" * 400,
        b"9" * 5000,
        b"1.7976931348623157e308",
        b"-1",
        b"0",
        b"1e999",
    ),
    *(b"null", b"true", b"false", b"NaN", b"Infinity", b"2024-02-30", b"12:61", b"0001-01-01"),
    *(
        b"99999-12-31",
        b"3.241,07",
        b"12 %",
        b"$5",
        b"@data",
        b"@attribute",
        b"continuous",
        b"ignore",
    ),
    *(b"discrete 3", b"if", b"then", b"and", b"for", b"points", b"is missing", b"always"),
    *(b"[" * 2000, b'{"a":' * 2000, b"a" * 3000, b"," * 300, b"\n" * 300, b'"' * 299),
)
"""What is put in: signs and words that readers give a meaning, and numbers at the limits."""

Step = Callable[[Random, bytearray, Sequence[bytes]], None]


def mutated(random: Random, samples: Sequence[bytes]) -> bytes:
    """Return one of the samples with one to six random changes."""
    spoilt = bytearray(random.choice(samples))
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        random.choice(_STEPS)(random, spoilt, samples)
    return bytes(spoilt)


def _span(random: Random, content: bytearray, longest: int = 60) -> slice:
    start = random.randint(0, len(content))
    return slice(start, start + random.randint(0, longest))


def _flip_a_bit(random: Random, content: bytearray, _: Sequence[bytes]) -> None:
    if content:
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)


def _put_in(random: Random, content: bytearray, _: Sequence[bytes]) -> None:
    at = random.randint(0, len(content))
    content[at:at] = random.choice(SCRAPS)


def _replace(random: Random, content: bytearray, _: Sequence[bytes]) -> None:
    content[_span(random, content, 8)] = random.choice(SCRAPS)


def _leave_out(random: Random, content: bytearray, _: Sequence[bytes]) -> None:
    del content[_span(random, content)]


def _repeat(random: Random, content: bytearray, _: Sequence[bytes]) -> None:
    span = _span(random, content)
    content[span] = content[span] * random.choice((2, 3, 20))


def _end_early(random: Random, content: bytearray, _: Sequence[bytes]) -> None:
    del content[random.randint(0, len(content)) :]


def _move_lines(random: Random, content: bytearray, _: Sequence[bytes]) -> None:
    lines = content.split(b"\n")
    one, two = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    content[:] = b"\n".join(lines)


def _from_another(random: Random, content: bytearray, samples: Sequence[bytes]) -> None:
    other = bytearray(random.choice(samples))
    content[_span(random, content)] = other[_span(random, other)]


_STEPS: tuple[Step, ...] = (
    *(_flip_a_bit, _put_in, _put_in, _replace, _replace, _leave_out, _repeat),
    *(_end_early, _move_lines, _from_another),
)
