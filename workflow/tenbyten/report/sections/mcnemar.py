"""McNemar's test of every pair, on the predictions of single runs."""

import pandas as pd

from tenbyten.layout import FILES
from tenbyten.report.captions import caption
from tenbyten.report.contents import Contents
from tenbyten.report.document import ColumnOfLines, Table, build, number_column
from tenbyten.report.sections.columns import pair_columns


def mcnemar_section(contents: Contents) -> list[Table]:
    """Count the data sets on which McNemar's test finds a difference, by pair."""
    if contents.mcnemar is None:
        return []
    alpha = contents.settings["alpha"]
    counts = _significant(contents.mcnemar, alpha)
    datasets = contents.mcnemar["dataset"].nunique()
    runs = contents.mcnemar["run"].nunique()
    columns: list[ColumnOfLines] = [
        *pair_columns(contents.labels),
        number_column("column better", "better", str),
        number_column("row better", "worse", str),
    ]
    if runs > 1:
        columns.append(number_column("column better, all runs", "better_range", str))
        columns.append(number_column("row better, all runs", "worse_range", str))
    table = build(
        counts,
        columns,
        name="mcnemar",
        title="McNemar's test on each data set",
        caption=caption("mcnemar", s=contents.settings, datasets=datasets),
        csv=FILES["mcnemar"],
    )
    return [table]


def _significant(tests: pd.DataFrame, alpha: float) -> pd.DataFrame:
    """Count the data sets with a difference for and against the column of each pair."""
    found = tests["p_two_sided"] < alpha
    sides = {
        "better": found & (tests["only_column"] > tests["only_row"]),
        "worse": found & (tests["only_column"] < tests["only_row"]),
    }
    lines = tests[["row", "column", "run"]].assign(**sides)
    by_run = lines.groupby(["row", "column", "run"], sort=False)[[*sides]].sum()
    by_pair = by_run.groupby(["row", "column"], sort=False)
    counts = by_pair.first()
    for side in sides:
        least, most = by_pair[side].min(), by_pair[side].max()
        pairs = zip(least, most, strict=True)
        counts[f"{side}_range"] = [
            f"{a}" if a == b else f"{a} to {b}" for a, b in pairs
        ]
    return counts.reset_index()
