from __future__ import annotations

from dataclasses import replace

import pytest

from conjunct.model import Condition, ScoreCard

from .conftest import promising, scored

TWO = """\
#  rule                                                                      points  rows  wrong
   points for bad: every row                                                  −0.40
1  if history = 'no credits'                                                  +1.40    40     15
2  if duration > 22.5 and savings = '<100' and history ≠ 'critical account'   +0.80   210     90
3  if checking = none                                                         −1.12   394     46

points     −4     −3      −2      −1       0      +1      +2      +3      +4
P(bad)  1.8 %  4.7 %  11.9 %  26.9 %  50.0 %  73.1 %  88.1 %  95.3 %  98.2 %

3 rules, 5 conditions. Start with −0.40 and add the points of every rule that holds. A sum above 0
predicts bad, any other good; P(bad) = 1/(1 + exp(−sum)). Wrong: good where points are added, bad
where they are taken away."""

TEN = """\
#  rule                                                                      points  rows  wrong
   points for bad: every row                                                     −4
1  if history = 'no credits'                                                    +14    40     15
2  if duration > 22.5 and savings = '<100' and history ≠ 'critical account'      +8   210     90
3  if checking = none                                                           −11   394     46

points    −40    −30     −20     −10       0     +10     +20     +30     +40
P(bad)  1.8 %  4.7 %  11.9 %  26.9 %  50.0 %  73.1 %  88.1 %  95.3 %  98.2 %"""

NARROW = """\
#  rule                     points  rows  wrong  expected  at most
   points for bad:           −0.40
      every row
1  if history = 'no credits'
                             +1.40    40     15    38.1 %   48.1 %
2  if duration > 22.5        +0.80   210     90    42.9 %   53.0 %
      and savings = '<100'
      and history ≠ 'critical account'
3  if checking = none        −1.12   394     46    11.9 %   21.9 %

points     −6     −4      −2       0      +2      +4      +6
P(bad)  0.2 %  1.8 %  11.9 %  50.0 %  88.1 %  98.2 %  99.8 %"""

FOUR = """\
#  rule                                  points  rows  wrong
   points for stem-canker: every row      −1.00
1  if stem = canker                       +3.25    20      1
      also: alternaria −0.50
2  if stem = normal                       −3.10    63      2
   points for brown-spot: every row       +0.40
3  if leaves = abnormal and month > 6.5   +2.40    52     12
      also: alternaria +1.20, 'frog eye' −0.80
   points for alternaria: every row        0.00
4  if spots = brown                       +2.00    39      6
5  if spots = none                        −1.50    30      0
   points for 'frog eye': every row       −0.75

points behind    0.0   0.5   1.0   1.5   2.0  2.5  3.0  3.5  4.0
weight         100.0  60.7  36.8  22.3  13.5  8.2  5.0  3.0  1.8

5 rules, 6 conditions. Start each class with its points for every row and add those of every rule
that holds, also after "also". The largest sum is predicted; of equal sums the first of brown-spot,
alternaria, stem-canker, 'frog eye'. Probability of a class: its weight, 100 · exp(−points behind),
as a share of all weights. Wrong: rows of other classes, or of its own where a rule speaks against
it."""

PROMISED = """\
#  rule                                     points  rows  wrong  expected  at most
   points for bad: every row                 −0.40
1  if history = 'no credits'                 +1.40    40     15    38.1 %   48.1 %
2  if duration > 22.5 and savings = '<100'   +0.80   210     90    42.9 %   53.0 %
      and history ≠ 'critical account'
3  if checking = none                        −1.12   394     46    11.9 %   21.9 %

points     −4     −3      −2      −1       0      +1      +2      +3      +4
P(bad)  1.8 %  4.7 %  11.9 %  26.9 %  50.0 %  73.1 %  88.1 %  95.3 %  98.2 %

3 rules, 5 conditions. Start with −0.40 and add the points of every rule that holds. A sum above 0
predicts bad, any other good; P(bad) = 1/(1 + exp(−sum)). Wrong: good where points are added, bad
where they are taken away.
Expected: share of new rows that a rule gets wrong; a rule of 20 rows is believed as if 8 more rows
of the usual kind had been seen.
At most: holds for all rules at once with 95 % confidence, however they were searched for."""

