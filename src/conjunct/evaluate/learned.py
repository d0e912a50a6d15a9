"""Heuristics that were learned from the performance of rules on unseen rows."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import resources
from typing import Literal, NamedTuple, get_args

import numpy as np
from scipy.special import expit

from conjunct.errors import ModelError
from conjunct.evaluate.classic import CLASSIC
from conjunct.evaluate.features import FEATURES, KNOWN_FEATURES, LENGTH
from conjunct.evaluate.layer import Layer, mapped
from conjunct.evaluate.learned_formula import written_sums
from conjunct.evaluate.learned_json import FORMAT, VERSION, parse_document, read_text
from conjunct.files import write_text
from conjunct.types import AnyArray, Floats

Target = Literal["precision", "final precision", "coverage"]
TARGETS: tuple[Target, ...] = get_args(Target)


class Training(NamedTuple):
    """What a heuristic was learned from, and how.

    Parameters
    ----------
    learner : str
        Name of the learner, such as ``"linear regression"``.
    tables : tuple of str
        Names of the tables whose rules were the examples.
    examples : int
        Number of examples; each is a rule.
    mean_absolute_error : float or None
        Mean absolute error of the predicted target, by cross-validation over the examples.

    Examples
    --------
    >>> from conjunct.evaluate import shipped_heuristic
    >>> training = shipped_heuristic("learned").training
    >>> len(training.tables) > 1, training.examples > 1000
    (True, True)
    """

    learner: str
    tables: tuple[str, ...]
    examples: int
    mean_absolute_error: float | None = None


@dataclass(frozen=True)
class LearnedHeuristic:
    """A score of rules learned by regression: linear, or a small network of logistic nodes.

    Janssen & Fürnkranz (2007): rules are learned on one half of each of many tables and tested on
    the other half. A regression learns to predict this test result from the counts of a rule. Its
    prediction is the score. A rule that covers no rows scores minus infinity.

    Parameters
    ----------
    target : {"precision", "final precision", "coverage"}
        What is predicted: the precision of the rule on unseen rows; the precision of the final
        rule of the search that met it; or its covered positives and negatives on unseen rows, which
        `classic` then scores.
    layers : tuple of Layer
        One layer is a linear formula; between two layers there are logistic nodes. Inputs are the
        features without scaling: the scaling used in training is part of the weights.
    features : tuple of str
        The inputs, named as in `conjunct.evaluate.features.KNOWN_FEATURES`; by default those of the
        paper.
    classic : str or None
        Name of the heuristic that scores predicted positives and negatives; only for the target
        ``"coverage"``.
    training : Training or None
        What the heuristic was learned from.

    Notes
    -----
    Within one problem P and N are the same for all rules. A linear formula in the eight features,
    and likewise a network with one node, therefore orders rules by a p + b n + c p / (p + n).
    Scores are summed rule by rule in one fixed order, never by a matrix product: equal counts have
    equal scores, whatever other rules are in the array. A heuristic that reads the length of a rule
    must first be told the length: see `of_length`.

    Examples
    --------
    >>> weights = [[0.165], [0.3863]]
    >>> learned = LearnedHeuristic(
    ...     "precision", (Layer.of(weights, [0.0267]),), ("p/P", "p/(p+n)")
    ... )
    >>> learned(np.array([30, 3]), np.array([10, 0]), 40, 60).round(3)
    array([0.44 , 0.425])
    >>> print(learned.formula())
    h = 0.165 · p/P + 0.3863 · p/(p+n) + 0.0267
    """

    target: Target
    layers: tuple[Layer, ...] = field(repr=False)
    features: tuple[str, ...] = FEATURES
    classic: str | None = None
    training: Training | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.target not in TARGETS:
            raise ModelError(f"target must be {_one_of(TARGETS)}, not {self.target!r:.60}")
        for name in self.features:
            if name not in KNOWN_FEATURES:
                known = ", ".join(map(repr, KNOWN_FEATURES))
                raise ModelError(f"there is no feature {name!r:.60}; the features are {known}")
        is_coverage = self.target == "coverage"
        if (self.classic not in CLASSIC) if is_coverage else (self.classic is not None):
            allowed = _one_of(CLASSIC) if is_coverage else "None"
            raise ModelError(
                f"classic must be {allowed} for the target {self.target!r}, "
                f"not {self.classic!r:.60}"
            )
        self._check_layers()

    def _check_layers(self) -> None:
        if len(self.layers) not in (1, 2):
            raise ModelError(f"there must be one layer or two, not {len(self.layers)}")
        wanted = len(self.features)
        for number, (weights, intercepts) in enumerate(self.layers):
            if len(weights) != wanted or any(len(row) != len(intercepts) for row in weights):
                raise ModelError(
                    f"layers[{number}] must have {wanted} rows of weights, "
                    "each as long as its intercepts"
                )
            if not all(map(math.isfinite, [*intercepts, *(w for row in weights for w in row)])):
                raise ModelError(f"layers[{number}] must hold finite numbers only")
            wanted = len(intercepts)
        if wanted != (2 if self.target == "coverage" else 1):
            raise ModelError(f"the target {self.target!r} does not go with {wanted} outputs")

    @property
    def form(self) -> Literal["linear", "mlp"]:
        """Whether it is a linear formula or a network."""
        return "linear" if len(self.layers) == 1 else "mlp"

    def __call__(self, p: AnyArray, n: AnyArray, P: int, N: int) -> Floats:
        """Return a score for every pair of counts."""
        if LENGTH in self.features:
            raise ModelError("this heuristic reads the length of rules; take of_length(length)")
        p, n = np.asarray(p, float), np.asarray(n, float)
        outputs = self._first_layer(p, n, P, N)
        if self.form == "mlp":
            outputs = mapped([expit(one) for one in outputs], *map(np.array, self.layers[1]))
        scores = outputs[0]
        if self.classic is not None:
            positives, negatives = np.clip(outputs[0], 0, P), np.clip(outputs[1], 0, N)
            scores = CLASSIC[self.classic](positives, negatives, P, N)
        return np.where(p + n > 0, scores, -np.inf)

    def _first_layer(self, p: Floats, n: Floats, P: int, N: int) -> list[Floats]:
        """Return the outputs of the first layer; P and N contribute one number to each."""
        weight = self._weights
        constant = (
            np.array(self.layers[0].intercepts)
            + weight["P"] * P
            + weight["N"] * N
            + weight["P/(P+N)"] * (P / max(P + N, 1))
            + weight["log(P+1)"] * math.log1p(P)
            + weight["log(N+1)"] * math.log1p(N)
        )
        slopes = [
            weight["p"] + weight["p/P"] / max(P, 1),
            weight["n"] + weight["n/N"] / max(N, 1),
            *(weight[name] for name in self._others),
        ]
        inputs = [p, n, *(KNOWN_FEATURES[name](p, n, p, n, p) for name in self._others)]
        return mapped(inputs, np.array(slopes), constant)

    def of_length(self, length: int) -> LearnedHeuristic:
        """Return the heuristic for rules of one length; the length becomes part of the intercepts.

        Parameters
        ----------
        length : int
            Number of conditions.

        Examples
        --------
        >>> layer = Layer.of([[0.5], [-0.1]], [0.2])
        >>> LearnedHeuristic("precision", (layer,), ("p/P", "length")).of_length(3).formula()
        'h = 0.5 · p/P − 0.1'
        """
        if LENGTH not in self.features:
            return self
        at = self.features.index(LENGTH)
        (rows, intercepts), *others = self.layers
        shifted = np.array(intercepts) + length * np.array(rows[at])
        first = Layer((*rows[:at], *rows[at + 1 :]), tuple(shifted.tolist()))
        features = (*self.features[:at], *self.features[at + 1 :])
        return replace(self, layers=(first, *others), features=features)

    @cached_property
    def _weights(self) -> dict[str, Floats]:
        """The first layer's weights of every known feature; 0 for features that are not used."""
        absent = dict.fromkeys(KNOWN_FEATURES, np.zeros(len(self.layers[0].intercepts)))
        return absent | dict(zip(self.features, np.array(self.layers[0].weights), strict=True))

    @cached_property
    def _others(self) -> list[str]:
        """Features that are not linear in p or n within one problem."""
        return [name for name in ("p/(p+n)", "log(p+1)", "log(n+1)") if name in self.features]

    def formula(self, digits: int = 4) -> str:
        """Return the heuristic as text, in the notation of section 5.1 of the paper.

        Parameters
        ----------
        digits : int
            Digits after the point.
        """
        sums = written_sums(self.features, self.layers[0], digits)
        if self.form == "mlp":
            nodes = [f"σ({text})" for text in sums]
            sums = written_sums(nodes, self.layers[1], digits)
        if self.classic is None:
            return f"h = {sums[0]}"
        return f"p̂ = {sums[0]}\nn̂ = {sums[1]}\nh = {self.classic}(p̂, n̂, P, N)"

    def to_json(self) -> str:
        """Return the heuristic as JSON text, which `from_json` reads."""
        document = {
            "format": FORMAT,
            "version": VERSION,
            "target": self.target,
            "features": self.features,
            "classic": self.classic,
            "layers": [layer._asdict() for layer in self.layers],
            "training": None if self.training is None else self.training._asdict(),
        }
        return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> LearnedHeuristic:
        """Return the heuristic that `to_json` wrote."""
        data = parse_document(text)
        training = data["training"]
        return cls(
            target=data["target"],
            layers=tuple(Layer(tuple(map(tuple, rows)), tuple(b)) for rows, b in data["layers"]),
            features=data["features"],
            classic=data["classic"],
            training=None if training is None else Training(**training),
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the heuristic to a file, as JSON."""
        write_text(path, f"{self.to_json()}\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> LearnedHeuristic:
        """Read a heuristic from a file that `save` or ``conjunct meta-learn`` wrote.

        Raises
        ------
        ModelError
            If the file cannot be read or does not hold a learned heuristic.
        """
        text = read_text(path)
        try:
            return cls.from_json(text)
        except ModelError as error:
            raise ModelError(f"{os.fspath(path)!r} is not a learned heuristic: {error}") from None


def shipped_heuristic(name: str) -> LearnedHeuristic:
    """Return a learned heuristic that comes with the package.

    Parameters
    ----------
    name : str
        Name of its file: ``"learned"`` is the best one.

    Examples
    --------
    >>> shipped_heuristic("learned").training.tables[:3]
    ('anneal', 'audiology', 'breast-cancer')
    """
    folder = resources.files("conjunct.evaluate") / "shipped"
    return LearnedHeuristic.from_json((folder / f"{name}.json").read_text(encoding="utf-8"))


def _one_of(names: Iterable[str]) -> str:
    return f"one of {', '.join(map(repr, names))}"
