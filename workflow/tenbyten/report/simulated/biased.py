"""Report of problem ``biased``: power and replicability on data sets chosen by bias."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.report.document import Cell, Column, Table, build, number_column
from tenbyten.report.figures.plan import Planned
from tenbyten.report.formatting import format_number, join_words
from tenbyten.report.simulated.figures.biased import (
    ALL,
    NAMES,
    TWO,
    draw_measures,
    draw_post_hoc,
)

Tables = Mapping[str, pd.DataFrame]
Settings = Mapping[str, Any]

# Table 7 of Demsar (2006): median over its 21 pairs of the mean p of the Wilcoxon test
# divided by that of the paired t-test.
PUBLISHED_RATIO = 0.44

_PAIR = ["row", "column"]
_OMNIBUS = ("friedman", "anova")
# Comparisons that section 4.2 speaks of.
_COMPARED = (
    ("signed_rank", "paired_t"),
    ("signed_rank", "paired_t_relative"),
    ("signed_rank", "sign_test"),
    ("paired_t_relative", "paired_t"),
)
_COUNTS = {
    "rejection_rate": ("more_rejections", 1),
    "mean_p": ("lower_mean_p", -1),
    "replicability_p": ("higher_r_p", 1),
    "replicability_e": ("higher_r_e", 1),
}


class BiasedPage:
    """Tables, figures and sentences of draws that favour one classifier."""

    methods = (
        "signed_rank",
        "sign",
        "friedman",
        "iman_davenport",
        "nemenyi",
        "bonferroni",
        "holm",
        "hochberg",
        "hommel",
        "tukey",
        "dunnett",
        "replicability",
    )

    def facts(self, settings: Settings) -> list[tuple[str, str]]:
        """Describe the draws, as `Page.facts`."""
        asked = settings["simulation"]
        return [
            (
                "draws",
                f"{asked['draws']:,} for each pair and bias, each of {asked['drawn']} "
                f"data sets without replacement",
            ),
            ("bias", join_words(f"{k:g}" for k in asked["bias"])),
            ("signed-rank test", settings["signed_rank"]),
            ("size of the tests", f"{settings['alpha']:g}, two-sided"),
        ]

    def sentences(self, collected: Tables, settings: Settings) -> list[str]:
        """Say which tests reject more, and how alike they decide."""
        estimates, asked = collected["estimates"], settings["simulation"]
        wide = _by_test(estimates, asked["tabulated"])
        orders = _orders(wide)
        said = [
            f"The {NAMES[line.test]} rejects more often than the {NAMES[line.other]} "
            f"for {line.more_rejections} of {line.pairs} ordered pairs at bias "
            f"{asked['tabulated']:g}; its mean p is the lower for {line.lower_mean_p}, "
            f"its R(p) the higher for {line.higher_r_p}, its R(e) for "
            f"{line.higher_r_e}."
            for line in orders.itertuples()
        ]
        row, column = _chosen_by(collected, settings)
        of_pair = _of_pair(estimates, row, column, "pair")
        return [
            *said,
            _one_tail(wide, asked["tabulated"]),
            _omnibus(of_pair, row, column),
            *(
                _post_hoc(_of_pair(estimates, *pair, "pair"), *pair)
                for pair in _shown(collected, settings)
            ),
        ]

    def tables(self, collected: Tables, settings: Settings) -> list[Table]:
        """Lay out Table 7 and the orders of the tests, as `Page.tables`."""
        estimates, k = collected["estimates"], settings["simulation"]["tabulated"]
        wide, names = _by_test(estimates, k), list(estimates["column"].unique())
        of_tests = [_table_7(wide, names, test, k) for test in TWO]
        return [_orders_table(wide, k), *of_tests]

    def figures(self, collected: Tables, settings: Settings) -> list[Planned]:
        """List figures of the pairs shown and of all classifiers, as `Page.figures`."""
        estimates, alpha = collected["estimates"], settings["alpha"]
        planned = []
        for row, column in _shown(collected, settings):
            lines = _of_pair(estimates, row, column)
            two = partial(
                draw_measures,
                lines[lines["selection"] == "pair"],
                TWO,
                title=f"Tests of {row} and {column} on draws that favour {column}",
                alpha=alpha,
            )
            post_hoc = partial(
                draw_post_hoc, lines, row=row, column=column, alpha=alpha
            )
            for kind, draw in (("two_classifiers", two), ("post_hoc", post_hoc)):
                name = f"{kind}-{row}-{column}"
                planned.append(Planned(name, kind, "", row, column, draw))
        row, column = _chosen_by(collected, settings)
        of_all = partial(
            draw_measures,
            _of_pair(estimates, row, column, "pair"),
            ALL,
            title=f"Tests of all classifiers on draws that favour {column} over {row}",
            alpha=alpha,
        )
        at = Planned("all_classifiers", "all_classifiers", "", row, column, of_all)
        return [*sorted(planned, key=lambda x: x.kind == "post_hoc"), at]


PAGE = BiasedPage()


def _shown(collected: Tables, settings: Settings) -> list[tuple[str, str]]:
    """Return the pairs to be drawn: those of the study, or the first."""
    shown = settings["simulation"]["shown"]
    pairs = shown or [collected["estimates"]["column"].unique()[:2]]
    return [(row, column) for row, column in pairs]


def _chosen_by(collected: Tables, settings: Settings) -> tuple[str, str]:
    """Return the pair that chooses the data sets for the tests of all."""
    row, column = (
        settings["simulation"].get("chosen_by") or (_shown(collected, settings)[0])
    )
    return row, column


def _of_pair(
    estimates: pd.DataFrame, row: str, column: str, selection: str = ""
) -> pd.DataFrame:
    """Return the lines of a pair, of one selection or of both."""
    lines = estimates[(estimates["row"] == row) & (estimates["column"] == column)]
    return lines[lines["selection"] == selection] if selection else lines


def _by_test(estimates: pd.DataFrame, k: float) -> pd.DataFrame:
    """Return the estimates at a bias: a line a pair, columns by measure and test."""
    at = estimates[(estimates["bias"] == k) & (estimates["selection"] == "pair")]
    keys: Any = {"index": _PAIR, "columns": ["measure", "test"], "values": "value"}
    wide: pd.DataFrame = at.pivot_table(**keys, sort=False)
    return wide


def _orders(wide: pd.DataFrame) -> pd.DataFrame:
    """Count the pairs in which one test goes before another, by each measure."""
    lines = []
    for test, other in _COMPARED:
        line: dict[str, Any] = {"test": test, "other": other, "pairs": len(wide)}
        for measure, (name, sign) in _COUNTS.items():
            gap = sign * (wide[measure, test] - wide[measure, other])
            line[name] = int((gap > 0).sum())
        lines.append(line)
    return pd.DataFrame(lines)


def _ratio(wide: pd.DataFrame, test: str) -> float:
    """Return the median of the mean p of a test over that of the paired t-test."""
    return float((wide["mean_p", test] / wide["mean_p", "paired_t"]).median())


def _one_tail(wide: pd.DataFrame, k: float) -> str:
    """Say what the published p of the Wilcoxon test look like."""
    two, one = (
        format_number(_ratio(wide, test), ".2f")
        for test in ("signed_rank", "signed_rank_one_tail")
    )
    return (
        f"Mean p of the signed-rank test over that of the paired t-test at bias {k:g}, "
        f"median of {len(wide)} pairs: {two}, or {one} if its p is that of one tail. "
        f"In Table 7 of Demsar (2006) it is {PUBLISHED_RATIO}. Whether p there is of "
        f"one tail, beside a two-sided t-test, cannot be decided without the "
        f"accuracies behind it, which are not published."
    )


def _omnibus(lines: pd.DataFrame, row: str, column: str) -> str:
    """Compare Friedman's test with ANOVA at the least, middle and largest bias."""
    values = lines.set_index(["measure", "test", "bias"])["value"]
    bias = sorted(lines["bias"].unique())
    few = dict.fromkeys([bias[0], bias[len(bias) // 2], bias[-1]])
    told = [
        f"at bias {k:g} mean p "
        + " and ".join(format_number(values["mean_p", x, k]) for x in _OMNIBUS)
        + ", rejections "
        + " and ".join(format_number(values["rejection_rate", x, k]) for x in _OMNIBUS)
        for k in few
    ]
    rates = values["rejection_rate"].unstack("test").sort_index(ascending=False)
    level = rates.index[(rates["anova"] >= rates["friedman"]).cummin()]
    catches = "At the largest bias ANOVA still rejects less often than Friedman's test."
    if len(level):
        catches = (
            f"From bias {level[-1]:g} on ANOVA rejects at least as often as Friedman's "
            f"test."
        )
    return (
        f"Friedman's test and ANOVA on draws that favour {column} over {row}: "
        f"{'; '.join(told)}. {catches}"
    )


def _post_hoc(lines: pd.DataFrame, row: str, column: str) -> str:
    """Compare the post-hoc tests of a pair over all biases."""
    rates = lines[lines["measure"] == "rejection_rate"]
    wide = rates.pivot(index="bias", columns="test", values="value")
    more = int((wide["nemenyi"] > wide["tukey"]).sum())
    above = int((wide["hommel"] > wide["dunnett"]).sum())
    apart = format_number((wide["hochberg"] - wide["holm"]).abs().max())
    return (
        f"{row} and {column} among all classifiers, of {len(wide)} values of the bias: "
        f"Nemenyi's test rejects more often than Tukey's at {more}; with {column} as "
        f"the control, Hommel's procedure more often than Dunnett's test at {above}; "
        f"the rates of Holm's and Hochberg's procedures differ by {apart} at most."
    )


def _orders_table(wide: pd.DataFrame, k: float) -> Table:
    """Count in how many pairs a test goes before another."""
    return build(
        _orders(wide),
        [
            ("test", "l", lambda line: NAMES[line.test]),
            ("against", "l", lambda line: NAMES[line.other]),
            number_column("more rejections", "more_rejections", str),
            number_column("lower mean p", "lower_mean_p", str),
            number_column("higher R(p)", "higher_r_p", str),
            number_column("higher R(e)", "higher_r_e", str),
        ],
        name="orders",
        title=f"How often one test goes before another at bias {k:g}",
        caption=f"Number of ordered pairs of classifiers, of {len(wide)}.",
        frame=_orders(wide),
    )


def _table_7(wide: pd.DataFrame, names: list[str], test: str, k: float) -> Table:
    """Lay out one test as Table 7 of Demsar (2006)."""
    found = wide.xs(test, axis=1, level="test")
    rows = []
    for i, row in enumerate(names):
        cells = [Cell(row)]
        for j, column in enumerate(names):
            # Both sides of the diagonal tell of the same draws, which favour the later.
            pair = (row, column) if i < j else (column, row)
            cells.append(Cell("") if i == j else _cell(found.loc[pair], above=i < j))
        rows.append(cells)
    return Table(
        name=f"table_7_{test}",
        title=f"Comparisons of two classifiers by the {NAMES[test]}, bias {k:g}",
        columns=[Column("", "l"), *(Column(name) for name in names)],
        rows=rows,
        caption="Below the diagonal mean p and R(p), above it the share of rejections "
        "and R(e), as in Table 7 of Demsar (2006).\n\nThe draws favour the later of "
        "the two classifiers. The CSV file has those that favour the earlier one too.",
        frame=found.reset_index(),
    )


def _cell(values: pd.Series, *, above: bool) -> Cell:
    """Write the two numbers of a cell."""
    names = ("rejection_rate", "replicability_e")
    if not above:
        names = ("mean_p", "replicability_p")
    digits = (".3f", ".2f") if above else (".2f", ".2f")
    texts = (
        format_number(values[x], form) for x, form in zip(names, digits, strict=True)
    )
    return Cell(" / ".join(texts))
