from __future__ import annotations

from dataclasses import replace

import pytest

from conjunct.model import Condition, CrossValidated, ScoreCard
from conjunct.model.promise import NO_BELIEF, Promises
from conjunct.model.scores import Score
from conjunct.model.threshold import Threshold

from .conftest import promising, scored

WHOLE = """\
Score for heart = ill: 138 of 303 rows (46 %).

#  rule                 points  rows   ill  expected  guaranteed
1  vessels > 0.5            +4   123  75 %      74 %      ≥ 64 %
2  pain = none              +3   143  73 %      72 %      ≥ 62 %
3  defect = reversible      +3   117  76 %      76 %      ≥ 65 %
4  angina = yes             +2    99  77 %      76 %      ≥ 66 %
5  sex = female             −2    96  25 %      26 %      ≤ 36 %
                   score = ___

score      ≤ −1   0–1   2–3   4–5   6–7   8–9  10–11   ≥ 12
predicted   3 %   9 %  24 %  45 %  68 %  85 %   92 %   97 %
observed    3 %  11 %  29 %  42 %  74 %  89 %   96 %  100 %
rows         31    73    42    40    46    38     23     10

A score of 6 or more predicts ill, any other healthy.
Cross-validated on 5 folds: 17.5 % wrong (always healthy: 45.5 %), AUC 0.91.
A missing cell meets no condition and earns no points.
Beside the rows of a rule: the share of them that are ill. Expected: that share
among new rows. Guaranteed: with 95 % confidence, for all rules at once."""

DETAILED = """\
rule  tried  possible  p-value
   1     48     2,400   <0.001
   2     48     4,800    0.001
   3     48     7,200    0.001
   4     48     9,600    0.002
   5     48    12,000    0.002

A score of 6 or more predicts ill, any other healthy.
Cross-validated on 5 folds: 17.5 % wrong (always healthy: 45.5 %), AUC 0.91.
A missing cell meets no condition and earns no points.
Beside the rows of a rule: the share of them that are ill. Expected: that share
among new rows. Guaranteed: with 95 % confidence, for all rules at once.
5 rules, 5 conditions. P(ill) = 1/(1 + exp(−(score − 5)/2)).
Cross-validated log loss: 0.412 nats per row.
Tried: candidates scored to find the rule. Possible: rules of the same length
that these columns can form. P-value: probability that the best of all possible
rules looks as good as this one if the columns say nothing about the class.
Expected: a rule of 20 rows is believed as if 8 more rows of the usual kind had
been seen. The search was repeated on 5 parts of the rows."""

NARROW = """\
Score for credit = bad: 300 of 1,000 rows (30 %).

#  rule                  points  rows   bad  expected  guaranteed
1  history =              +1.40    40  62 %      62 %      ≥ 51 %
     'no credits'
2  duration > 22.5        +0.80   210  57 %      57 %      ≥ 47 %
     and savings =
     '<100'
     and history ≠
     'critical account'
3  checking = none        −1.12   394  12 %      12 %      ≤ 22 %
                    score = ___

score      −0.79  −0.39  0.01  0.41  0.81  1.21  1.61  2.01
predicted   23 %   31 %  40 %  50 %  60 %  69 %  77 %  83 %

A score of 0.41 or more predicts bad, any other good.
A missing cell meets no condition and earns no points.
Beside the rows of a rule: the share of them that are bad.
Expected: that share among new rows. Guaranteed: with 95 %
confidence, for all rules at once."""

REAL = """\
Score for credit = bad: 300 of 1,000 rows (30 %).

#  rule                                  points  rows   bad
1  history = 'no credits'                 +1.40    40  62 %
2  duration > 22.5 and savings = '<100'   +0.80   210  57 %
     and history ≠ 'critical account'
3  checking = none                        −1.12   394  12 %
                                    score = ___

score      −0.79  −0.39  0.01  0.41  0.81  1.21  1.61  2.01
predicted   23 %   31 %  40 %  50 %  60 %  69 %  77 %  83 %

A score of 0.41 or more predicts bad, any other good.
A missing cell meets no condition and earns no points.
Beside the rows of a rule: the share of them that are bad."""

