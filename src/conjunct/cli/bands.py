"""`conjunct bands`: bad rates by score band, KS and Gini."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from conjunct.cli.known_rows import open_known_rows
from conjunct.cli.option import option
from conjunct.cli.options import AsJson, Model, ReadingWeightedRows, TableToPredict
from conjunct.cli.streams import say, say_json
from conjunct.errors import ModelError

if TYPE_CHECKING:
    from conjunct.model import RiskBand, ScoreCard, Separation

EXAMPLES = """\b
Examples:
  conjunct bands loans.json last_year.csv
  conjunct bands loans.json last_year.csv --target outcome --bands 5
"""

HEADINGS = ("score", "rows", "bad", "bad rate", "predicted", "rows ≤", "bad ≤", "good ≤", "KS")


def bands(
    model: Model,
    table: TableToPredict,
    *,
    target: Annotated[
        str | None,
        option("NAME", "The column with the classes; by default the one that the model predicts."),
    ] = None,
    n_bands: Annotated[int, option("N", "Largest number of bands.", "--bands", min=1)] = 10,
    reading: ReadingWeightedRows,
    as_json: AsJson = False,
) -> None:
    """Print bad rates by score band, KS and Gini.

    For a card of two classes and rows of known class. Bands have about equal numbers of rows, and
    are printed with their bad rate and the rate that the card predicts. The bad class is the one
    that the points are for; on a scale it is the other one.
    """
    from conjunct.model import ScoreCard, load_model
    from conjunct.model.separation import risk_bands, scored_rows, separation_of

    card = load_model(model)
    if not isinstance(card, ScoreCard):
        raise ModelError(f"{model} is a {card.KIND}, which has no score; bands are for score cards")
    rows, classes = open_known_rows(card, table, target, reading)
    found = scored_rows(card, rows, classes)
    listed, measured = risk_bands(found, n_bands), separation_of(found)
    if as_json:
        say_json(_document(card, rows.name, measured, listed))
        return
    say(f"{rows.name}: {_title(card, measured)}\n")
    say("\n".join(_lines(card, listed)))
    say(f"\n{_summary(card, measured)}")


def _document(
    card: ScoreCard, name: str, measured: Separation, listed: list[RiskBand]
) -> dict[str, Any]:
    classes = {"bad_class": card.classes[1 - card.good], "good_class": card.classes[card.good]}
    return {
        "table": name,
        **classes,
        **measured.to_dict(),
        "bands": [asdict(one) for one in listed],
    }


def _title(card: ScoreCard, measured: Separation) -> str:
    from conjunct.model.notation import amount_text, count_text, label_text, rate_text

    bad = f"{label_text(card.target)} = {label_text(card.classes[1 - card.good])}"
    share = rate_text(measured.bad / measured.rows)
    rows, n_bad = count_text(measured.rows, "row"), amount_text(measured.bad)
    return f"{rows}, {n_bad} of them ({share}) bad: {bad}."


def _lines(card: ScoreCard, listed: list[RiskBand]) -> list[str]:
    from conjunct.model.notation import amount_text, percent_text
    from conjunct.model.printed.entries import columns

    def share(one: float | None) -> str:
        return "–" if one is None else percent_text(one)

    rows = [
        (
            _scores(card, band),
            amount_text(band.rows),
            amount_text(band.bad),
            *map(share, (band.bad_rate, band.predicted, band.share)),
            *map(share, (band.share_bad, band.share_good, band.ks)),
        )
        for band in listed
    ]
    return columns([HEADINGS, *rows])


def _scores(card: ScoreCard, band: RiskBand) -> str:
    low, high = (score_text(card, one) for one in (band.low, band.high))
    return low if low == high else f"{low} to {high}"


def score_text(card: ScoreCard, score: float) -> str:
    """Write a score with the decimals of its card."""
    from conjunct.model.points import whole, whole_text

    return whole_text(whole(score, card.score_decimals), card.score_decimals)


def _summary(card: ScoreCard, measured: Separation) -> str:
    from conjunct.model.notation import percent_text

    meaning = (
        "Columns with ≤: the share of all, of bad and of good rows up to the highest score of the "
        "band."
    )
    if measured.ks is None or measured.auc is None or measured.ks_score is None:
        return f"{meaning}\nKS and Gini need rows of both classes."
    at = score_text(card, measured.ks_score)
    ks = f"KS {percent_text(measured.ks)}, at a score of {at}."
    return f"{meaning}\n{ks} Gini {measured.gini:.3f}, AUC {measured.auc:.3f}."
