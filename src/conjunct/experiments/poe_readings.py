"""CN2-POE against CN2: how often each reading of the paper errs less and is simpler, and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from conjunct.experiments.findings import Grid
from conjunct.experiments.judging import judged_p
from conjunct.experiments.poe_results import MEASURES, TableEndings, tally
from conjunct.experiments.poe_table_1 import KINDS, Line
from conjunct.experiments.poe_trials import READINGS, PoeLearner, Reading
from conjunct.experiments.published.domingos1998 import LOWER_ERROR, SIMPLER, TABLES


@dataclass(frozen=True)
class Question:
    """Readings that differ in one thing, and what each of them takes.

    Parameters
    ----------
    name, title : str
        Of the grid that answers it.
    readings : mapping of str to str
        What each reading takes, in a few words.
    """

    name: str
    title: str
    readings: Mapping[Reading, str]


QUESTIONS = (
    Question(
        "readings",
        "CN2-POE against CN2 by reading of the lowest error rate, over tables",
        {
            "m_estimate": "m-estimate of the best rule, m = 2",
            "raw": "lowest error rate of any rule tried",
            "best": "error rate of the best rule by score",
        },
    ),
    Question(
        "forms",
        "CN2-POE against CN2 by equation, over tables",
        {
            "m_estimate": "equation 15, all rules cover the mean number of rows",
            "product": "equation 14, rules of a round cover the mean of the round",
            "dependent": "equation 12, each rule depends on the one that it was made from",
        },
    ),
    Question(
        "accounts",
        "CN2-POE against CN2 by what counts as tried, over tables",
        {
            "m_estimate": "as the paper: rules are scored by Laplace with k = 2, and m counts them",
            "classes": "k is the number of classes, as in CN2",
            "combinations": "the same, and m counts the sets of attributes that rules test",
        },
    ),
)


def question_grid(question: Question, tables: Sequence[TableEndings]) -> Grid:
    """Return for each reading of POE on how many tables it errs less and is simpler than CN2.

    Parameters
    ----------
    question : Question
        Which readings.
    tables : sequence of TableEndings
        At least one.
    """
    pairs = [(ordered, reading) for ordered in KINDS for reading in question.readings]
    data = [_data(ordered, reading, tables) for ordered, reading in pairs]
    lines = [_line(line, len(tables)) for line in data]
    if any(table.published for table in tables):
        lower, simpler = LOWER_ERROR, SIMPLER
        higher, larger = len(TABLES) - lower, len(TABLES) - simpler
        data.append(("published", None, lower, higher, *[None] * 4, simpler, larger, None))
        lines.append(("published", str(lower), str(higher), *"––––", str(simpler), "–"))
    return Grid(
        name=question.name,
        title=question.title,
        columns=(
            *("rules, reading", "lower error", "higher", "p", "points"),
            *("2 classes", "more", "simpler", "size ratio"),
        ),
        lines=tuple(lines),
        data_columns=(
            *("rules", "reading", "lower_error", "higher_error", "sign_test_p"),
            *("mean_points_saved", "mean_points_saved_2_classes", "mean_points_saved_more"),
            *("simpler", "larger", "mean_size_ratio"),
        ),
        data=tuple(data),
        notes=(
            *(f"{reading}: {text}." for reading, text in question.readings.items()),
            "All on the same divisions: the best of several versions looks better than it is.",
            "p: two-tailed sign test over the tables. Points: error of CN2 less that of CN2-POE, "
            "average over the tables, then over those of two and of more classes. Size ratio: "
            "CN2-POE to CN2, average over the tables.",
        ),
    )


class View(NamedTuple):
    """A number of every version of CN2 on every table, to be shown side by side."""

    name: str
    title: str
    number: Callable[[TableEndings, PoeLearner], float]


VIEWS = (
    View("errors", "Error rates (%)", lambda table, one: table.spread("error", one).mean),
    View("sizes", "Theory sizes", lambda table, one: table.spread("conditions", one).mean),
    View("lengths", "Conditions of an average rule", TableEndings.rule_length),
)


def by_reading_grid(view: View, tables: Sequence[TableEndings]) -> Grid:
    """Return a number of every version of CN2 on every table.

    Parameters
    ----------
    view : View
        Which number.
    tables : sequence of TableEndings
        At least one.
    """
    lines: list[tuple[str, ...]] = []
    data: list[Line] = []
    for ordered, kind in KINDS.items():
        learners = [PoeLearner(ordered, one) for one in (None, *READINGS)]
        for table in tables:
            numbers = [view.number(table, learner) for learner in learners]
            lines.append((f"{table.facts.name}, {kind}", *(f"{one:.1f}" for one in numbers)))
            data.append((table.facts.name, kind, table.n_trials, *numbers))
    versions = ("CN2", *READINGS)
    return Grid(
        name=f"{view.name}-by-reading",
        title=f"{view.title} of every reading",
        columns=("table, rules", *versions),
        lines=tuple(lines),
        data_columns=("table", "rules", "trials", *versions),
        data=tuple(data),
    )


def _data(ordered: bool, reading: Reading, tables: Sequence[TableEndings]) -> Line:
    errors, sizes = (tally(tables, measure, ordered, reading) for measure in MEASURES)
    two = [table for table in tables if table.facts.n_classes == 2]
    more = [table for table in tables if table.facts.n_classes > 2]
    points = [
        _mean([float(table.saved(ordered, reading).mean()) for table in some])
        for some in (tables, two, more)
    ]
    ratios = [ratio for t in tables if (ratio := t.size_ratio(ordered, reading)) is not None]
    return (
        *(KINDS[ordered], reading, errors.better, errors.worse, errors.p_value, *points),
        *(sizes.better, sizes.worse, _mean(ratios)),
    )


def _mean(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def _line(data: Line, n_tables: int) -> tuple[str, ...]:
    kind, reading, lower, higher, p_value, *points, simpler, _, ratio = data
    assert isinstance(p_value, float)
    return (
        *(f"{kind}, {reading}", str(lower), str(higher), judged_p(p_value, n_tables)),
        *("–" if number is None else f"{number:+.2f}" for number in points),
        *(str(simpler), "–" if ratio is None else f"{ratio:.2f}"),
    )