THREE = """\
Score for species: 344 rows, 3 classes.

#  rule                   points  rows  rate  expected  guaranteed
   Adelie starts with         +1   152  44 %
1  bill ≤ 42                  +5   139  97 %      96 %      ≥ 86 %
   Chinstrap starts with       0    68  20 %
2  island = Dream             +4   124  55 %      55 %      ≥ 44 %
   Gentoo starts with         +4   124  36 %
3  depth > 17.3               −6   167   0 %       1 %      ≤ 11 %

Start each class with the points beside it and add those of every rule that
holds. The class with the largest sum is predicted; of equal sums, the one with
more rows, then the one listed first.
Cross-validated on 5 folds: 3.5 % wrong (always Adelie: 55.8 %).
A missing cell meets no condition and earns no points.
Beside the rows of a rule: the share of them that are of its class. Expected:
that share among new rows. Guaranteed: with 95 % confidence, for all rules at
once."""

SEVERAL = """\
Score for disease: 116 rows, 4 classes.

#  rule                               points  rows  rate  expected  guaranteed
   stem-canker starts with             −1.00    20  17 %
1  stem = canker                       +3.25    20  95 %      91 %      ≥ 80 %
2  stem = normal                       −3.10    63   3 %       5 %      ≤ 15 %
   brown-spot starts with              +0.40    44  38 %
3  leaves = abnormal and month > 6.5   +2.40    52  77 %      76 %      ≥ 65 %
   alternaria starts with               0.00    40  34 %
1  stem = canker                       −0.50    20   5 %
3  leaves = abnormal and month > 6.5   +1.20    52  19 %
4  spots = brown                       +2.00    39  85 %      83 %      ≥ 72 %
5  spots = none                        −1.50    30   0 %       3 %      ≤ 14 %
   'frog eye' starts with              −0.75    12  10 %
3  leaves = abnormal and month > 6.5   −0.80    52   4 %

Start each class with the points beside it and add those of every rule that
holds. The class with the largest sum is predicted; of equal sums, the one with
more rows, then the one listed first.
A missing cell meets no condition and earns no points.
Beside the rows of a rule: the share of them that are of its class. Expected:
that share among new rows. Guaranteed: with 95 % confidence, for all rules at
once.
The points of rule 3 (alternaria) go against its rate: points say what a rule
adds to the others that hold."""

LETTERS = """\
Score for letter: 20,280 rows, 26 classes.

 #  rule                        points  rows  rate
    A starts with                    0   780   4 %
 1  width > 0 and height ≤ 40       +5   715  90 %
 2  width > 0 and height ≤ 39       +3   715  90 %

    B starts with                    0   780   4 %

    C starts with                    0   780   4 %
 3  width > 2 and height ≤ 38       +3   715  90 %

    D starts with                    0   780   4 %

    E starts with                    0   780   4 %
 4  width > 4 and height ≤ 37       +3   715  90 %

    F starts with                    0   780   4 %

    G starts with                    0   780   4 %
 5  width > 6 and height ≤ 36       +3   715  90 %

    H starts with                    0   780   4 %

    I starts with                    0   780   4 %
 6  width > 8 and height ≤ 35       +3   715  90 %

    J starts with                    0   780   4 %

    K starts with                    0   780   4 %
 7  width > 10 and height ≤ 34      +3   715  90 %

    L starts with                    0   780   4 %

    M starts with                    0   780   4 %
 8  width > 12 and height ≤ 33      +3   715  90 %

    N starts with                    0   780   4 %

    O starts with                    0   780   4 %
 9  width > 14 and height ≤ 32      +3   715  90 %

    P starts with                    0   780   4 %

    Q starts with                    0   780   4 %
10  width > 16 and height ≤ 31      +3   715  90 %

    R starts with                    0   780   4 %

    S starts with                    0   780   4 %
11  width > 18 and height ≤ 30      +3   715  90 %

    T starts with                    0   780   4 %

    U starts with                    0   780   4 %
12  width > 20 and height ≤ 29      +3   715  90 %

    V starts with                    0   780   4 %

    W starts with                    0   780   4 %
13  width > 22 and height ≤ 28      +3   715  90 %

    X starts with                    0   780   4 %

    Y starts with                    0   780   4 %
14  width > 24 and height ≤ 27      +3   715  90 %

    Z starts with                    0   780   4 %

Start each class with the points beside it and add those of every rule that
holds. The class with the largest sum is predicted; of equal sums, the one with
more rows, then the one listed first.
A missing cell meets no condition and earns no points.
Beside the rows of a rule: the share of them that are of its class."""