DETAILED = """\
#  rule                       points  rows  wrong  expected  at most  tried  possible  p-value
   points for bad: every row   −0.40
1  if history = 'no credits'   +1.40    40     15    38.1 %   48.1 %     48     2,400   <0.001
2  if duration > 22.5          +0.80   210     90    42.9 %   53.0 %  5,310     4,800    0.001
      and savings = '<100'
      and history ≠ 'critical account'
3  if checking = none          −1.12   394     46    11.9 %   21.9 %  1,204     7,200    0.001

points     −4     −3      −2      −1       0      +1      +2      +3      +4
P(bad)  1.8 %  4.7 %  11.9 %  26.9 %  50.0 %  73.1 %  88.1 %  95.3 %  98.2 %

3 rules, 5 conditions. Start with −0.40 and add the points of every rule that holds. A sum above 0
predicts bad, any other good; P(bad) = 1/(1 + exp(−sum)). Wrong: good where points are added, bad
where they are taken away.
Expected: share of new rows that a rule gets wrong; a rule of 20 rows is believed as if 8 more rows
of the usual kind had been seen.
At most: holds for all rules at once with 95 % confidence, however they were searched for.
Tried: candidates scored to find the rule. Possible: rules with as many conditions that these
columns can form. P-value: chance that the best of all possible rules looks as good as this one
where the columns say nothing about the class. The search was repeated on 5 parts of the rows."""

PROMISED_FOUR = """\
#  rule                                  points  rows  wrong  expected  at most
   points for stem-canker: every row      −1.00
1  if stem = canker                       +3.25    20      1     9.1 %   19.1 %
      also: alternaria −0.50
2  if stem = normal                       −3.10    63      2     4.6 %   14.7 %
   points for brown-spot: every row       +0.40
3  if leaves = abnormal and month > 6.5   +2.40    52     12    24.1 %   34.1 %
      also: alternaria +1.20, 'frog eye' −0.80
   points for alternaria: every row        0.00
4  if spots = brown                       +2.00    39      6    17.1 %   27.1 %
5  if spots = none                        −1.50    30      0     3.1 %   13.2 %
   points for 'frog eye': every row       −0.75

points behind    0.0   0.5   1.0   1.5   2.0  2.5  3.0  3.5  4.0
weight         100.0  60.7  36.8  22.3  13.5  8.2  5.0  3.0  1.8

5 rules, 6 conditions. Start each class with its points for every row and add those of every rule
that holds, also after "also". The largest sum is predicted; of equal sums the first of brown-spot,
alternaria, stem-canker, 'frog eye'. Probability of a class: its weight, 100 · exp(−points behind),
as a share of all weights. Wrong: rows of other classes, or of its own where a rule speaks against
it.
Expected: share of new rows that a rule gets wrong; a rule of 20 rows is believed as if 8 more rows
of the usual kind had been seen.
At most: holds for all rules at once with 95 % confidence, however they were searched for."""

SMALL = """\
#  rule                     points  rows  wrong
   points for stem-canker:      −2
      every row
1  if stem = canker             +6    20      1
      also: alternaria −1
2  if stem = normal             −6    63      2
   points for brown-spot:       +1
      every row
3  if leaves = abnormal         +5    52     12
      and month > 6.5
      also: alternaria +2, 'frog eye' −2
   points for alternaria:        0
      every row
4  if spots = brown             +4    39      6
5  if spots = none              −3    30      0
   points for 'frog eye':       −2
      every row

points behind      0     2     4    6    8
weight         100.0  36.8  13.5  5.0  1.8"""


def test_a_card_of_two_classes_prints_the_points_for_one(credit: ScoreCard) -> None:
    assert str(credit) == TWO


def test_whole_points_have_no_decimals(credit: ScoreCard) -> None:
    assert credit.rounded(10).to_text(footer=False) == TEN
    assert "P(bad) = 1/(1 + exp(−sum/10))." in str(credit.rounded(10))


def test_a_card_of_two_classes_fits_a_narrow_line(credit: ScoreCard) -> None:
    assert promising(credit).to_text(width=66, footer=False) == NARROW


def test_a_card_of_four_classes_prints_rules_below_their_class(leaves: ScoreCard) -> None:
    assert str(leaves) == FOUR


def test_a_card_of_four_classes_fits_a_narrow_line(leaves: ScoreCard) -> None:
    assert leaves.rounded(2).to_text(width=48, footer=False) == SMALL


def test_promises_stand_beside_what_was_counted(credit: ScoreCard, leaves: ScoreCard) -> None:
    assert str(promising(credit)) == PROMISED
    assert str(promising(leaves)) == PROMISED_FOUR


def test_details_tell_of_the_search(credit: ScoreCard) -> None:
    assert promising(credit).to_text(details=True) == DETAILED


