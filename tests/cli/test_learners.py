from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from tests.cli.conftest import ONE_RULE
from typer import BadParameter
from typer.testing import Result

import conjunct
from conjunct.cards import FixedRidge
from conjunct.choose import LayeredCriterion, PayingRules, ProcessOriented
from conjunct.cli.learners import LEARNERS, Learner, Options, read_learner, read_learners
from conjunct.cover import IncrementalPruning
from conjunct.data import read_table
from conjunct.evaluate import Laplace, MEstimate
from conjunct.search import RefinementHeuristic
from conjunct.trees import ChiSquarePruning, Splitting

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

CN2 = LEARNERS["cn2"]
ADDED_UP = """\
loans.csv: 8 rows, 2 attributes, 2 classes, no missing cells. Target: status.

#  rule            class  rows  wrong  expected  at most
1  if income ≤ 20  bad       4      0    17.9 %   84.0 %
2  if income > 20  good      4      0    17.9 %   84.0 %
   otherwise       good      4 of 8 rows

2 rules, 2 conditions. The rows of all rules that hold are added up by class."""
COMPARED = """\
loans.csv: 8 rows, 2 attributes, 2 classes, no missing cells. Target: status.
4-fold cross-validation, stratified, seed 0.

learner                     error  rules  conditions  seconds
always the majority  50.0 % ± 0.0
cn2                   0.0 % ± 0.0    2.0         2.0     s
layered               0.0 % ± 0.0    2.0         2.0     s

rows that only one gets right  first  second      p
cn2 and layered                    0       0  1.000
"""
WRONG = [
    (["--set", "beam=3"], "'--set': cn2 has no parameter 'beam'; choose among beam_width, class"),
    (["--set", "n_jobs=3"], "cn2 has no parameter 'n_jobs'"),
    (["--set", "beam_width"], "'beam_width' is not NAME=VALUE"),
    (["--set", "=3"], "'=3' is not NAME=VALUE"),
    (["--set", "beam_width=0"], "beam_width must be a whole number from 1 up, not '0'"),
    (["--set", "beam_width="], "beam_width must be a whole number from 1 up, not ''"),
    (["--set", "stopping=soon"], "stopping must be one of 'laplace', 'poe', 'significance'"),
    (["--set", "ordered=1"], "ordered must be one of False, True, not '1'"),
    (["--set", "conditions==,<"], "conditions must be a tuple of some of"),
    (["--set", "max_rules=2", "--set", "max_rules=3"], "'max_rules' is given twice"),
    (["--set", "missing=value", "--missing", "fails"], "'missing' is given twice"),
    (["--set", "stopping.rate=raw"], "stopping=laplace has no parameter 'rate'; set it with stop"),
    (
        ["--set", "stopping=poe", "--set", "stopping.alpha=0.1"],
        "stopping=poe has no parameter 'alpha'; set it with stopping=significance",
    ),
    (
        ["--set", "stopping=poe", "--set", "stopping.speed=2"],
        "stopping=poe has no parameter 'speed'; choose among stopping.rate, stopping.form,",
    ),
    (["--set", "max_rules.most=2"], "set it with max_rules=pfahringer or max_rules=quinlan or"),
    (
        ["--set", "stopping=poe", "--set", "stopping.rate=least"],
        "stopping.rate must be one of 'm_estimate', 'raw', 'best', not 'least'",
    ),
    (["--set", "evaluation=m_estimate", "--set", "evaluation.m=-1"], "MEstimate must be a number"),
    (["--set", "evaluation=classes", "--set", "evaluation.k=2"], "has no parameter 'k'"),
    (["--set", "ordered.rate=raw"], "ordered=False has no parameter 'rate'"),
    (["--set", "ending.rate=raw"], "cn2 has no parameter 'ending.rate'; choose among beam_width"),
    (["--set", "stopping.rate=raw", "--set", "stopping.rate=raw"], "'stopping.rate' is given tw"),
]


@pytest.fixture(params=list(LEARNERS))
def learner(request: pytest.FixtureRequest) -> Learner:
    return LEARNERS[request.param]


def test_every_learner_learns_prints_and_saves(run: Run, loans: Path, learner: Learner) -> None:
    result = run(
        *("learn", loans, "--target", "status", "--learner", learner.name, "--save", "m.json"),
        *(ONE_RULE if learner.name == "card" else ()),
    )
    assert result.exit_code == 0, result.stderr
    assert re.search(r"income (≤|>) 20", result.stdout)
    assert run("predict", "m.json", loans).exit_code == 0