SHEETS = """\
Score for class: 40 rows, 7 classes.

#  rule           points  rows  rate
   a starts with       0     9  22 %

   b starts with       0     8  20 %
1  sex = male         +2    10  60 %

   c starts with       0     7  18 %
   d starts with       0     6  15 %
   e starts with       0     5  12 %

   f starts with       0     4  10 %
1  sex = male         −1    10  10 %

   g starts with       0     1   2 %"""

LONG = """\
Score for class = 'readmitted within thirty days': 40 of 100 rows (40 %).

#  rule                                 points  rows  rate  expected  guaranteed
1  number_of_times_the_patient_was_see      +2    50  60 %      60 %      ≥ 49 %
     n_in_the_emergency_room > 2.5
     and diagnosis = 'disorders of
     lipoid metabolism, not elsewhere
     classified'
2  age ≤ 40                                 −1    30  17 %      19 %      ≤ 29 %
                                   score = ___

score        −1     0     1     2
predicted  12 %  27 %  50 %  73 %

A score of 2 or more predicts 'readmitted within thirty days', any other
'discharged home'.
A missing cell meets no condition and earns no points.
Beside the rows of a rule: the share of them that are 'readmitted within thirty
days'. Expected: that share among new rows. Guaranteed: with 95 % confidence,
for all rules at once."""

EMPTY = """\
Score for credit = bad: 300 of 1,000 rows (30 %).

No rules: every row gets good, with probability 60 %."""


def three() -> ScoreCard:
    """Three classes; every rule speaks for one of them."""
    return ScoreCard.of(
        [
            scored((Condition("bill", "<=", 42.0),), 0, (135, 4, 0), (5, 0, 0)),
            scored((Condition("island", "=", "Dream"),), 1, (56, 68, 0), (0, 4, 0)),
            scored((Condition("depth", ">", 17.3),), 2, (115, 52, 0), (0, 0, -6)),
        ],
        ("Adelie", "Chinstrap", "Gentoo"),
        (152, 68, 124),
        {"bill": "numeric", "island": "nominal", "depth": "numeric"},
        base=(1, 0, 4),
        unit=2,
        target="species",
        checked=CrossValidated(5, error=0.0349, log_loss=0.12),
    )


def letters() -> ScoreCard:
    """Twenty-six classes; every second one has a rule, and the first one two."""
    names = [chr(ord("A") + place) for place in range(26)]
    rules = []
    for place in [0, *range(0, 26, 2)]:
        counts = [3] * 26
        counts[place] = 640
        points = [0.0] * 26
        points[place] = 3.0 if rules else 5.0
        body = Condition("width", ">", float(place)), Condition("height", "<=", 40.0 - len(rules))
        rules.append(scored(body, place, tuple(counts), tuple(points)))
    return ScoreCard.of(
        rules,
        names,
        [780] * 26,
        {"width": "numeric", "height": "numeric"},
        base=[0.0] * 26,
        target="letter",
    )


def sheets() -> ScoreCard:
    """Seven classes, and a rule with points for two of them."""
    points = (0, 2, 0, 0, 0, -1, 0)
    rule = scored((Condition("sex", "=", "male"),), 1, (1, 6, 0, 0, 0, 1, 2), points)
    return ScoreCard.of(
        [rule], list("abcdefg"), (9, 8, 7, 6, 5, 4, 1), {"sex": "nominal"}, base=[0] * 7
    )


def long_names() -> ScoreCard:
    """Names that are longer than a line has room for."""
    name = "number_of_times_the_patient_was_seen_in_the_emergency_room"
    body = (
        Condition(name, ">", 2.5),
        Condition("diagnosis", "=", "disorders of lipoid metabolism, not elsewhere classified"),
    )
    rules = [
        scored(body, 1, (20, 30), (0, 2)),
        scored((Condition("age", "<=", 40.0),), 0, (25, 5), (0, -1)),
    ]
    classes = ("discharged home", "readmitted within thirty days")
    kinds = {name: "numeric", "diagnosis": "nominal", "age": "numeric"}
    return promising(ScoreCard.of(rules, classes, (60, 40), kinds, base=(0, -1)))