@pytest.mark.parametrize("width", range(72, 130))
def test_no_line_is_wider_than_asked_for(credit: ScoreCard, leaves: ScoreCard, width: int) -> None:
    for card in (credit, leaves, promising(credit), promising(leaves)):
        assert max(map(len, card.to_text(width=width).splitlines())) <= width


@pytest.mark.parametrize(
    ("width", "points"),
    [(60, "−6 −4 −2 0 +2 +4 +6"), (50, "−4 −2 0 +2 +4"), (10, "−5 0 +5")],
)
def test_a_narrow_line_has_fewer_columns_of_points(
    credit: ScoreCard, width: int, points: str
) -> None:
    *_, line, _ = credit.to_text(width=width, footer=False).splitlines()
    assert line.split() == ["points", *points.split()]


@pytest.mark.parametrize(
    ("unit", "last"),
    [
        (28.8539, ("+120", "98.5 %")),
        (0.01, ("+0.04", "98.2 %")),
        (4.3e-7, ("+0.0000015", "97.0 %")),
        (1e12, ("+4000000000000", "98.2 %")),
    ],
)
def test_the_scale_counts_in_round_steps_whatever_the_unit(
    credit: ScoreCard, unit: float, last: tuple[str, str]
) -> None:
    *_, points, chances = replace(credit, unit=unit).to_text(footer=False).splitlines()
    assert (points.split()[-1], chances[-6:]) == last


def test_whole_points_are_looked_up_in_whole_numbers(credit: ScoreCard) -> None:
    *_, points, chances = replace(credit.rounded(10), unit=0.3).to_text(footer=False).splitlines()
    assert points.split()[1:] == ["−4", "−3", "−2", "−1", "0", "+1", "+2", "+3", "+4"]
    assert chances.split("  ")[1:3] == ["<0.1 %", "<0.1 %"]
    assert chances.endswith("  >99.9 %")


def test_a_sum_of_0_goes_where_the_footer_says(credit: ScoreCard) -> None:
    assert "A sum above 0 predicts bad, any other good;" in " ".join(str(credit).split())
    frequent = replace(credit, class_counts=(300, 700))
    text = " ".join(str(frequent).split())
    assert "A sum from 0 up predicts bad, any other good;" in text


def test_all_decimals_are_printed(credit: ScoreCard) -> None:
    rule = replace(credit.rules[0], points=(0, 0.1 + 0.2))
    lines = replace(credit, rules=(rule,)).to_text(footer=False).splitlines()
    assert " −0.40000000000000000 " in f"{lines[1]} "
    assert " +0.30000000000000004 " in lines[2]


def test_no_rules_print_only_the_default_and_its_probability(credit: ScoreCard) -> None:
    assert str(replace(credit, rules=())) == (
        "otherwise good   (700 of 1,000 rows)\n\n"
        "No rules: every row gets this class, with probability 59.9 %."
    )


def test_a_rule_for_one_class_says_nothing_about_also(leaves: ScoreCard) -> None:
    only = replace(leaves, rules=leaves.rules[1:2])
    text = " ".join(str(only).split())
    assert "also" not in only.to_text(footer=False)
    assert "1 rule, 1 condition. Start each class with its points for every row and add" in text
    assert "those of every rule that holds. The largest sum is predicted; " in text


def test_many_other_classes_go_on_below() -> None:
    classes = tuple(f"class_number_{number}" for number in range(9))
    rule = scored((Condition("sex", "=", "male"),), 8, tuple(range(9)), tuple(map(float, range(9))))
    card = ScoreCard.of([rule], classes, range(9), {"sex": "nominal"}, base=(0,) * 9)
    lines = card.to_text(width=80, footer=False).splitlines()
    start = next(n for n, line in enumerate(lines) if "also: " in line)
    assert lines[start].startswith("      also: class_number_7 +7, class_number_6 +6, class_")
    assert lines[start + 1].startswith("            class_number_")
    assert lines[start - 1].split()[5] == "+8"
    assert max(map(len, lines)) <= 80


def test_a_rule_that_speaks_by_the_points_of_others_shows_them() -> None:
    rule = scored((Condition("sex", "=", "male"),), 1, (3, 0, 4), (2, 0, 3))
    card = ScoreCard.of([rule], ("a", "b", "c"), (3, 3, 4), {"sex": "nominal"}, base=(0, 0, 0))
    text = card.to_text(footer=False)
    assert rule.against
    assert "1  if sex = male                 0     7      0" in text
    assert "      also: c +3, a +2" in text
    assert card.consequence(0) == "0 points for b, +3 for c, +2 for a"
