"""A subset's comparisons as tables for people."""

import pandas as pd

from tenbyten.report.layout import heading
from tenbyten.report.numbers import EMPTY, number, percent, probability, three
from tenbyten.report.tables import Cell, Column, Table, build

_OMNIBUS = {
    "friedman": "Friedman",
    "iman_davenport": "Iman and Davenport",
    "anova": "repeated-measures ANOVA",
}
TESTS = {
    "poisson": "Poisson",
    "signed_rank": "signed-rank",
    "sign": "sign",
    "paired_t": "paired t",
}

# Names and headings of the adjusted p-values of all pairs and against a control.
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


def tables_of(contents, subset):
    """Lay all comparisons over a subset out.

    Parameters
    ----------
    contents : Contents
    subset : str

    Returns
    -------
    list of Table
        Of those that the study has; the decisions are not among them.
    """
    makers = {
        "ranks": (_ranks,),
        "omnibus": (_omnibus,),
        "pairwise": (_wins, _pairwise),
        "post_hoc": (_post_hoc,),
        "control": (_control,),
        "replicability": (_replicability,),
    }
    tables = []
    for name, functions in makers.items():
        frame = contents.by_subset[subset][name]
        if frame is None:
            continue
        for make in functions:
            table = make(frame, contents)
            title = f"{table.title}: {heading(contents.spans[subset]).lower()}"
            file = f"comparisons/{subset}/{name}.csv"
            stem = f"{subset}-{table.name}"
            tables.append(table._replace(name=stem, title=title, csv=file))
    return tables


def _ranks(frame, contents):
    """Average rank and mean of every classifier, the best first."""
    write, unit = written(contents)
    columns = [
        ("classifier", False, lambda line: contents.labels[line.classifier]),
        ("average rank", True, lambda line: number(line.average_rank, ".2f")),
        (f"mean {unit}", True, lambda line: write(line.mean)),
    ]
    caption = "Rank 1 is the best on a data set; equals share their ranks."
    return build(
        frame.sort_values("average_rank", kind="stable"),
        columns,
        name="ranks",
        title="Average ranks",
        caption=caption,
    )


def _omnibus(frame, contents):
    """Tests that all classifiers perform alike."""
    columns = [
        ("test", False, lambda line: _OMNIBUS[line.test]),
        ("statistic", True, lambda line: number(line.statistic)),
        ("degrees of freedom", True, _degrees),
        ("critical value", True, lambda line: number(line.critical)),
        ("p", True, lambda line: _p(line.p, contents)),
    ]
    return build(
        frame,
        columns,
        name="omnibus",
        title="Tests of all classifiers together",
        caption="Each asks whether all classifiers perform alike. "
        f"{_bold(contents)} Critical values are those at alpha.",
    )


def _wins(frame, contents):
    """Wins, ties and losses of every column against every row."""
    found = {}
    for line in frame.itertuples(index=False):
        counts = (line.wins, line.ties, line.losses)
        significant = (line.significant_wins, line.significant_losses)
        found[line.row, line.column] = (counts, significant)
        found[line.column, line.row] = (counts[::-1], significant[::-1])
    rows = [
        [Cell(label), *(_counts(found.get((row, x))) for x in contents.labels)]
        for row, label in contents.labels.items()
    ]
    return Table(
        name="wins",
        title="Wins, ties and losses",
        caption="Data sets on which the column's classifier is better than the row's, "
        "equal, worse. In brackets those on which it is significantly better, worse: "
        f"corrected resampled t-test, two-sided, alpha = {contents.settings['alpha']}.",
        columns=[Column("", False), *(Column(x) for x in contents.labels.values())],
        rows=rows,
    )


def _pairwise(frame, contents):
    """Every test of a pair over the data sets."""
    write, unit = written(contents)
    points = "percentage points" if unit.endswith("(%)") else contents.metric
    tests = {
        "sign": "sign_p",
        "t": "t_p",
        "t, relative": "relative_t_p",
        "signed-rank": "signed_rank_p",
    }
    bayesian = {
        "Bayesian sign": "bayesian_sign",
        "Bayesian signed-rank": "bayesian_signed_rank",
        "hierarchical": "hierarchical",
    }
    columns = [
        *_pair(contents),
        ("data sets", True, lambda line: number(line.n, "g")),
        (f"difference ({points})", True, lambda line: write(line.mean_difference)),
        *(
            (f"p: {name}", True, lambda line, c=c: _p(getattr(line, c), contents))
            for name, c in tests.items()
        ),
        *(
            (f"P: {name}", True, lambda line, c=c: _regions(line, c))
            for name, c in bayesian.items()
        ),
        ("note", False, lambda line: line.note or EMPTY),
    ]
    return build(
        frame,
        columns,
        name="pairwise",
        title="Pairwise tests",
        caption="A difference is positive where the column is better. p are two-sided. "
        "P are the probabilities that the row is better / both are practically equal "
        f"(rope = {contents.settings['rope']:g}) / the column is better. "
        f"{_bold(contents)}",
    )