def test_every_learner_is_in_the_help(run: Run, learner: Learner) -> None:
    for command in ("learn", "evaluate"):
        text = " ".join(run(command, "--help").stdout.split())
        assert f"{learner.name} ({learner.summary})" in text


def test_every_default_can_be_set_as_it_is_written(learner: Learner) -> None:
    defaults = getattr(conjunct, learner.estimator)().get_params(deep=False)
    for name in learner.parameters():
        value = defaults[name]
        text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        made = learner.make(Options(texts={name: text}), n_jobs=1)
        assert made.get_params()[name] == value
        assert type(made.get_params()[name]) is type(value)


def test_an_option_takes_only_values_that_the_parameter_takes(run: Run) -> None:
    result = run("learn", "--time-limit", "0")
    assert (result.exit_code, result.stdout) == (2, "")
    sentence = "'--time-limit': time_limit must be a number above 0 or None, not 0.0"
    assert sentence in " ".join(result.stderr.split())


def test_cn2_prints_rules_that_are_added_up(run: Run, loans: Path) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--learner", "cn2")
    assert result.stdout.startswith(ADDED_UP)
    words = "loans.csv --target status --learner cn2"
    assert result.stdout.endswith(
        f"\nNext: conjunct evaluate {words}\n      conjunct learn {words} --save model.json\n"
    )


def test_knopf_says_whether_the_data_look_noisy(run: Run, loans: Path) -> None:
    said = run("learn", str(loans), "--target", "status", "--learner", "knopf").stdout
    assert "bits instead of" in said
    assert "look" in said.split("bits instead of")[1].split("Next:")[0]
    assert max(map(len, said.split("Next:")[0].splitlines())) <= 100


def test_the_class_that_knopf_learns_is_named_by_its_text(run: Run, write: Write) -> None:
    """Classes of a file are texts, also where they look like numbers."""
    table = write("t.csv", "x,y\n" + "a,1\n" * 6 + "b,0\n" * 6)
    for label, body in (("1", "x = a"), ("0", "x = b")):
        options = ["--learner", "knopf", "--set", f"positive={label}"]
        result = run("learn", table, "--target", "y", *options)
        assert f"if {body}" in result.stdout
        assert f"only rules of class {label}" in " ".join(result.stdout.split())
        assert f"--set positive={label}" in result.stdout
    result = run("learn", table, "--target", "y", "--learner", "knopf", "--set", "positive=2")
    assert result.exit_code == 1
    assert "positive='2' is not a class; the classes are '0' and '1'" in result.stderr


def test_the_next_command_learns_the_same_model(run: Run, loans: Path) -> None:
    options = ["--learner", "cn2", "--max-rules", "1", "--set", "ordered=true"]
    result = run("learn", "loans.csv", "--target", "status", *options)
    assert f"conjunct learn loans.csv --target status {' '.join(options)} --save" in result.stdout


def test_json_names_the_learner(run: Run, loans: Path) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--learner", "cn2", "--json")
    document = json.loads(result.stdout)
    assert (document["learner"], document["model"]["kind"]) == ("cn2", "rule set")


def test_parameters_set_on_the_command_line_reach_the_estimator(loans: Path) -> None:
    texts = ["evaluation=m_estimate", "evaluation.m=2.5", "ordered=True", "conditions==, >"]
    texts += ["max_rules=none", "stopping=poe", "stopping.rate=raw", "stopping.prior=2, 5"]
    made = CN2.make(Options.of(texts, max_conditions=2, min_coverage=None), n_jobs=3)
    expected = conjunct.CN2Classifier(
        evaluation=MEstimate(2.5),
        ordered=True,
        conditions=("=", ">"),
        stopping=ProcessOriented(rate="raw", prior=(2.0, 5.0)),
        max_conditions=2,
        n_jobs=3,
    ).set_params(promises=False)
    assert made.get_params() == expected.get_params()
    table = read_table(loans, target="status")
    assert made.fit_table(table).rules_ == expected.fit_table(table).rules_


@pytest.mark.parametrize(("arguments", "message"), WRONG)
@pytest.mark.parametrize("command", ["learn", "evaluate"])
def test_a_wrong_parameter_gets_one_sentence(
    run: Run, loans: Path, command: str, arguments: list[str], message: str
) -> None:
    result = run(command, loans, "--target", "status", "--learner", "cn2", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr.splitlines()[-1]


@pytest.mark.parametrize("name", ["cn2", "card"])
@pytest.mark.parametrize("command", ["learn", "evaluate"])
def test_a_flag_that_the_learner_does_not_know_is_refused(
    run: Run, command: str, name: str
) -> None:
    result = run(command, "--learner", name, "--search", "greedy")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"'--search': {name} has no parameter 'search'; use --learner layered" in result.stderr


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ([], "card"),
        (["--max-conditions", "2", "--min-coverage", "4", "--missing", "value"], "card"),
        (["--set", "size=2"], "card"),
        (["--max-rules", "1", "--learner", "layered"], "layered"),
    ],
)
def test_the_learner_is_the_card_or_the_one_that_is_named(
    run: Run, loans: Path, options: list[str], name: str
) -> None:
    result = run("learn", loans, "--target", "status", "--json", *options)
    assert json.loads(result.stdout)["learner"] == name


