"""A tree as a model: where rows go, how it prints, and that it is saved exactly."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from conjunct.data.table import Column, Table
from conjunct.errors import ModelError
from conjunct.model import Condition, Node, Promise, Promises, RuleList, Tree, load_model
from conjunct.model.node import tightened
from conjunct.model.printed.tree_picture import tree_boxes

SEX = tuple(Condition("sex", "=", value) for value in ("f", "m"))
AGE = (Condition("age", "<=", 30), Condition("age", ">", 30))
OLDER = (Condition("age", "<=", 50), Condition("age", ">", 50))


def small_tree() -> Tree:
    nodes = (
        Node((12, 8), 0, AGE, (1, 2), 1, 0.2, 0.01, 2, 20, 40),
        Node((0, 6), 1),
        Node((12, 2), 0, SEX, (3, 4), 0, 0.1, 0.04, 2, 11, 22),
        Node((9, 0), 0),
        Node((3, 2), 0, OLDER, (5, 6), 0, 0.97, 0.03, 1, 4, 8),
        Node((3, 0), 0),
        Node((0, 2), 1),
    )
    kinds = {"age": "numeric", "sex": "nominal"}
    return Tree.of(nodes, ("no", "yes"), kinds, target="buys", n_rows=20)


def promising_tree() -> Tree:
    """Return the same tree, each leaf with a promise."""
    tree = small_tree()
    promises = iter([(0.125, 0.4, 0.03), (0.09, 0.3, 0.002), (0.2, 0.7, 0.5), (0.25, 1.0, 1.0)])
    nodes = [
        replace(node, promise=Promise(*next(promises))) if node.is_leaf else node
        for node in tree.nodes
    ]
    made = Promises(2.5, n_folds=5, confidence=0.9, held_out=12)
    return Tree.of(nodes, tree.classes, tree.kinds, target="buys", n_rows=20, promises=made)


def rows(ages: list[float], sexes: list[str]) -> Table:
    levels = tuple(sorted({sex for sex in sexes if sex}))
    codes = np.array([levels.index(sex) if sex else -1 for sex in sexes], np.int32)
    columns = (Column("age", "numeric", np.array(ages)), Column("sex", "nominal", codes, levels))
    return Table(columns)


TEXT = """\
tree                #  class  rows  wrong
all                             20      8
├─ age ≤ 30         1  yes       6      0
└─ age > 30*                    14      2
   ├─ sex = f*      2  no        9      0
   └─ sex = m                    5      2
      ├─ age ≤ 50*  3  no        3      0
      └─ age > 50   4  yes       2      0"""

PROMISED = """\
tree                #  class  rows  wrong  expected  at most
all                             20      8
├─ age ≤ 30         1  yes       6      0    12.5 %   40.0 %
└─ age > 30*                    14      2
   ├─ sex = f*      2  no        9      0     9.0 %   30.0 %
   └─ sex = m                    5      2
      ├─ age ≤ 50*  3  no        3      0    20.0 %   70.0 %
      └─ age > 50   4  yes       2      0    25.0 %  100.0 %

4 leaves, 8 conditions. A missing cell or a new category goes to the branch marked *.
Expected: share of new rows that a rule gets wrong; a rule of 20 rows is believed as if 2.5 more
rows of the usual kind had been seen.
At most: holds for all rules at once with 90 % confidence, however they were searched for."""

DETAILED = """\
tree                #  class  rows  wrong  expected  at most  tried  p-value
all                             20      8
├─ age ≤ 30         1  yes       6      0    12.5 %   40.0 %     40    0.030
└─ age > 30*                    14      2
   ├─ sex = f*      2  no        9      0     9.0 %   30.0 %     62    0.002
   └─ sex = m                    5      2
      ├─ age ≤ 50*  3  no        3      0    20.0 %   70.0 %     70    0.500
      └─ age > 50   4  yes       2      0    25.0 %  100.0 %     70    1.000

