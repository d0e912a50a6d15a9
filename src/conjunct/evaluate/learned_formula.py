"""The formula of a learned heuristic as text."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.evaluate.layer import Layer


def written_sums(names: Sequence[str], layer: Layer, digits: int) -> list[str]:
    """Write every output of a layer as a sum."""
    texts = []
    for column, intercept in zip(zip(*layer.weights, strict=True), layer.intercepts, strict=True):
        terms = [
            _term(weight, f" · {name}", digits) for weight, name in zip(column, names, strict=True)
        ]
        text = "".join([*terms, _term(intercept, "", digits)])
        texts.append(text.removeprefix(" + ").replace(" − ", "−", text.startswith(" − ")))
    return texts


def _term(weight: float, what: str, digits: int) -> str:
    number = f"{abs(weight):.{digits}f}".rstrip("0").rstrip(".")
    return f" {'−' if weight < 0 and number != '0' else '+'} {number}{what}"
