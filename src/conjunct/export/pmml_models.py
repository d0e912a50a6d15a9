"""The PMML elements of each kind of model, with outputs that decide as the models do."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from conjunct.errors import ModelError
from conjunct.export import pmml_parts as pmml
from conjunct.export.columns import Names
from conjunct.export.description import Answer, Counted, Description, First, Summed, Walked
from conjunct.export.walk import Leaf, Way
from conjunct.model.notation import Label, number_text
from conjunct.model.probability import LIFT

_NAMESPACE = "http://www.dmg.org/PMML-4_4"
_WORKED_OUT = "transformedValue"


class Document:
    """A document with its data dictionary, transformations and output; the model comes last.

    Parameters
    ----------
    about : Description
    target : str
        Name of the column that is predicted.
    """

    def __init__(self, about: Description, target: str) -> None:
        self.about = about
        self.labels = [_label(label) for label in about.classes]
        if len(set(self.labels)) != len(self.labels):
            raise ModelError("two classes are written alike in PMML, where labels are texts")
        if "" in self.labels:
            raise ModelError("PMML cannot hold a class whose label is the empty text; rename it")
        self.names = Names(about.kinds)
        self.target = self.names.new(target or "class")
        self.prediction = self.names.new("prediction")
        self.shares = [self.names.new("p", label) for label in about.classes]
        self.root = Element("PMML", {"xmlns": _NAMESPACE, "version": "4.4"})
        SubElement(SubElement(self.root, "Header"), "Application", {"name": "conjunct"})
        self._dictionary()
        self.derived = SubElement(self.root, "TransformationDictionary")
        self.output = Element("Output")

    def _dictionary(self) -> None:
        dictionary = SubElement(self.root, "DataDictionary")
        for name, kind in self.about.kinds.items():
            optype, data = (
                ("continuous", "double") if kind == "numeric" else ("categorical", "string")
            )
            SubElement(dictionary, "DataField", name=name, optype=optype, dataType=data)
        field = SubElement(
            dictionary, "DataField", name=self.target, optype="categorical", dataType="string"
        )
        for label in self.labels:
            SubElement(field, "Value", value=label)

    def model(self, tag: str, **attributes: str) -> Element:
        """Add the model, with its input and output fields."""
        made = SubElement(self.root, tag, attributes)
        schema = SubElement(made, "MiningSchema")
        for name in self.about.kinds:
            SubElement(schema, "MiningField", name=name, invalidValueTreatment="asIs")
        SubElement(schema, "MiningField", name=self.target, usageType="target")
        made.append(self.output)
        return made

    def derive(self, name: str, value: Element) -> str:
        """Add a number that is computed before the model, and return its name."""
        name = self.names.new(name)
        self.derived.append(pmml.number_field("DerivedField", name, value))
        return name

    def put_out(self, name: str, value: Element) -> None:
        """Add a number that is computed after the model."""
        self.output.append(pmml.number_field("OutputField", name, value, feature=_WORKED_OUT))

    def put_out_label(self, value: Element) -> None:
        """Add the predicted label, computed after the model."""
        name = self.prediction
        self.output.append(pmml.text_field("OutputField", name, value, feature=_WORKED_OUT))

    def put_out_feature(self, name: str, feature: str, **more: str) -> None:
        """Add a result of the model itself: a label or a number."""
        is_label = feature == "predictedValue" and not more
        kinds = ("categorical", "string") if is_label else ("continuous", "double")
        more.pop("number", None)
        facts = {"name": name, "feature": feature, "optype": kinds[0], "dataType": kinds[1]}
        SubElement(self.output, "OutputField", {**facts, **more})

    def flags(self) -> list[str]:
        """Derive a flag for each rule: 1 if it holds, otherwise 0."""
        numbered = enumerate(self.about.bodies, start=1)
        return [self.derive(f"rule_{number}", pmml.flag(body)) for number, body in numbered]

    def label_of(self, number: str) -> Element:
        """Return the label of the class whose number, from 1, is in a field."""
        *cases, last = [pmml.text(label) for label in self.labels]
        chosen = last
        for at, case in reversed(list(enumerate(cases, start=1))):
            chosen = pmml.choose(_is(number, at), case, chosen)
        return chosen


def first(document: Document, decision: First) -> None:
    """Write a rule list as a RuleSetModel; probabilities are looked up by rule number."""
    about = document.about
    *outcomes, otherwise = decision.outcomes
    n_rules = len(outcomes)
    flags = document.flags()
    # The number of the first rule that holds; if none does, one more than the last.
    places = [pmml.number(n_rules + 1)]
    for number, flag in enumerate(flags, start=1):
        places.append(pmml.choose(_is(flag, 1), pmml.number(number), pmml.number(n_rules + 1)))
    rule = document.derive("rule", pmml.apply("min", *places) if flags else places[0])
    document.put_out_feature(document.prediction, "predictedValue")
    for at, name in enumerate(document.shares):
        shares = [
            pmml.choose(_is(rule, number), pmml.number(outcome.shares[at]), pmml.number(0))
            for number, outcome in enumerate(decision.outcomes, start=1)
        ]
        document.put_out(name, pmml.total(shares))
    made = document.model("RuleSetModel", functionName="classification")
    rules = SubElement(made, "RuleSet", _decides(document, otherwise, "default"))
    SubElement(rules, "RuleSelectionMethod", criterion="firstHit")
    rules.extend(_distribution(document, otherwise))
    for number, (body, outcome) in enumerate(zip(about.bodies, outcomes, strict=True), start=1):
        found = _decides(document, outcome)
        simple = SubElement(rules, "SimpleRule", {"id": str(number), **found})
        simple.append(pmml.predicate(body))
        simple.extend(_distribution(document, outcome))


def _decides(document: Document, outcome: Answer, start: str = "") -> dict[str, str]:
    score, confidence = ("defaultScore", "defaultConfidence") if start else ("score", "confidence")
    share = number_text(outcome.shares[outcome.head])
    return {score: document.labels[outcome.head], confidence: share}


def _distribution(document: Document, outcome: Answer) -> list[Element]:
    """Return the probability of each class; shares replace row counts, whose scale is free."""
    return [
        pmml.element("ScoreDistribution", value=label, recordCount=text, probability=text)
        for label, share in zip(document.labels, outcome.shares, strict=True)
        for text in [number_text(share)]
    ]


def walked(document: Document, decision: Walked) -> None:
    """Write a tree as a TreeModel in which the usual branch comes last and is always true."""
    document.put_out_feature(document.prediction, "predictedValue")
    for name, label in zip(document.shares, document.labels, strict=True):
        document.put_out_feature(name, "probability", value=label)
    made = document.model(
        "TreeModel", functionName="classification", splitCharacteristic="multiSplit"
    )
    made.append(_node(document, decision, decision.root, pmml.element("True")))


def _node(document: Document, decision: Walked, way: Way, condition: Element) -> Element:
    if isinstance(way, Leaf):
        outcome = decision.outcomes[way.number]
        label = document.labels[outcome.head]
        distribution = _distribution(document, outcome)
        return pmml.element("Node", condition, *distribution, id=str(way.number + 1), score=label)
    node = pmml.element("Node", condition)
    for branch in way.branches:
        test = pmml.predicate([branch.test], branch.unless)
        node.append(_node(document, decision, branch.way, test))
    node.append(_node(document, decision, way.usual, pmml.element("True")))
    return node


def scored_two(document: Document, decision: Summed) -> None:
    """Write a card of two classes as a Scorecard of integers, in units of the last decimal."""
    (ours,) = decision.scored
    total, score = document.names.new("sum"), document.names.new("score")
    document.put_out_feature(total, "predictedValue", number="yes")
    place = pmml.number(10**decision.decimals)
    base = pmml.number(decision.base[ours] - decision.start)
    document.put_out(score, pmml.apply("/", pmml.apply("-", pmml.field(total), base), place))
    whole = document.names.new("points")
    document.put_out(whole, pmml.apply("/", pmml.field(total), place))
    wins = decision.order[0] == ours
    least = 0.0 if decision.threshold is None else decision.threshold
    sign = "greaterOrEqual" if wins or decision.threshold is not None else "greaterThan"
    called = pmml.apply(sign, pmml.field(whole), pmml.number(least))
    first, second = (pmml.text(document.labels[at]) for at in (ours, 1 - ours))
    document.put_out_label(pmml.choose(called, first, second))
    for at, name in enumerate(document.shares):
        tied = decision.tied()[0 if wins == (at == ours) else 1]
        unit = decision.unit if at != ours else -decision.unit
        ahead = pmml.apply("exp", pmml.apply("/", pmml.field(whole), pmml.number(unit)))
        share = pmml.apply("/", pmml.number(1), pmml.apply("+", pmml.number(1), ahead))
        document.put_out(name, pmml.choose(_is(whole, 0), pmml.number(tied), share))
    facts = {"functionName": "regression", "useReasonCodes": "false"}
    made = document.model("Scorecard", initialScore=str(decision.base[ours]), **facts)
    parts = SubElement(made, "Characteristics")
    bodies = [*document.about.bodies] or [()]
    points = [one[ours] for one in decision.added] or [0]
    for number, (body, given) in enumerate(zip(bodies, points, strict=True), start=1):
        part = SubElement(parts, "Characteristic", name=f"rule_{number}")
        SubElement(part, "Attribute", partialScore=str(given)).append(pmml.predicate(body))
        SubElement(part, "Attribute", partialScore="0").append(pmml.element("True"))


def scored_many(document: Document, decision: Summed) -> None:
    """Write a card without exactly two classes as a RegressionModel of its sums."""
    flags, place = document.flags(), 10**decision.decimals
    sums = [
        document.derive(
            "sum", _weighted(decision.base[at], [one[at] for one in decision.added], flags)
        )
        for at in range(len(decision.base))
    ]
    best, lift = _ties(document, decision.order, sums)
    document.put_out_label(document.label_of(best))
    for label, name in zip(document.about.classes, sums, strict=True):
        score = pmml.apply("/", pmml.field(name), pmml.number(place))
        document.put_out(document.names.new("score", label), score)
    raw = [_share(decision, sums, at) for at in range(len(sums))]
    for at, name in enumerate(document.shares):
        document.put_out(name, _lifted(raw[at], best, at, lift))
    made = document.model(
        "RegressionModel", functionName="classification", normalizationMethod="softmax"
    )
    _tables(document, made, sums, 0.0, 1 / place / decision.unit)


def counted(document: Document, decision: Counted) -> None:
    """Write a rule set as a RegressionModel of its summed counts."""
    flags, n_classes = document.flags(), len(document.labels)
    held = document.derive("rules", _weighted(0, [1] * len(flags), flags))
    sums = [
        document.derive("rows", _weighted(0, [one[at] for one in decision.added], flags))
        for at in range(n_classes)
    ]
    best, lift = _ties(document, decision.order, sums)
    default = pmml.text(document.labels[decision.otherwise.head])
    document.put_out_label(pmml.choose(_is(held, 0), default, document.label_of(best)))
    for at, name in enumerate(document.shares):
        one_more = pmml.apply("+", pmml.field(sums[at]), pmml.number(1))
        of_all = pmml.total([*map(pmml.field, sums), pmml.number(n_classes)])
        share = _lifted(pmml.apply("/", one_more, of_all), best, at, lift)
        none = pmml.number(decision.otherwise.shares[at])
        document.put_out(name, pmml.choose(_is(held, 0), none, share))
    made = document.model(
        "RegressionModel", functionName="classification", normalizationMethod="simplemax"
    )
    _tables(document, made, sums, 1.0, 1.0)


def _weighted(base: int, weights: Sequence[int], flags: Sequence[str]) -> Element:
    """Return the sum of a base and the weights of all flags that are 1."""
    parts = [
        pmml.apply("*", pmml.number(weight), pmml.field(flag))
        for weight, flag in zip(weights, flags, strict=True)
        if weight
    ]
    return pmml.total([pmml.number(base), *parts])


def _ties(document: Document, order: Sequence[int], sums: Sequence[str]) -> tuple[str, str]:
    """Derive the number of the best class, and its lift if other classes tie with it."""
    most = document.derive("largest", pmml.apply("max", *map(pmml.field, sums)))
    chosen = pmml.number(order[-1] + 1)
    for at in reversed(order[:-1]):
        chosen = pmml.choose(_same(sums[at], most), pmml.number(at + 1), chosen)
    best = document.derive("best", chosen)
    tied = [pmml.choose(_same(one, most), pmml.number(1), pmml.number(0)) for one in sums]
    several = pmml.apply("greaterThan", pmml.total(tied), pmml.number(1))
    return best, document.derive("lift", pmml.choose(several, pmml.number(LIFT), pmml.number(0)))


def _share(decision: Summed, sums: Sequence[str], at: int) -> Element:
    """Return the probability of a class: 1 / sum of exp(lead of each class over it, in units)."""
    scale = pmml.number(10**decision.decimals)
    weights = []
    for name in sums:
        ahead = pmml.apply("-", pmml.field(name), pmml.field(sums[at]))
        units = pmml.apply("/", pmml.apply("/", ahead, scale), pmml.number(decision.unit))
        weights.append(pmml.apply("exp", units))
    return pmml.apply("/", pmml.number(1), pmml.total(weights))


def _lifted(raw: Element, best: str, at: int, lift: str) -> Element:
    more = pmml.choose(_is(best, at + 1), pmml.field(lift), pmml.number(0))
    total = pmml.apply("+", pmml.number(1), pmml.field(lift))
    return pmml.apply("/", pmml.apply("+", raw, more), total)


def _tables(
    document: Document, made: Element, sums: Sequence[str], intercept: float, weight: float
) -> None:
    for label, name in zip(document.labels, sums, strict=True):
        facts = {"intercept": number_text(intercept), "targetCategory": label}
        table = SubElement(made, "RegressionTable", facts)
        SubElement(table, "NumericPredictor", name=name, coefficient=number_text(weight))


def _is(name: str, number: float) -> Element:
    return pmml.apply("equal", pmml.field(name), pmml.number(number))


def _same(name: str, other: str) -> Element:
    return pmml.apply("equal", pmml.field(name), pmml.field(other))


def _label(label: Label) -> str:
    return str(label).lower() if isinstance(label, bool) else str(label)
