"""The tables that heuristics are learned from, and those that they are judged on.

Janssen & Fürnkranz (2007) take 27 tables to learn from and 30 others to judge, and list them in a
report of their own. Ours follow those lists as far as the two can be kept apart: versions of the
same data stand on one side only. So of the hypothyroid files, of glass, vote and monks, and of
Cleveland's heart patients there is nothing among the tables that judge; of credit approval, horse
colic, bridges and lymphography there is nothing among those that teach.
"""

from __future__ import annotations

TRAINING_TABLES = (
    *("anneal", "audiology", "breast-cancer", "cleveland", "contact-lenses", "glass", "glass2"),
    *("haberman", "hepatitis", "hypothyroid-3163", "iris", "kr-vs-kp", "labor", "monks-1"),
    *("monks-2", "monks-3", "mushroom", "post-operative", "sick-euthyroid", "soybean", "spect"),
    *("tic-tac-toe", "titanic", "vote", "vote-1", "vowel", "wine"),
)
"""Rules of these are examples; choices between learned heuristics are made on them too."""

EVALUATION_TABLES = (
    *("arrhythmia", "auto-mpg", "autos", "balance-scale", "balloons", "breast-w", "bridges2"),
    *("car", "colic", "colic.ORIG", "column2C", "credit-a", "credit-g", "diabetes"),
    *("echocardiogram", "flag", "hayes-roth", "heart-h", "heart-switzerland", "heart-va"),
    *("ionosphere", "liver-disorders", "lymph", "machine", "primary-tumor", "promoters"),
    *("segment", "solar-flare-1", "solar-flare-2", "sonar", "splice", "zoo"),
)
"""Never used in training, nor for any choice."""
