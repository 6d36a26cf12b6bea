"""Tests of all classifiers together over a subset, and their adjusted p-values."""

from typing import Any

import pandas as pd

from tenbyten.report.captions import caption
from tenbyten.report.contents import Contents
from tenbyten.report.document import Table, build, number_column
from tenbyten.report.formatting import EMPTY, format_metric, format_number, p_equals
from tenbyten.report.sections import columns

_OMNIBUS = {
    "friedman": "Friedman",
    "iman_davenport": "Iman and Davenport",
    "anova": "repeated-measures ANOVA",
}
_POST_HOC = {
    "nemenyi_p": "Nemenyi",
    "bonferroni_p": "Bonferroni",
    "holm_p": "Holm",
    "hochberg_p": "Hochberg",
    "hommel_p": "Hommel",
    "tukey_p": "Tukey",
    "signed_rank_p": "signed-rank",
    "signed_rank_holm_p": "its Holm",
    "signed_rank_hochberg_p": "its Hochberg",
    "signed_rank_hommel_p": "its Hommel",
}
_CONTROL = {
    "bonferroni_dunn_p": "Bonferroni-Dunn",
    "holm_p": "Holm",
    "hochberg_p": "Hochberg",
    "hommel_p": "Hommel",
    "dunnett_p": "Dunnett",
}
# Headings of the tests that compare two classifiers alone.
_OF_PAIRS = {title for p, title in _POST_HOC.items() if p.startswith("signed_rank")}


def ranks_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out average rank and mean of every classifier, the best first."""
    write, unit = format_metric(contents.metric, contents.settings["rope"])
    return build(
        frame.sort_values("average_rank", kind="stable"),
        [
            columns.name_column("classifier", contents.labels),
            ("average rank", "r", lambda line: format_number(line.average_rank, ".2f")),
            number_column(f"mean {unit}", "mean", write),
        ],
        name="ranks",
        title="Average ranks",
        caption=caption("ranks"),
    )


def omnibus_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out the tests of the hypothesis that all classifiers perform alike."""
    return build(
        frame,
        [
            ("test", "l", lambda line: _OMNIBUS[line.test]),
            number_column("statistic", "statistic", format_number),
            ("degrees of freedom", "r", _degrees),
            number_column("critical value", "critical", format_number),
            *columns.p_value_columns({"p": "p"}, contents),
            ("note", "l", lambda line: line.note or EMPTY),
        ],
        name="omnibus",
        title="Tests of all classifiers together",
        caption=caption("omnibus", s=contents.settings),
    )


def post_hoc_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out the adjusted p-values of all pairs."""
    return build(
        frame,
        [
            *columns.pair_columns(contents.labels),
            *columns.rank_columns(),
            *columns.p_value_columns(_POST_HOC, contents),
        ],
        name="post_hoc",
        title="All pairs, p adjusted for their number",
        caption=caption("post_hoc", s=contents.settings),
    )


def control_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out the adjusted p-values of every classifier against the control."""
    control = contents.labels[contents.settings["control"]]
    return build(
        frame,
        [
            columns.name_column("classifier", contents.labels),
            *columns.rank_columns(),
            *columns.p_value_columns(_CONTROL, contents),
        ],
        name="control",
        title=f"Against the control {control}, p adjusted",
        caption=caption("control", s=contents.settings),
    )


def without_findings(table: Table, omnibus: pd.DataFrame, contents: Contents) -> Table:
    """Take the bold type from ranks and means where Friedman's test does not reject.

    Signed-rank tests of each pair keep theirs: they do not need Friedman's test.
    """
    p = omnibus.set_index("test")["p"]["friedman"]
    if p < contents.settings["alpha"]:
        return table
    kept = [column.heading in _OF_PAIRS for column in table.columns]
    said = caption(
        "not_rejected", s=contents.settings, p=p_equals(p), of_pairs=any(kept)
    )
    bold = caption("bold", s=contents.settings)
    rows = [
        [
            cell if keep else cell._replace(strong=False, words="")
            for cell, keep in zip(row, kept, strict=True)
        ]
        for row in table.rows
    ]
    return table._replace(caption=table.caption.replace(bold, said), rows=rows)


def _degrees(line: Any) -> str:
    """Write one or two degrees of freedom."""
    degrees = [f"{x:g}" for x in (line.df1, line.df2) if not pd.isna(x)]
    return ", ".join(degrees) or EMPTY
