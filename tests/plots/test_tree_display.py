"""Trees as pictures."""

from __future__ import annotations

import re

import pytest
from matplotlib.figure import Figure
from sklearn.tree import DecisionTreeClassifier

from conjunct import RuleTreeClassifier
from conjunct.errors import ModelError
from conjunct.plots import TreeDisplay

X = [[1, 5], [2, 5], [3, 5], [4, 9], [5, 5], [6, 5]]
Y = ["a", "a", "b", "$x$", "b", "b"]


@pytest.fixture(autouse=True)
def _no_windows():
    import matplotlib

    matplotlib.use("Agg")
    yield
    from matplotlib import pyplot

    pyplot.close("all")


def test_a_drawn_tree_shows_all_nodes_and_branches():
    learner = RuleTreeClassifier(pruning=None).fit(X, Y)
    display = TreeDisplay.from_estimator(learner)
    nodes = learner.tree_.to_dot().count("label=")
    assert len(display.texts_) == nodes
    assert any("6 rows" in text.get_text() for text in display.texts_)


def test_names_with_dollar_signs_are_written_as_they_are():
    display = TreeDisplay.from_estimator(RuleTreeClassifier(pruning=None).fit(X, Y))
    display.figure_.canvas.draw()
    assert any("$x$" in text.get_text() for text in display.texts_)
    assert not any(text.get_parse_math() for text in display.texts_)


def test_axes_that_are_given_are_drawn_on_and_keep_their_size():
    axes = Figure(figsize=(3, 2)).add_subplot()
    display = TreeDisplay.from_estimator(RuleTreeClassifier().fit(X, Y), ax=axes)
    assert display.ax_ is axes
    assert display.figure_.get_size_inches().tolist() == [3, 2]


def test_a_deeper_tree_gets_a_higher_figure():
    deep = TreeDisplay.from_estimator(RuleTreeClassifier(pruning=None).fit(X, Y))
    flat = TreeDisplay.from_estimator(RuleTreeClassifier(pruning=None, max_depth=1).fit(X, Y))
    assert deep.figure_.get_figheight() > flat.figure_.get_figheight()


def test_other_trees_are_refused_in_one_sentence():
    other = DecisionTreeClassifier().fit(X, Y)
    with pytest.raises(ModelError, match="DecisionTreeClassifier has no tree_ of this package"):
        TreeDisplay.from_estimator(other)


def test_leaves_have_the_colour_of_their_class():
    learner = RuleTreeClassifier(pruning=None).fit(X, Y)
    display = TreeDisplay.from_estimator(learner)
    colours = {}
    for text in display.texts_:
        frame = text.get_bbox_patch()
        if type(frame.get_boxstyle()).__name__ == "Round":
            label = text.get_text().split("\n")[0]
            colours.setdefault(label, set()).add(frame.get_facecolor())
    assert len(colours) == 3
    assert all(len(own) == 1 for own in colours.values())
    assert len(set.union(*colours.values())) == 3


def test_a_tree_in_a_notebook_scrolls_and_colours_its_leaves():
    learner = RuleTreeClassifier(pruning=None).fit(X, Y)
    shown = learner.tree_._repr_html_()
    assert shown.startswith('<div style="overflow-x:auto"><svg ')
    fills = re.findall(r'rx="10" fill="([^"]*)"', shown)
    heads = [rule.head for rule in learner.tree_]
    assert len(set(fills)) == len(set(heads)) == 3
