"""The participants: environments with the packages to install, and the learners they run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True)
class Environment:
    """An environment in which learners run.

    Parameters
    ----------
    name : str
        Name of its folder.
    package : str
        The installed package, which has the version; empty for this Python and for Java.
    worker : str
        Module or Java file in `peers/workers`.
    encoding : str
        How tables are encoded for its learners, and how missing values are treated.
    needs : tuple of str
        Packages that the package imports but does not require.
    compiles : bool
        Whether its worker takes minutes to compile; it is then called once with "compile".
    """

    name: str
    package: str
    worker: str
    encoding: str
    needs: tuple[str, ...] = ()
    compiles: bool = False


@dataclass(frozen=True)
class Learner:
    """One line of the table and one point of the picture.

    Parameters
    ----------
    name : str
        Name in tables and pictures.
    environment : Environment
        Environment in which it runs.
    key : str
        Its name for the worker.
    path : str
        Learners with the same path are one learner in several sizes; the picture joins them.
    is_named : bool
        Whether it is named in the picture and has a line in the printed tables; if not, it is only
        a step of its path.
    has_seed : bool
        Whether it is random. It is then run with several seeds.
    two_classes : bool
        Whether it supports only two classes.
    runs : {"always", "once", "asked"}
        If there are several partitions of the rows, whether it runs on all ("always") or on the
        first ("once"). The slowest learners run only if they are named ("asked"); stored results
        are shown in any case.
    """

    name: str
    environment: Environment
    key: str
    path: str = ""
    is_named: bool = True
    has_seed: bool = False
    two_classes: bool = False
    runs: Literal["always", "once", "asked"] = "always"

    @property
    def is_ours(self) -> bool:
        """Whether it is part of this package."""
        return self.environment is CONJUNCT


CONJUNCT = Environment(
    "conjunct",
    "",
    "ours",
    "tables as they are; a missing value satisfies no condition, in trees it goes the usual way",
)
SCIKIT_LEARN = Environment(
    "scikit-learn",
    "scikit-learn",
    "scikit_learn",
    "a column of zeros and ones for every value of a nominal attribute, missing numbers stay NaN; "
    "gradient boosting gets codes and knows which are nominal; logistic regression gets the median "
    "for missing numbers, and scaled columns, or zeros and ones for the bins between the deciles "
    "of the training rows, where missing is a bin of its own",
)
WEKA = Environment("weka", "", "Weka.java", "ARFF; missing values as each learner of Weka does")
IMODELS = Environment(
    "imodels",
    "imodels",
    "imodels",
    "zeros and ones as for scikit-learn, the median for missing numbers; GreedyRuleList learns a "
    "list a class where there are more than two",
    needs=("six",),
)
BOOMER = Environment(
    "mlrl-boomer",
    "mlrl-boomer",
    "mlrl",
    "codes with nominal attributes named as such, NaN for missing values; an output a class, and "
    "for the rarer one of two; where several classes are predicted the rarest is taken, where none "
    "is the most frequent",
)
SECO = Environment("mlrl-seco", "mlrl-seco", "mlrl", BOOMER.encoding)
WITTGENSTEIN = Environment(
    "wittgenstein",
    "wittgenstein",
    "wittgenstein",
    "text for nominal attributes, missing is a value of its own; the median for missing numbers; "
    "rules of the rarer of two classes, a rule set a class where there are more, of which the one "
    "with the highest probability decides",
)
ORANGE = Environment(
    "orange3", "orange3", "orange", "nominal and numeric as they are, missing values are unknown"
)
RISK_SCORES = Environment(
    "imodels-risk-scores",
    "imodels",
    "risk_scores",
    "a frame with text for nominal attributes and gaps for missing values",
    needs=("six", "numba"),
    compiles=True,
)
FASTERRISK = Environment(
    "fasterrisk",
    "fasterrisk",
    "fasterrisk",
    "zeros and ones for at most each decile of the training rows, for nominal values, and for "
    "missing ones",
)
OPTBINNING = Environment(
    "optbinning",
    "optbinning",
    "optbinning",
    "a frame with text for nominal attributes and gaps for missing values; bins of its own, "
    "weighed by scikit-learn's logistic regression",
)
EBM = Environment(
    "interpret-core",
    "interpret-core",
    "ebm",
    "numbers and text, with gaps for missing values; its kinds of attributes are named",
)
LICKETYSPLIT = Environment(
    "licketysplit",
    "licketysplit",
    "licketysplit",
    "zeros and ones as for scikit-learn and the median for missing numbers, then cut by its own "
    "binarizer",
)


def _card(size: int | str, is_named: bool = True) -> Learner:
    name = f"score card, {size}" + (" conditions" if isinstance(size, int) else "")
    card = Learner(name, CONJUNCT, f"card size={size}", path="score card", has_seed=True)
    return card if is_named else replace(card, is_named=False, runs="once")


FIELD = (
    _card(3, is_named=False),
    _card(5),
    _card(10, is_named=False),
    _card("small"),
    _card(40, is_named=False),
    _card("accurate"),
    Learner("RipperClassifier", CONJUNCT, "ripper", has_seed=True),
    Learner("LayeredRuleClassifier", CONJUNCT, "layered", runs="once"),
    Learner("SeCoClassifier", CONJUNCT, "seco"),
    Learner("CN2Classifier", CONJUNCT, "cn2", runs="once"),
    Learner("RuleTreeClassifier", CONJUNCT, "tree"),
    Learner("KnopfClassifier", CONJUNCT, "knopf", runs="once"),
    Learner("decision tree", SCIKIT_LEARN, "tree"),
    Learner("logistic regression", SCIKIT_LEARN, "logistic"),
    Learner("logistic regression, deciles", SCIKIT_LEARN, "logistic-deciles"),
    Learner("random forest", SCIKIT_LEARN, "forest"),
    Learner("Weka J48", WEKA, "trees.J48"),
    Learner("Weka PART", WEKA, "rules.PART"),
    Learner("Weka JRip", WEKA, "rules.JRip"),
    Learner("FastRiskScore, 5 points", RISK_SCORES, "5", two_classes=True),
    Learner("FastRiskScore, 13 points", RISK_SCORES, "13", two_classes=True),
    Learner("FasterRisk, 5 points", FASTERRISK, "5", two_classes=True, runs="once"),
    Learner("FasterRisk, 13 points", FASTERRISK, "13", two_classes=True, runs="asked"),
    Learner("optbinning Scorecard", OPTBINNING, "scorecard", two_classes=True, runs="once"),
    Learner("LicketySPLIT", LICKETYSPLIT, "tree", runs="asked"),
    Learner("imodels FIGS", IMODELS, "figs", runs="once"),
    Learner("imodels GreedyRuleList", IMODELS, "greedy-list", runs="once"),
    Learner("tree, cost complexity", SCIKIT_LEARN, "tree-ccp", runs="once"),
    Learner("mlrl-seco", SECO, "seco", runs="once"),
    Learner("mlrl-boomer", BOOMER, "boomer", runs="once"),
    Learner("EBM without pairs", EBM, "ebm-no-pairs", runs="once"),
    Learner("gradient boosting", SCIKIT_LEARN, "boosting", runs="once"),
    Learner("wittgenstein RIPPER", WITTGENSTEIN, "ripper", runs="asked"),
    Learner("Orange CN2", ORANGE, "cn2", runs="asked"),
    Learner("EBM", EBM, "ebm", runs="asked"),
)
"""All learners, quick ones first, so that an interrupted run has most of them."""


def chosen(names: list[str] | None) -> tuple[Learner, ...]:
    """Return the learners with these names, or all of them; refuse an unknown name."""
    known = {learner.name: learner for learner in FIELD}
    for name in names or ():
        if name not in known:
            raise SystemExit(f"error: no learner is called {name!r}; there are {', '.join(known)}")
    return tuple(known[name] for name in names) if names else FIELD
