"""Processor seconds of fits with the compiled engine: save them, or compare two saved runs.

Run ``save`` with two versions of the package on an idle machine, one right after the other, and
``compare`` them. Each time is the shortest of a few fits, after one that loads compiled code.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
)
from conjunct.choose import LayeredCriterion
from conjunct.trees import Splitting
from public_tables import add_data_dir, public_table

R_W = {"criterion": Splitting("gain_ratio", binary=True), "pruning": "layered"}
FITS = {
    "card": (ScoreCardClassifier, {}, ("credit-a", "soybean", "kr-vs-kp", "adult", "letter")),
    "accurate card": (
        ScoreCardClassifier,
        {"size": "accurate"},
        ("credit-a", "soybean", "kr-vs-kp", "adult", "letter"),
    ),
    "tree": (RuleTreeClassifier, {}, ("letter", "spambase", "kr-vs-kp", "soybean", "adult")),
    "tree r_w": (RuleTreeClassifier, R_W, ("letter", "spambase", "kr-vs-kp", "soybean", "adult")),
    "tree reduced": (
        RuleTreeClassifier,
        {"pruning": "reduced_error", "random_state": 0},
        ("kr-vs-kp", "soybean", "credit-a", "vote"),
    ),
    "tree whole": (RuleTreeClassifier, {"pruning": None}, ("kr-vs-kp", "credit-a", "iris")),
    "cn2": (CN2Classifier, {}, ("credit-a", "kr-vs-kp", "soybean", "vote", "iris")),
    "cn2 ordered": (CN2Classifier, {"ordered": True}, ("credit-a", "kr-vs-kp", "soybean", "vote")),
    "greedy": (
        LayeredRuleClassifier,
        {"search": "greedy"},
        ("credit-a", "kr-vs-kp", "soybean", "vote", "iris"),
    ),
    "extensive": (
        LayeredRuleClassifier,
        {"search": "extensive", "max_width": 32},
        ("credit-a", "soybean", "vote"),
    ),
    "layered": (
        LayeredRuleClassifier,
        {
            "max_width": 64,
            "criterion": LayeredCriterion(patience=2),
        },  # so that all versions search the same number of widths
        ("credit-a", "soybean", "waveform-5000"),
    ),
    "ripper": (RipperClassifier, {"random_state": 0}, ("credit-a", "soybean", "segment", "vote")),
    "seco": (SeCoClassifier, {}, ("credit-a", "soybean", "segment", "vote")),
    "knopf": (KnopfClassifier, {}, ("credit-a", "soybean", "segment")),
}


def seconds_of_fits(folder: Path, repeats: int) -> dict[str, float]:
    """Return the shortest processor time of every fit."""
    found = {}
    for learner, (kind, params, names) in FITS.items():
        for name in names:
            table = public_table(folder, name)
            # Older versions do not know the parameter; repetitions of the search are not timed.
            params = {**params, **({"promises": False} if hasattr(kind(), "promises") else {})}
            _ = kind(engine="local", **params).fit_table(table).rules_
            times = []
            for _ in range(repeats):
                start = time.process_time()
                _ = kind(engine="local", **params).fit_table(table).rules_
                times.append(time.process_time() - start)
            found[f"{learner} {name}"] = min(times)
            print(f"{learner} {name}: {min(times):.4f} s", flush=True)
    return found


def main() -> None:
    """Run one of the two commands."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    save = commands.add_parser("save")
    add_data_dir(save)
    save.add_argument("out", type=Path)
    save.add_argument("--repeats", type=int, default=3)
    both = commands.add_parser("compare")
    both.add_argument("before", type=Path)
    both.add_argument("after", type=Path)
    args = parser.parse_args()
    if args.command == "save":
        args.out.write_text(json.dumps(seconds_of_fits(args.data_dir, args.repeats)))
        return
    before, after = (json.loads(path.read_text()) for path in (args.before, args.after))
    for name in sorted(before.keys() & after.keys()):
        ratio = after[name] / before[name]
        print(f"{name:26s} {before[name]:8.4f} {after[name]:8.4f} {ratio:6.2f}")


if __name__ == "__main__":
    main()