@pytest.mark.parametrize(
    ("options", "learners"),
    [
        (["--search", "greedy"], "--learner layered"),
        (["--max-width", "8", "--max-conditions", "2"], "--learner layered"),
        (["--set", "max_width=1"], "--learner layered"),
        (["--set", "beam_width=3", "--max-rules", "2"], "--learner cn2"),
    ],
)
def test_an_option_never_changes_the_learner_but_names_the_one_to_ask_for(
    run: Run, loans: Path, options: list[str], learners: str
) -> None:
    result = run("learn", loans, "--target", "status", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1].endswith(f"; use {learners}")


def test_every_learner_with_the_option_is_named(run: Run) -> None:
    said = run("learn", "--max-rules", "2").stderr.splitlines()[-1]
    named = {word for word in said.split() if word in LEARNERS}
    assert named == {one.name for one in LEARNERS.values() if "max_rules" in one.parameters()} | {
        "card"
    }


@pytest.mark.parametrize("option", ["--search=greedy", "--set=ordered=true"])
def test_options_that_no_default_learner_has_together_are_refused(run: Run, option: str) -> None:
    result = run("learn", option, "--set", "size=3")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "card has no parameter" in result.stderr.splitlines()[-1]


@pytest.mark.parametrize("text", ["size=accurate", "size=3", "points=real"])
def test_parameters_of_a_card_reach_it(run: Run, write: Write, text: str) -> None:
    rows = "".join(f"{n % 7},{n % 5},{'xy'[n % 7 + n % 5 > 4]}\n" for n in range(40))
    table = read_table(write("t.csv", f"a,b,class\n{rows}"), target="class")
    result = run("learn", "t.csv", "--target", "class", "--set", text, "--json", "--jobs", "1")
    name, _, value = text.partition("=")
    card = conjunct.ScoreCardClassifier(**{name: int(value) if value == "3" else value})
    model = json.loads(result.stdout)["model"]
    assert conjunct.load_model(json.dumps(model)) == card.fit_table(table).rules_
    assert name in model["training"]["changed"]
    plain = conjunct.ScoreCardClassifier().fit_table(table).rules_
    assert conjunct.load_model(json.dumps(model)) != plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size=large", "size must be a whole number from 0 up, 'small' or 'accurate', not 'large'"),
        ("size=-1", "size must be a whole number from 0 up, 'small' or 'accurate', not '-1'"),
        ("size=2.5", "size must be a whole number from 0 up, 'small' or 'accurate', not '2.5'"),
        ("points=whole", "points must be one of 'integer', 'real', not 'whole'"),
        ("class_weight=heavy", "class_weight must be one of None, 'balanced', not 'heavy'"),
        (
            "random_state=x",
            "random_state must be a whole number from 0 up to 4294967295 or None, not 'x'",
        ),
        ("monotonic_cst=1,0", "'monotonic_cst' is set by --monotonic of conjunct learn"),
        ("cuts=1", "'cuts' is set by --cuts of conjunct learn"),
    ],
)
def test_a_wrong_parameter_of_a_card_gets_one_sentence(run: Run, text: str, message: str) -> None:
    result = run("learn", "--set", text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr.splitlines()[-1]


def test_what_is_random_has_a_seed_unless_told_otherwise(learner: Learner) -> None:
    known = learner.make(Options(), n_jobs=1).get_params()
    assert known.get("random_state", 0) == 0
    if "random_state" in known:
        made = learner.make(Options.of(["random_state=none"]), n_jobs=1)
        assert made.get_params()["random_state"] is None


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("cn3", "'cn3' is not a learner; choose among card, layered, cn2"),
        ("cn2,", "'' is not a learner; choose among card, layered, cn2"),
        ("cn2,cn2", "'cn2' is listed twice"),
    ],
)
def test_a_wrong_learner_is_refused(run: Run, names: str, message: str) -> None:
    result = run("evaluate", "--learner", names)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    with pytest.raises(BadParameter):
        read_learners(names)