def test_points_that_go_against_a_rate_are_named(hearts: ScoreCard) -> None:
    rates = [(48, 60), (60, 72), (35, 42), (10, 12)]  # of ill; 5 of 11 of all rows are

    def said(*points: int) -> list[str]:
        rules = [
            scored((Condition("age", ">", float(place)),), 1, counts, (0, given))
            for place, (counts, given) in enumerate(zip(rates, points, strict=True))
        ]
        card = ScoreCard.of(rules, ("well", "ill"), (60, 50), {"age": "numeric"}, base=(0, 0))
        lines = card.to_text(width=200).splitlines()
        return [line for line in lines if line.startswith("The points of")]

    adds = "points say what a rule adds to the others that hold."
    assert said(1, 2, 1, 3) == []  # rules are listed by their points
    assert said(1, -2, 1, 3) == [f"The points of rule 4 go against its rate: {adds}"]
    assert said(-1, 2, -1, -3) == [f"The points of rules 2, 3 and 4 go against their rates: {adds}"]
    # 45.3 % of its rows are ill, 45.5 % of all: both are printed as 45 %.
    usual = scored((Condition("age", ">", 1.0),), 1, (35, 29), (0, 1))
    card = ScoreCard.of([usual], ("well", "ill"), (60, 50), {"age": "numeric"}, base=(0, 0))
    assert "The points of" not in card.to_text()
    assert "The points of" not in hearts.to_text()


def test_a_card_of_two_classes_has_points_a_score_and_a_table_of_scores(hearts: ScoreCard) -> None:
    assert str(hearts) == hearts.to_text(width=80) == WHOLE


def test_a_card_of_which_nothing_is_expected_may_be_chance(hearts: ScoreCard) -> None:
    usual = replace(hearts, promises=Promises(NO_BELIEF, n_folds=5))
    chance = (
        " These\nrules may be due to chance: on new rows, none is expected to beat the base rate."
    )
    assert str(usual) == WHOLE + chance
    assert "believed as if" not in usual.to_text(details=True)


def test_without_a_footer_the_tables_remain(hearts: ScoreCard) -> None:
    assert hearts.to_text(footer=False) == WHOLE.rsplit("\n\n", 1)[0]


def test_details_tell_of_the_search_and_of_probabilities(hearts: ScoreCard) -> None:
    tables, about = WHOLE.rsplit("\n\n", 1)
    assert about in DETAILED
    assert hearts.to_text(details=True) == f"{tables}\n\n{DETAILED}"


@pytest.mark.parametrize("word", ["nat", "price", "unit", "exp(", "tried", "p-value"])
def test_words_of_statistics_stand_in_details_alone(hearts: ScoreCard, word: str) -> None:
    assert word not in str(hearts).replace("that", "").replace("healthy", "")


def test_points_with_decimals_are_printed_with_all_of_them(credit: ScoreCard) -> None:
    assert str(credit) == REAL
    rule = replace(credit.rules[0], points=(0, 0.1 + 0.2))
    text = replace(credit, rules=(rule,)).to_text()
    assert " +0.30000000000000004 " in text
    assert "A score of 0.40000000000000001 or more predicts bad" in text


def test_the_numbers_of_a_rule_stand_in_its_first_line(credit: ScoreCard) -> None:
    assert promising(credit).to_text(width=62) == NARROW


def test_of_three_classes_each_has_its_rules_below_it() -> None:
    assert str(promising(three())) == THREE


def test_a_rule_with_points_for_several_classes_stands_below_each(leaves: ScoreCard) -> None:
    assert str(promising(leaves)) == SEVERAL


def test_twenty_six_classes_are_a_sheet_that_can_be_read() -> None:
    assert str(letters()) == LETTERS


def test_above_six_classes_a_rule_stands_below_each_class_it_gives_points_to() -> None:
    assert sheets().to_text(footer=False) == SHEETS


def test_long_names_go_on_below_and_push_no_number_away() -> None:
    assert str(long_names()) == LONG


def test_no_rules_say_which_class_every_row_gets(credit: ScoreCard) -> None:
    assert str(replace(credit, rules=())) == EMPTY


@pytest.mark.parametrize("width", [72, 80, 81, 95, 130])
def test_no_line_is_wider_than_asked_for(
    hearts: ScoreCard, credit: ScoreCard, leaves: ScoreCard, width: int
) -> None:
    for card in (hearts, promising(credit), promising(leaves), letters(), long_names()):
        for details in (False, True):
            lines = card.to_text(width=width, details=details).splitlines()
            assert max(map(len, lines)) <= width


def test_a_narrow_line_has_fewer_bands(hearts: ScoreCard) -> None:
    scores = hearts.to_text(width=50).split("\n\n")[2].splitlines()
    assert scores[0].split() == ["score", "≤", "−1", "0–2", "3–5", "6–8", "9–11", "≥", "12"]
    assert max(map(len, scores)) <= 50


