"""The claims of Pfahringer (1995) in plain sentences: what our samples say of each."""

from __future__ import annotations

from conjunct.experiments.curves import percent
from conjunct.experiments.knopf_results import KnopfTheories
from conjunct.experiments.knopf_trials import NOISE, SHARES


def fit_sentence(theories: KnopfTheories) -> str:
    """Say whether Quinlan's measure fits noise more than Pfahringer's, as the paper has it."""
    noisy = theories.where(choice="all", noise=NOISE[-1])
    by_name = [noisy.where(measure=measure) for measure in ("pfahringer", "quinlan")]
    (error, other_error), (size, other_size) = (
        [own.mean(column) for own in by_name] for column in ("error", "conditions")
    )
    larger = "is borne out" if other_size > size else "is not borne out"
    worse = "makes more errors" if other_error > error else "does not make more errors"
    return (
        f"The paper says that Quinlan's measure tends to fit the noise. At {NOISE[-1]} % noise its "
        f"theories have {other_size:.1f} conditions, Pfahringer's {size:.1f}: that {larger} in "
        f"size. It {worse}: {percent(other_error)} % against {percent(error)} %."
    )


def share_sentence(theories: KnopfTheories) -> str:
    """Say whether Quinlan's measure is too general for rare classes, too special for frequent."""
    own = theories.where(choice="all", measure="quinlan")
    said, agree = [], 0
    for name, claimed in (("minority", "general"), ("majority", "special")):
        called = own.where(share=name).mean("called")
        found = "general" if called > SHARES[name] else "special"
        agree += found == claimed
        said.append(
            f"{percent(called)} % of the rows where {percent(SHARES[name], 0)} % are, too {found}"
        )
    agrees = ("neither case", "one of the two cases", "both cases")[agree]
    return (
        "The paper says that theories by Quinlan's measure are too general for a class in the "
        "minority and too special for one in the majority. Here they say that a row is of the "
        f"class for {said[0]}, and for {said[1]}: as in the paper in {agrees}."
    )


def strategy_sentence(theories: KnopfTheories) -> str:
    """Say how often the strategy that wins tells that there is noise."""
    said = []
    for noise in NOISE:
        own = theories.where(choice="all", noise=noise, measure="pfahringer")
        shares = percent(own.share("p - n"), 0), percent(own.share("no rules"), 0)
        said.append(f"{shares[0]} % at {noise} % noise (no rules {shares[1]} %)")
    return (
        "Rules pruned by p − n are a sign of noise. Share of the samples in which Pfahringer's "
        f"measure chooses them: {', '.join(said)}."
    )