def _post_hoc(frame, contents):
    """Adjusted p-values of all pairs."""
    columns = [*_pair(contents), *_rank_difference(), *_adjusted(_POST_HOC, contents)]
    return build(
        frame,
        columns,
        name="post_hoc",
        title="All pairs, p adjusted for their number",
        caption="Rank difference: the row's average rank minus the column's; positive: "
        "the column is better. Nemenyi, Bonferroni, Holm, Hochberg, Hommel: from z of "
        "the ranks; Tukey: from the means; the last three adjust p of the signed-rank "
        f"test. All two-sided. {_bold(contents)}",
    )


def _control(frame, contents):
    """Adjusted p-values of every classifier against the control."""
    columns = [
        ("classifier", False, lambda line: contents.labels[line.classifier]),
        *_rank_difference(),
        *_adjusted(_CONTROL, contents),
    ]
    control = contents.labels[contents.settings["control"]]
    return build(
        frame,
        columns,
        name="control",
        title=f"Against the control {control}, p adjusted",
        caption=f"Rank difference: the control's average rank minus the classifier's; "
        f"positive: the classifier is better. {_bold(contents)}",
    )


def _replicability(frame, contents):
    """How often random subsets of data sets lead to the same decision."""
    tests = list(dict.fromkeys(frame["test"]))
    pairs = ["row", "column", "drawn", "draws"]
    wide = frame.pivot(index=pairs, columns="test").reindex(
        pd.MultiIndex.from_frame(frame[pairs].drop_duplicates())
    )
    heads = [
        "row",
        "column",
        "data sets drawn",
        "draws",
        *(TESTS[test] for test in tests),
    ]
    rows = [
        [
            *(Cell(contents.labels[name]) for name in key[:2]),
            *(Cell(number(count, "g")) for count in key[2:]),
            *(
                Cell(
                    f"{number(line['replicability_e', test], '.2f')} / "
                    f"{number(line['replicability_p', test], '.2f')}"
                )
                for test in tests
            ),
        ]
        for key, line in wide.iterrows()
    ]
    return Table(
        name="replicability",
        title="Replicability",
        caption="R(e) / R(p) of each test on random subsets of the data sets. R(e): "
        "the probability that two such subsets lead to the same decision. R(p): one "
        "minus twice the variance of p. One is the best for both.",
        columns=[Column(head, i > 1) for i, head in enumerate(heads)],
        rows=rows,
    )


def written(contents):
    """How the study's metric is written, and what a heading calls it.

    Returns
    -------
    write : callable
        Makes a value into text: an accuracy in percent.
    unit : str
    """
    if contents.metric == "accuracy":
        return percent, "accuracy (%)"
    return lambda value: number(value, ".4f"), contents.metric


def _pair(contents):
    """The columns that name a pair."""
    return [
        ("row", False, lambda line: contents.labels[line.row]),
        ("column", False, lambda line: contents.labels[line.column]),
    ]


def _rank_difference():
    """The columns on the difference of average ranks."""
    return [
        ("rank difference", True, lambda line: number(line.rank_difference, ".2f")),
        ("z", True, lambda line: number(line.z)),
        ("p", True, lambda line: probability(line.p)),
    ]


def _adjusted(names, contents):
    """The columns of adjusted p-values."""
    return [
        (title, True, lambda line, c=column: _p(getattr(line, c), contents))
        for column, title in names.items()
    ]


def _p(value, contents):
    """A p-value, bold below alpha."""
    small = value < contents.settings["alpha"]
    return Cell(probability(value), small, words="significant" if small else "")


def _bold(contents):
    """Say what bold type means."""
    return f"Bold: p below alpha = {contents.settings['alpha']}."


def _regions(line, test):
    """The three probabilities of a Bayesian test."""
    return three(
        [getattr(line, f"{test}_{side}") for side in ("row", "rope", "column")]
    )


def _degrees(line):
    """One or two degrees of freedom."""
    degrees = [line.df1, line.df2]
    return ", ".join(f"{x:g}" for x in degrees if x == x) or EMPTY


def _counts(found):
    """Wins/ties/losses, and the significant ones in brackets."""
    if found is None:
        return Cell(EMPTY)
    counts, significant = found
    together = "/".join(f"{count:g}" for count in counts)
    return Cell(f"{together} ({'/'.join(f'{count:g}' for count in significant)})")
