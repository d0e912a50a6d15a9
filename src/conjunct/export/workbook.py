"""A model as sheets of values and formulas, independent of the program that writes the file."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.export.cell_test import CellTest, Form
from conjunct.export.description import Answer, Counted, Description, First, Summed, Walked
from conjunct.export.sheet_parts import letters, lifted, narrow, one_type
from conjunct.export.walk import Branch, Leaf, Split, Way
from conjunct.model.notation import Label, label_text
from conjunct.model.probability import LIFT

CASES, RULES, CONDITIONS, CLASSES = "Cases", "Rules", "Conditions", "Classes"

ROW = "{row}"
"""Placeholder for the line number in a formula."""

Line = Sequence[Label | None]

_SIGNS: dict[Form, str] = {
    "never": "is never",
    "missing": "is missing",
    "known": "is known",
    "equals": "=",
    "differs": "≠",
    "differs or missing": "≠",
    "at most": "≤",
    "above": ">",
}


class Workbook:
    """The sheets of a model, see `conjunct.export.excel.to_excel`.

    Formulas contain no names, texts or numbers of the model; they refer to the cells that do.
    Columns of formulas are in the order in which they are added, and are named by their letters.

    Parameters
    ----------
    about : Description

    Attributes
    ----------
    cases : list of tuple of str
        Heading and formula of each column after those to fill in.
    sheets : dict of str to list of lines
        The other sheets, each with its heading line first.
    """

    def __init__(self, about: Description) -> None:
        self.about = about
        self.inputs = {name: letters(at) for at, name in enumerate(about.kinds, start=1)}
        self.cases: list[tuple[str, str]] = []
        self.sheets: dict[str, list[Line]] = {
            RULES: [],
            CONDITIONS: [("rule", "column", "test", "value")],
            CLASSES: [],
        }
        self._labels = one_type(about.classes)
        decision = about.decision
        if isinstance(decision, Summed):
            self._scored(decision)
        elif isinstance(decision, Counted):
            self._counted(decision)
        else:
            self._numbered(decision)

    def _column(self, offset: int) -> str:
        """Return the cell in the same line of a column of formulas, counted from 0."""
        return f"${letters(len(self.inputs) + 1 + offset)}{ROW}"

    def _columns(self, offset: int, n_columns: int) -> str:
        return f"{self._column(offset)}:{self._column(offset + n_columns - 1)}"

    def _down(self, sheet: str, column: int, n_lines: int) -> str:
        """Return a column of another sheet, below its heading."""
        letter = letters(column)
        return f"{sheet}!${letter}$2:${letter}${n_lines + 1}"

    def _add(self, heading: str, formula: str) -> None:
        """Add a column, which stays empty in lines that are not filled in."""
        if self.inputs:
            first, *_, last = [*self.inputs.values()] * 2
            formula = f'IF(COUNTA(${first}{ROW}:${last}{ROW})=0,"",{formula})'
        self.cases.append((heading, f"={formula}"))

    def _test(self, rule: Label, test: CellTest) -> str:
        """Put a condition on its sheet, and return the formula that tests it."""
        lines = self.sheets[CONDITIONS]
        value: Label = test.number if test.form in ("at most", "above") else test.text
        lines.append((rule, test.attribute, _SIGNS[test.form], value))
        cell, against = f"${self.inputs[test.attribute]}{ROW}", f"{CONDITIONS}!$D${len(lines)}"
        if test.text in ("true", "false"):
            cell = f"IF(ISLOGICAL({cell}),LOWER({cell}),{cell})"
        known = f"ISNUMBER({cell})" if test.kind == "numeric" else f'{cell}<>""'
        same = f"EXACT({cell},{against})" if test.text else "FALSE"
        return {
            "never": "FALSE",
            "missing": f"NOT({known})",
            "known": known,
            "equals": same,
            "differs": f"AND({known},NOT({same}))",
            "differs or missing": f"NOT({same})",
            "at most": f"AND({known},{cell}<={against})",
            "above": f"AND({known},{cell}>{against})",
        }[test.form]

    def _flags(self) -> None:
        """Add a column for each rule: 1 if it holds, otherwise 0."""
        for number, body in enumerate(self.about.bodies, start=1):
            tests = [self._test(number, test) for test in body] or ["TRUE"]
            self._add(f"rule {number}", f"IF(AND({','.join(tests)}),1,0)")

    def _shares(self, formulas: Sequence[str]) -> None:
        for label, formula in zip(self.about.classes, formulas, strict=True):
            self._add(f"p({label_text(label)})", formula)

    def _numbered(self, decision: First | Walked) -> None:
        """Look up class and probabilities by the number of the deciding rule."""
        about, outcomes = self.about, decision.outcomes
        said = [*about.texts, *["otherwise"] * (len(outcomes) - len(about.texts))]
        self.sheets[RULES] = [
            ("#", "rule", "class", *(f"p({label_text(label)})" for label in about.classes)),
            *(
                self._outcome(*one)
                for one in zip(range(1, len(said) + 1), said, outcomes, strict=True)
            ),
        ]
        number = self._column(1 + len(about.classes))
        looked_up = [
            f"INDEX({self._down(RULES, 3 + at, len(said))},{number})"
            for at in range(len(about.classes) + 1)
        ]
        self._add("prediction", looked_up[0])
        self._shares(looked_up[1:])
        if isinstance(decision, Walked):
            self._way(decision.root)
            return
        n_rules = len(about.bodies)
        flags = self._columns(2 + len(about.classes), n_rules)
        self._add("rule", f"IFERROR(MATCH(1,{flags},0),{n_rules + 1})" if n_rules else "1")
        self._flags()

    def _outcome(self, number: int, said: str, outcome: Answer) -> Line:
        return (number, said, self._labels[outcome.head], *outcome.shares)

    def _way(self, root: Way) -> None:
        """Add a column for each split: the number of the leaf that a row reaches from there."""
        if isinstance(root, Leaf):
            self._add("rule", "1")
            return
        first, splits = len(self.cases), [narrow(root)]
        for split in splits:
            below = [*(branch.way for branch in split.branches), split.usual]
            splits += [narrow(way) for way in below if isinstance(way, Split)]
        places = iter(range(first + 1, first + len(splits)))
        for number, split in enumerate(splits, start=1):

            def child(way: Way) -> str:
                return str(way.number + 1) if isinstance(way, Leaf) else self._column(next(places))

            tests = [self._branch(f"split {number}", branch) for branch in split.branches]
            ways = [child(branch.way) for branch in split.branches]
            formula = child(split.usual)
            for test, way in reversed(list(zip(tests, ways, strict=True))):
                formula = f"IF({test},{way},{formula})"
            self._add("rule" if number == 1 else f"split {number}", formula)

    def _branch(self, split: str, branch: Branch) -> str:
        tests = [self._test(split, branch.test)]
        tests += [f"NOT({self._test(split, test)})" for test in branch.unless]
        return f"AND({','.join(tests)})"

    def _counted(self, decision: Counted) -> None:
        """Add up training rows by class, in the order that breaks ties."""
        about, order = self.about, decision.order
        words = [label_text(about.classes[at]) for at in order]
        self.sheets[RULES] = [
            ("#", "rule", *(f"rows {word}" for word in words)),
            *self._weights(decision.added, order),
        ]
        self.sheets[CLASSES] = [
            ("class", "p where no rule holds"),
            *((self._labels[at], decision.otherwise.shares[at]) for at in order),
        ]
        n, n_rules = len(order), len(about.bodies)
        sums, flags = self._columns(1 + n, n), self._columns(3 + 2 * n, n_rules)
        best, lift = self._column(1 + 2 * n), self._column(2 + 2 * n)
        nothing = f"SUM({flags})=0" if n_rules else "TRUE"
        default = order.index(decision.otherwise.head) + 1
        chosen = f"IF({nothing},{default},{best})"
        self._add("prediction", f"INDEX({self._down(CLASSES, 1, n)},{chosen})")
        shares = []
        for at in range(n):
            place = order.index(at)
            raw = f"({self._column(1 + n + place)}+1)/(SUM({sums})+{n})"
            none = f"{CLASSES}!$B${place + 2}"
            shares.append(f"IF({nothing},{none},{lifted(raw, best, place, lift)})")
        self._shares(shares)
        for place, word in enumerate(words):
            added = f"SUMPRODUCT(MMULT({flags},{self._down(RULES, 3 + place, n_rules)}))"
            self._add(f"rows {word}", added if n_rules else "0")
        self._ties(sums)
        self._flags()

    def _scored(self, decision: Summed) -> None:
        """Add up points by class, in the order that breaks ties, and divide them by the unit."""
        order = [at for at in decision.order if at in decision.scored]
        words = [label_text(self.about.classes[at]) for at in order]
        self.sheets[RULES] = [
            ("#", "rule", *(f"points {word}" for word in words)),
            *self._weights(decision.added, order, decision.decimals),
        ]
        place = 10**decision.decimals
        self.sheets[CLASSES] = [
            ("class", "points of every row"),
            *((self._labels[at], decision.base[at] / place) for at in order),
            *((self._labels[at], None) for at in decision.order if at not in order),
            ("unit", decision.unit),
            ("predicted from", decision.threshold),
            *([("every score starts with", decision.start / place)] if decision.start else []),
        ]
        if len(decision.order) == 2:
            self._of_two(decision, words[0])
        else:
            self._of_many(decision, words)
        self._flags()

    def _of_two(self, decision: Summed, word: str) -> None:
        (ours,) = decision.scored
        start = f"{CLASSES}!$B$6" if decision.start else "0"
        total = f"ROUND({self._column(1)}-{start}+{CLASSES}!$B$2,{decision.decimals})"
        unit, wins = f"{CLASSES}!$B$4", decision.order[0] == ours
        called = f"{total}>={CLASSES}!$B$5" if decision.threshold is not None else f"{total}>0"
        if decision.threshold is None and wins:
            called = f"{total}>=0"
        self._add("prediction", f"IF({called},{CLASSES}!$A$2,{CLASSES}!$A$3)")
        self._add(f"score {word}", self._points(decision, 0, 4, start))
        first, second = decision.tied()
        self._shares(
            [
                f"IF({total}=0,{(first if wins == (at == ours) else second)!r},"
                f"1/(1+EXP(MIN(700,{'-' if at == ours else ''}{total}/{unit}))))"
                for at in (0, 1)
            ]
        )

    def _of_many(self, decision: Summed, words: Sequence[str]) -> None:
        n = len(words)
        scores, unit = self._columns(1, n), f"{CLASSES}!$B${n + 2}"
        best, lift = self._column(1 + 2 * n), self._column(2 + 2 * n)
        self._add("prediction", f"INDEX({self._down(CLASSES, 1, n)},{best})")
        for place, word in enumerate(words):
            start = f"{CLASSES}!$B${place + 2}"
            self._add(f"score {word}", self._points(decision, place, 3 + 2 * n, start))
        shares = []
        for at in range(n):
            place = decision.order.index(at)
            behind = f"EXP(({self._column(1 + place)}-MAX({scores}))/{unit})"
            raw = f"{behind}/SUMPRODUCT(EXP(({scores}-MAX({scores}))/{unit}))"
            shares.append(lifted(raw, best, place, lift))
        self._shares(shares)
        self._ties(scores)

    def _points(self, decision: Summed, place: int, flags_at: int, total: str) -> str:
        """Return the sum of one class, rounded to the decimals of the points."""
        n_rules = len(decision.added)
        if n_rules:
            flags = self._columns(flags_at, n_rules)
            total += f"+SUMPRODUCT(MMULT({flags},{self._down(RULES, 3 + place, n_rules)}))"
        return f"ROUND({total},{decision.decimals})"

    def _ties(self, sums: str) -> None:
        """Add the place of the largest sum, and its lift if others equal it."""
        self._add("best", f"MATCH(MAX({sums}),{sums},0)")
        self._add("lift", f"IF(COUNTIF({sums},MAX({sums}))>1,{LIFT!r},0)")

    def _weights(
        self, added: Sequence[Sequence[int]], order: Sequence[int], decimals: int = 0
    ) -> list[Line]:
        place = 10**decimals
        return [
            (number, said, *(weights[at] / place for at in order))
            for number, (said, weights) in enumerate(
                zip(self.about.texts, added, strict=True), start=1
            )
        ]