def test_a_threshold_moves_the_cut_and_says_what_it_keeps(hearts: ScoreCard) -> None:
    card = replace(hearts, threshold=Threshold(3, "false positive rate", 0.1, 0.95, 60))
    text = " ".join(str(card).split())
    assert (
        "A score of 8 or more predicts ill, any other healthy; at most 10 % of the others get "
        "there (95 % confidence, by 60 rows held out). Cross-validated on 5 folds: AUC 0.91."
        in text
    )
    assert "wrong" not in text


@pytest.mark.parametrize(
    ("base", "said"),
    [
        (-14, "No row can reach it: the highest probability of ill is 27 %."),
        (-13, "No row can reach it: the highest probability of ill is 38 %."),
        (3, "Every row reaches it: the highest probability of healthy is 38 %."),
        (-5, ""),
    ],
)
def test_a_class_that_is_never_predicted_is_named(hearts: ScoreCard, base: int, said: str) -> None:
    card = replace(hearts, base=(0, base), default=int(base > 0))
    text = " ".join(str(card).split())
    assert said in text
    assert ("reach it:" in text or "reaches it:" in text) == bool(said)


def test_rows_that_training_lacks_may_reach_the_cut(hearts: ScoreCard) -> None:
    """No training row has the highest score that the points allow, or the lowest."""
    at_zero = Score(0.0, hearts.class_counts)
    for base, said in [(-11, "No training row reaches it: "), (1, "All training rows reach it: ")]:
        text = str(replace(hearts, scores=(at_zero,), base=(0, base), default=int(base > 0)))
        assert said in " ".join(text.split())


def test_an_equal_sum_goes_to_the_class_with_more_rows(credit: ScoreCard) -> None:
    assert "A score of 0.41 or more predicts bad, any other good." in str(credit)
    frequent = replace(credit, class_counts=(300, 700))
    assert "A score of 0.40 or more predicts bad, any other good." in str(frequent)


def test_a_missing_cell_that_is_a_value_is_told(credit: ScoreCard) -> None:
    text = str(replace(credit, missing="value"))
    assert "A missing cell is a value of its own: it meets ≠, and never ≤ or >." in text


def test_rates_of_rare_classes_have_decimals(credit: ScoreCard) -> None:
    rare = replace(credit, class_counts=(99_840, 160))
    assert "160 of 100,000 rows (0.2 %)." in str(rare)
    assert "16 of 100,000 rows (0.02 %)." in str(replace(credit, class_counts=(99_984, 16)))


def test_sums_of_weights_are_shortened(credit: ScoreCard, leaves: ScoreCard) -> None:
    first, *others = credit.rules
    shortened = replace(first, counts=(24.700000000514, 15.1 + 1e-9))
    weighted = replace(credit, class_counts=(700.0, 300.2500000514), rules=(shortened, *others))
    title, *lines = str(weighted).split("\n")
    assert title == "Score for credit = bad: 300.3 of 1,000.3 rows (30 %)."
    (line,) = [line for line in lines if line.startswith("1  ")]
    assert " 39.8 " in line
    for_each = replace(leaves, class_counts=(20.30000001, 44, 40, 12))
    assert " 20.3 " in str(for_each)


def test_a_rule_that_speaks_by_the_points_of_others_shows_them() -> None:
    rule = scored((Condition("sex", "=", "male"),), 1, (3, 0, 4), (2, 0, 3))
    card = ScoreCard.of([rule], ("a", "b", "c"), (3, 3, 4), {"sex": "nominal"}, base=(0, 0, 0))
    assert rule.against
    lines = [line for line in card.to_text().splitlines() if line.startswith("1  ")]
    given = [line.split()[4:] for line in lines]
    assert given == [["+2", "7", "43", "%"], ["0", "7", "0", "%"], ["+3", "7", "57", "%"]]
    assert card.consequence(0) == "0 points for b, +3 for c, +2 for a"


def test_a_rule_against_the_other_class_promises_the_same_as_one_for_this_class() -> None:
    """Of two classes "against no" is "for yes": wrong are the rows of no."""
    both = [scored((), head, (2, 8), (0, 1)) for head in (0, 1)]
    assert [rule.against for rule in both] == [True, False]
    texts = [
        str(promising(ScoreCard.of([rule], ("no", "yes"), (50, 50), {}, base=(0, 0))))
        for rule in both
    ]
    assert texts[0] == texts[1]
    assert "1  always      +1    10  80 %      75 %      ≥ 65 %" in texts[0]