4 leaves, 8 conditions. A missing cell or a new category goes to the branch marked *.
Expected: share of new rows that a rule gets wrong; a rule of 20 rows is believed as if 2.5 more
rows of the usual kind had been seen.
At most: holds for all rules at once with 90 % confidence, however they were searched for.
Tried: candidates scored to find the rule. P-value: probability that the best of all possible rules
looks as good as this one if the columns say nothing about the class. The search was repeated on 5
parts of the rows. 12 rows were held out for the bounds."""

NARROW = """\
tree            #  class  rows  wrong
all                         20      8
├─ age ≤ 30     1  yes       6      0
└─ age > 30*                14      2
   ├─ sex = f*  2  no        9      0
   └─ sex = m                5      2
      ├─ age ≤ 50*"""


def test_a_row_goes_down_to_its_leaf():
    table = rows([20, 40, 40, 60, 30], ["f", "f", "m", "m", "m"])
    assert small_tree().first_match(table).tolist() == [0, 1, 2, 3, 0]
    assert small_tree().predict(table).tolist() == ["yes", "no", "no", "yes", "yes"]


def test_the_order_of_the_nodes_does_not_matter():
    low, high = Condition("age", "<=", 30), Condition("age", ">", 30)
    less, more = Condition("sex", "=", "f"), Condition("sex", "=", "m")
    root, split = Node((3, 6), 1, (low, high), (1, 2), 1), Node((3, 2), 0, (less, more), (3, 4), 0)
    leaves = Node((0, 4), 1), Node((3, 0), 0), Node((0, 2), 1)
    tree = Tree.of((root, split, *leaves), ("no", "yes"), {"age": "numeric", "sex": "nominal"})
    table = rows([20, 20, 40], ["f", "m", "f"])
    assert tree.first_match(table).tolist() == [0, 1, 2]
    assert tree.predict(table).tolist() == ["no", "yes", "yes"]


def test_a_missing_cell_and_a_new_category_go_the_usual_way():
    table = rows([np.nan, 40, 40, np.nan], ["m", "", "x", "x"])
    assert small_tree().first_match(table).tolist() == [2, 1, 1, 1]


def test_probabilities_are_smoothed_and_agree_with_the_class():
    table = rows([20, 40, 40, 60], ["f", "f", "m", "m"])
    shares = small_tree().predict_proba(table)
    assert shares.sum(axis=1) == pytest.approx(1)
    assert shares[:, 1] == pytest.approx([7 / 8, 1 / 11, 1 / 5, 3 / 4])
    assert shares.argmax(axis=1).tolist() == small_tree().decide(table).tolist()


def test_the_ways_to_the_leaves_are_its_rules():
    tree = small_tree()
    assert [rule.body for rule in tree] == [
        "age ≤ 30",
        "age > 30 and sex = f",
        "age > 30 and sex = m and age ≤ 50",
        "sex = m and age > 50",
    ]
    assert (len(tree), tree.n_conditions, tree.depth) == (4, 8, 3)
    assert tree[3].search.tried == 70
    assert tree[3].search.combinations == 5
    assert [one.mean_covered for one in tree[3].search.rounds] == [10.0, 7.0, 2.5]


def test_its_rule_list_differs_only_where_a_row_goes_the_usual_way():
    tree = small_tree()
    rules = tree.to_rules()
    assert type(rules) is RuleList
    table = rows([20, 40, 40, 60, np.nan], ["f", "f", "m", "m", "f"])
    assert rules.decide(table)[:4].tolist() == tree.decide(table)[:4].tolist()
    assert rules.deciding(table)[4] == ()


def test_it_prints_as_lines_with_counts():
    assert small_tree().to_text(footer=False) == TEXT
    assert str(small_tree()).startswith(TEXT + "\n\n4 leaves, 8 conditions")


def test_nothing_is_cut_where_there_is_no_room():
    text = small_tree().to_text(width=38, footer=False)
    assert text.startswith(NARROW)
    assert "      └─ age > 50" in text.splitlines()


def test_one_leaf_prints_as_one_line():
    tree = Tree.of((Node((3, 1), 0),), ("a", "b"), {})
    assert tree.to_text().splitlines() == [
        "tree  #  class  rows  wrong",
        "all   1  a         4      1",
        "",
        "1 leaf: every row gets this class.",
    ]
    assert tree.predict(Table((), n_rows=2)).tolist() == ["a", "a"]


def test_an_explanation_names_the_leaf_and_the_values():
    text = str(small_tree().explain(rows([60], ["m"]))[0])
    assert text.splitlines() == [
        "row 1: yes, by rule 4: if sex = m and age > 50 then yes",
        "    sex = m    here m",
        "    age > 50   here 60",
        "    2 training rows, 0 wrong",
    ]
    promised = str(promising_tree().explain(rows([60], ["m"]))[0]).splitlines()[-1]
    assert promised == "    2 training rows, 0 wrong, expected 25.0 %, at most 100.0 %"


def test_an_explanation_says_where_a_row_goes_the_usual_way():
    found = small_tree().explain(rows([np.nan, 40], ["m", "x"]))
    assert str(found[0]).splitlines()[1:3] == [
        "    age > 30   here missing, so it goes the usual way",
        "    sex = m    here m",
    ]
    assert str(found[1]).splitlines()[2] == "    sex = f    here x, so it goes the usual way"
    assert found[1].to_dict()["usual"] == [False, True]
    assert small_tree().explain_row(rows([40], ["x"]), 0).row == 1


def test_leaves_print_what_they_promise():
    assert str(promising_tree()) == PROMISED
    assert promising_tree().to_text(details=True) == DETAILED


def test_its_rule_list_keeps_the_promises_and_counts_rows_that_reach_a_rule():
    tree = promising_tree()
    rules = tree.to_rules()
    assert tree.reached
    assert rules.reached
    assert rules.promises == tree.promises
    assert [rule.promise for rule in rules] == [node.promise for node in tree.nodes if node.is_leaf]
    assert not tree.listed(tree.rules[:1], 0).reached


@pytest.mark.parametrize("tree", [small_tree(), promising_tree()], ids=["plain", "promising"])
def test_it_is_saved_and_read_back_exactly(tmp_path, tree):
    tree.save(tmp_path / "tree.json")
    loaded = load_model(tmp_path / "tree.json")
    assert type(loaded) is Tree
    assert loaded == tree
    assert loaded.to_json() == tree.to_json()


@pytest.mark.parametrize(
    ("place", "change", "complaint"),
    [
        (0, {"children": [1, 1]}, "must be the child of one node"),
        (0, {"children": [1]}, "2 branches and 1 children"),
        (0, {"usual": 2}, "usual is 2"),
        (4, {"children": [2, 6]}, "must be the child of one node"),
        (1, {"head": 5}, "head 5 for 2 classes"),
        (1, {"extra": 5}, r"nodes\[1\].extra is not a field"),
        (1, {"counts": [1]}, "head 1 for 1 classes"),
        (0, {"counts": [10**400, 1]}, r"nodes\[0\].counts is too large"),
        (0, {"splits_tried": 10**400}, r"nodes\[0\].splits_tried is too large"),
        (3, {"gain": "a"}, r"nodes\[3\].gain must be a finite number"),
    ],
)
def test_a_broken_tree_is_refused_in_one_sentence(place, change, complaint):
    data = json.loads(small_tree().to_json())
    data["nodes"][place].update(change)
    with pytest.raises(ModelError, match=complaint):
        load_model(json.dumps(data))


def test_nodes_must_stand_after_their_parent():
    nodes = list(small_tree().nodes)
    nodes[0], nodes[2] = replace(nodes[0], children=(1, 4)), replace(nodes[2], children=(3, 2))
    with pytest.raises(ModelError, match="before its parent"):
        Tree.of(nodes, ("no", "yes"), {"age": "numeric", "sex": "nominal"})


def test_branches_of_a_node_test_one_attribute():
    with pytest.raises(ModelError, match="different attributes"):
        Node((1, 1), 0, (SEX[0], AGE[1]), (1, 2))


def test_a_tree_without_its_rules_is_refused():
    with pytest.raises(ModelError, match="a rule for every leaf"):
        replace(small_tree(), rules=())
    with pytest.raises(ModelError, match="no nodes"):
        Tree.of((), ("a",), {})


def test_conditions_that_others_imply_are_left_out():
    body: tuple[Condition, ...] = ()
    for condition in (OLDER[0], Condition("sex", "!=", "f"), AGE[0], SEX[1], OLDER[0], AGE[0]):
        body = tightened(body, condition)
    assert [str(one) for one in body] == ["age ≤ 30", "sex = m"]
    assert tightened(AGE[:1], AGE[1]) == AGE


def test_boxes_of_a_picture_do_not_overlap():
    boxes = tree_boxes(small_tree())
    for depth in range(4):
        level = sorted((box for box in boxes if box.depth == depth), key=lambda box: box.x)
        for left, right in pairwise(level):
            assert left.x + left.width / 2 < right.x - right.width / 2
    assert boxes[0].lines == ("age", "20 rows, 8 wrong")
    assert boxes[6].label == "> 50"


def test_the_svg_is_well_formed_and_escapes_names():
    condition = (Condition("<b>", "=", "&"), Condition("<b>", "=", '"'))
    nodes = (
        Node((1, 1), 0, condition, (1, 2)),
        *(Node((1, 0), 0), Node((0, 1), 1)),
    )
    tree = Tree.of(nodes, ("no", "<i>"), {"<b>": "nominal"})
    root = ElementTree.fromstring(tree.to_svg())
    texts = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "'<b>'" in texts
    assert "'<i>'" in texts
    assert tree.to_svg() in tree._repr_html_()
    assert '"= \'\\"\'"' in tree.to_dot()


def test_dot_has_every_node_and_branch():
    text = small_tree().to_dot()
    assert text.count("->") == 6
    assert 'n0 -> n2 [label="> 30*"];' in text
    assert 'n1 [label="yes\\n6 rows, 0 wrong", style=rounded];' in text