def test_learn_takes_one_learner(run: Run) -> None:
    assert "'layered,cn2' is not a learner" in run("learn", "--learner", "layered,cn2").stderr
    with pytest.raises(BadParameter, match="is not a learner"):
        read_learner("layered,cn2")


SHORT = ["loans.csv", "--target", "status", "--cv", "4", "--jobs", "1"]


def test_learners_are_compared_in_aligned_columns(run: Run, loans: Path) -> None:
    result = run("evaluate", *SHORT, "--learner", "cn2,layered", "--metric", "error")
    printed = re.sub(r" +\d+\.\d\d$", "     s", result.stdout, flags=re.MULTILINE)
    assert printed.startswith(COMPARED)


def test_learners_are_compared_in_the_order_given(run: Run, loans: Path) -> None:
    result = run("evaluate", *SHORT, "--learner", "layered,card,cn2")
    _, names, *_ = result.stdout.split("\n\n")
    first = [line.split()[0] for line in names.splitlines()]
    assert first == ["learner", "always", "layered", "card", "cn2"]


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ([], ["card", "ripper", "tree"]),
        (["--set", "size=1"], ["card", "ripper", "tree"]),
        (["--learner", "card"], ["card"]),
        (["--learner", "layered"], ["greedy", "layered", "extensive"]),
        (["--learner", "layered", "--search", "extensive,greedy"], ["extensive", "greedy"]),
        (["--learner", "layered", "--set", "search=greedy"], ["layered"]),
        (["--learner", "cn2"], ["cn2"]),
        (["--learner", "layered,cn2", "--search", "greedy,layered"], ["greedy", "layered", "cn2"]),
    ],
)
def test_what_is_compared_follows_from_learners_and_searches(
    run: Run, loans: Path, options: list[str], names: list[str]
) -> None:
    common = ["--target", "status", "--cv", "2", "--jobs", "1", "--json"]
    document = json.loads(run("evaluate", loans, *common, *options).stdout)
    assert [one["name"] for one in document["learners"]] == names


def test_a_parameter_goes_to_the_learners_that_have_it(run: Run, loans: Path) -> None:
    options = ["--learner", "layered,cn2", "--set", "max_rules=1", "--set", "ordered=true"]
    common = ["--target", "status", "--cv", "2", "--jobs", "1", "--json"]
    document = json.loads(run("evaluate", loans, *common, *options).stdout)
    assert [one["rules"] for one in document["learners"]] == [1.0, 1.0]
    wrong = run("evaluate", loans, *common, *options, "--set", "colour=red")
    assert "layered and cn2 have no parameter 'colour'" in wrong.stderr


@pytest.mark.parametrize(
    ("name", "texts", "parameter", "value"),
    [
        ("cn2", ["max_rules=quinlan", "max_rules.most=3"], "max_rules", PayingRules("quinlan", 3)),
        ("cn2", ["evaluation.k=4"], "evaluation", Laplace(4)),
        ("layered", ["criterion.patience=1"], "criterion", LayeredCriterion(1)),
        (
            "seco",
            ["refinement_heuristic.ties=random"],
            "refinement_heuristic",
            RefinementHeuristic(ties="random"),
        ),
        ("ripper", ["pruning.folds=5"], "pruning", IncrementalPruning(folds=5)),
        ("tree", ["pruning.max_p_chance=cv"], "pruning", ChiSquarePruning("cv")),
        (
            "tree",
            ["criterion=gain_ratio", "criterion.binary=true"],
            "criterion",
            Splitting("gain_ratio", binary=True),
        ),
        ("card", ["size.ridge=4"], "size", FixedRidge(4)),
        ("card", ["size.size=8", "size.ridge=0.5"], "size", FixedRidge(0.5, 8)),
    ],
)
def test_parameters_of_an_object_follow_a_dot(
    name: str, texts: list[str], parameter: str, value: object
) -> None:
    options = Options.of(texts)
    options.check([LEARNERS[name]])
    assert LEARNERS[name].values(options) == {parameter: value}
    assert options.words() == [word for text in texts for word in ("--set", text)]


def test_what_has_no_object_takes_no_parameters_after_a_dot() -> None:
    options = Options.of(["refinement_heuristic=wra", "refinement_heuristic.ties=random"])
    with pytest.raises(
        typer.BadParameter, match="refinement_heuristic=wra has no parameter 'ties'"
    ):
        options.check([LEARNERS["seco"]])


def test_parameters_after_a_dot_go_with_theirs() -> None:
    options = Options.of(["criterion.patience=1", "max_width=4"], search="greedy")
    assert options.all_set(but="criterion").texts == {"search": "greedy", "max_width": "4"}
