"""Colours of the page, by the contrast that WCAG 2 asks for at level AA."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from conjunct.report.rendering import _part

TEXT, MARK = 4.5, 3.0
"""Of text on what is behind it; of edges of controls, and of what pictures are made of."""
TEXTS = ("text", "quiet", "link", "bad")
BEHIND = ("page", "raised")
MARKS = ("edge", "ours", "others", "c2", "c3", "c4", "c5")


def colours(css: str) -> dict[str, str]:
    """Return the colours that a block of declarations gives names to."""
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", css))


def themes() -> dict[str, dict[str, str]]:
    css = _part("page.css")
    light = colours(css[: css.index("@media")])
    dark = colours(css[css.index("prefers-color-scheme: dark") : css.index("* { box-sizing")])
    printed = colours(css[css.index("@media print") :])
    return {"light": light, "dark": {**light, **dark}, "print": {**light, **printed}}


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * one for one in digits)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_text_can_be_read(theme: str) -> None:
    own = themes()[theme]
    pairs = [(text, behind) for text in TEXTS for behind in BEHIND]
    pairs += [("text", "bad-page"), ("bad", "bad-page"), ("link", "bad-page")]
    low = {pair: contrast(own[pair[0]], own[pair[1]]) for pair in pairs}
    assert {pair: value for pair, value in low.items() if value < TEXT} == {}


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_controls_and_pictures_can_be_seen(theme: str) -> None:
    own = themes()[theme]
    low = {(mark, behind): contrast(own[mark], own[behind]) for mark in MARKS for behind in BEHIND}
    assert {pair: value for pair, value in low.items() if value < MARK} == {}


def test_no_colour_stands_outside_of_the_themes() -> None:
    css = files("conjunct.report").joinpath("page.css").read_text(encoding="utf-8")
    rules = re.sub(r"--[\w-]+: #[0-9a-f]{3,6};", "", css)
    assert re.findall(r"#[0-9a-f]{3,6}\b(?=[;\s])", rules) == []
