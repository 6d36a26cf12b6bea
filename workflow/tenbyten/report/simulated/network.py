"""Report of problem ``network``: power and Type I error by known differences."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.report.document import Cell, ColumnOfLines, Table, build, number_column
from tenbyten.report.figures.plan import Planned
from tenbyten.report.formatting import format_number, format_range, join_words
from tenbyten.report.simulated.figures.power import (
    POLICIES,
    TESTS,
    draw_policies,
    draw_power,
)
from tenbyten.words import count_of

Tables = Mapping[str, pd.DataFrame]
Settings = Mapping[str, Any]

_KEYS = ["difference", "scale", "datasets", "runs"]


class NetworkPage:
    """Tables, figures and sentences of simulations with a known difference."""

    methods = ("correlated_t", "poisson", "signed_rank")

    def facts(self, settings: Settings) -> list[tuple[str, str]]:
        """Describe the simulation, as `Page.facts`."""
        asked = settings["simulation"]
        sizes, datasets, runs = (
            join_words(f"{value:,}" for value in asked[name])
            for name in ("sizes", "datasets", "runs")
        )
        dealt = "stratified" if asked["stratified"] else "not stratified"
        return [
            ("classifiers", "zeroR (row) and a Bayesian network C → F (column)"),
            ("difference", _subject(settings)),
            ("instances", f"{sizes}, drawn for each data set"),
            ("data sets", datasets),
            ("runs", f"{runs} of {settings['folds']} folds, {dealt}"),
            ("estimator", asked["estimator"]),
            ("zero variance", settings["zero_variance"]),
        ]

    def sentences(self, collected: Tables, settings: Settings) -> list[str]:
        """Say how often the tests are wrong, and which is more powerful."""
        rates, paired = _first(collected), collected["paired"]
        paired = paired[paired["policy"] == paired["policy"].iloc[0]]
        alpha = settings["alpha"]
        said = list(_errors(_rates(collected), rates, alpha))
        for (datasets, runs), part in paired.groupby(["datasets", "runs"]):
            said.append(_more_powerful(part, datasets, runs))
        said += [_by_runs(rates, test) for test in TESTS if rates["runs"].nunique() > 1]
        said += list(_measured(collected["facts"]))
        return said

    def tables(self, collected: Tables, settings: Settings) -> list[Table]:
        """Lay out power, policies and what was simulated, as `Page.tables`."""
        return [
            _power_table(collected, settings),
            _policies_table(collected, settings),
            _facts_table(collected),
        ]

    def figures(self, collected: Tables, settings: Settings) -> list[Planned]:
        """List the figures of power and of policies, as `Page.figures`."""
        estimates = _rates(collected)
        of_poisson = estimates["test"] == "poisson"
        first = _first(collected)
        policies = pd.concat(
            [estimates[of_poisson], first[first["test"] == "signed_rank"]]
        )
        shared = {"alpha": settings["alpha"], "subject": _subject(settings)}
        drawn = {
            "power": partial(draw_power, first, **shared),
            "policies": partial(draw_policies, policies, **shared),
        }
        return [Planned(name, name, "", "", "", draw) for name, draw in drawn.items()]


PAGE = NetworkPage()


def _subject(settings: Settings) -> str:
    """Say which differences the data sets have."""
    asked = settings["simulation"]
    if asked["spread"] == "none":
        return "the same difference on all data sets"
    if "scale" in asked:
        return f"Cauchy differences, scale {asked['scale']:g}"
    return "Cauchy differences, scale equal to the median"


def _first(collected: Tables) -> pd.DataFrame:
    """Return the rates under each test's first policy, the study's own."""
    rates = _rates(collected)
    own = rates.groupby("test")["policy"].transform("first")
    return rates[rates["policy"] == own]


def _rates(collected: Tables) -> pd.DataFrame:
    """Return rates of rejection; other measures are no test's."""
    estimates = collected["estimates"]
    rates = estimates[estimates["measure"] == "rejection_rate"]
    return rates.astype({"datasets": int, "runs": int})


def _errors(
    estimates: pd.DataFrame, rates: pd.DataFrame, alpha: float
) -> Iterator[str]:
    """Tell Type I errors at a median difference of zero, under each policy."""
    null = rates[rates["difference"] == 0]
    if null.empty:
        return
    for test, part in null.groupby("test"):
        yield (
            f"Without a difference the {TESTS[test]} rejects in "
            f"{format_range(part['value'])} of the experiments; its size is {alpha:g}."
        )
    everything = estimates[
        (estimates["difference"] == 0) & (estimates["test"] == "poisson")
    ]
    for policy, part in everything.groupby("policy", sort=False):
        high = part[part["value"] > alpha + 2 * part["error"]]
        if len(high):
            where = join_words(
                f"{count_of(line.runs, 'run')} on {line.datasets} data sets "
                f"({format_number(line.value)})"
                for line in high.itertuples()
            )
            yield (
                f"Under zero_variance {policy} the Poisson test's Type I error is "
                f"above {alpha:g} with {where}."
            )


def _more_powerful(paired: pd.DataFrame, datasets: int, runs: int) -> str:
    """Say at which differences the Poisson test is more powerful, and where less."""
    part = paired[paired["difference"] > 0]
    clear = part["value"].abs() > 2 * part["error"]
    words = []
    for name, side in (("more", part["value"] > 0), ("less", part["value"] < 0)):
        found = part[clear & side]
        if len(found):
            at = join_words(f"{value:g}" for value in found["difference"])
            gap = format_number(found["value"].abs().max())
            words.append(f"{name} powerful at {at} (by up to {gap})")
    told = " and ".join(words) or "nowhere more or less powerful"
    return (
        f"With {count_of(runs, 'run')} on {datasets} data sets the Poisson test is "
        f"{told} than the signed-rank test, by more than two standard errors."
    )


def _by_runs(rates: pd.DataFrame, test: str) -> str:
    """Say how far a test's rates differ between the fewest runs and the most."""
    part = rates[rates["test"] == test]
    wide = part.pivot(index=["difference", "datasets"], columns="runs", values="value")
    few, many = wide.columns[0], wide.columns[-1]
    gap = wide[many] - wide[few]
    difference, datasets = gap.abs().idxmax()
    return (
        f"From {count_of(few, 'run')} to {count_of(many, 'run')} the rate of the "
        f"{TESTS[test]} changes most at a difference of {difference:g} on {datasets} "
        f"data sets: from {format_number(wide[few][difference, datasets])} to "
        f"{format_number(wide[many][difference, datasets])}."
    )


def _measured(facts: pd.DataFrame) -> Iterator[str]:
    """Say where the measured difference falls most short of the actual one."""
    of_runs = facts[facts["runs"] == facts["runs"].max()]
    whole = of_runs[of_runs["size"].isna() & (of_runs["scale"] == 0)]
    short = whole["difference"] - whole["mean_difference"]
    if short.empty or short.max() <= 0:
        return
    line = whole.loc[short.idxmax()]
    difference, mean = line["difference"], line["mean_difference"]
    of_difference = of_runs["size"].notna() & (of_runs["difference"] == difference)
    by_size = of_runs[of_difference].sort_values("size")
    told = join_words(
        f"{format_number(x.mean_difference, '.4f')} on those of {x.size:,.0f} instances"
        for x in by_size.iloc[[0, -1]].itertuples()
    )
    yield (
        f"An actual difference of {difference:g} is measured as "
        f"{format_number(mean, '.4f')} on average over the data sets, {told}."
    )


def _power_table(collected: Tables, settings: Settings) -> Table:
    """Lay out rates of rejection: a line for difference and data sets, by runs."""
    rates, paired = _first(collected), collected["paired"]
    own = paired[paired["policy"] == paired["policy"].iloc[0]]
    gaps = own.set_index(_KEYS)
    ahead = {
        key: int((line.value > 2 * line.error) - (line.value < -2 * line.error))
        for key, line in gaps.iterrows()
        if key[0] > 0
    }
    frame = rates.pivot(
        index=["datasets", "difference", "scale"],
        columns=["runs", "test"],
        values="value",
    )
    names = {(runs, test): f"{test}_{runs}" for runs, test in frame.columns}
    frame.columns = pd.Index(names.values())
    frame = frame.reset_index()
    columns: list[ColumnOfLines] = [
        number_column("data sets", "datasets", str),
        number_column("difference", "difference", "{:g}".format),
    ]
    for runs in sorted({runs for runs, _ in names}):
        for test, sign in (("poisson", 1), ("signed_rank", -1)):
            heading = f"{TESTS[test]}, {count_of(runs, 'run')}"
            write = partial(_rate, f"{test}_{runs}", runs, ahead, sign)
            columns.append((heading, "r", write))
    error = rates["error"].max()
    return build(
        frame,
        columns,
        name="power",
        title="Rates of rejection",
        caption=f"Share of {int(rates['experiments'].max()):,} experiments in which "
        f"the test rejects at alpha = {settings['alpha']:g}: {_subject(settings)}. At "
        f"0 this is the Type I error, elsewhere power. Standard errors are at most "
        f"{format_number(error, '.4f')}.\n\nBold: more powerful than the other test by "
        f"more than two standard errors of the difference in the same experiments.",
        frame=frame,
    )


def _rate(field: str, runs: int, ahead: Mapping, sign: int, line: Any) -> Cell:
    """Write a rate, in bold where its test is the more powerful one."""
    strong = ahead.get((line.difference, line.scale, line.datasets, runs)) == sign
    return Cell(format_number(getattr(line, field)), strong)


def _policies_table(collected: Tables, settings: Settings) -> Table:
    """Lay out rates of rejection by policy of zero variance and of zeros."""
    estimates = _rates(collected)
    keys = ["datasets", "runs", "difference"]
    order = estimates[["test", "policy"]].drop_duplicates()
    frame = estimates.pivot(index=keys, columns=["test", "policy"], values="value")
    frame = frame[list(order.itertuples(index=False, name=None))]
    names = [f"{test}_{policy}" for test, policy in frame.columns]
    heads = [f"{TESTS[test]}, {policy}" for test, policy in frame.columns]
    frame = frame.set_axis(names, axis=1).reset_index()
    told = "; ".join(f"{name}: {words}" for name, words in POLICIES.items())
    return build(
        frame,
        [
            number_column("data sets", "datasets", str),
            number_column("runs", "runs", str),
            number_column("difference", "difference", "{:g}".format),
            *(
                number_column(head, name, format_number)
                for head, name in zip(heads, names, strict=True)
            ),
        ],
        name="policies",
        title="Rates of rejection by policy",
        caption=f"Share of the experiments in which the test rejects at alpha = "
        f"{settings['alpha']:g}.\n\nWhat a data set counts in the Poisson test on "
        f"which no fold has a difference: {told}. In the signed-rank test data sets "
        f"without a mean difference are split between both sides, dropped, or ranked "
        f"and then dropped (Pratt).",
        frame=frame,
    )


def _facts_table(collected: Tables) -> Table:
    """Lay out what the simulated data sets are like, all sizes together."""
    facts = collected["facts"]
    frame = facts[facts["size"].isna()].drop(columns="size")
    return build(
        frame,
        [
            number_column("difference", "difference", "{:g}".format),
            number_column("scale", "scale", "{:g}".format),
            number_column("runs", "runs", str),
            number_column("no difference in any fold", "all_zero", format_number),
            number_column("mean below 0", "negative", format_number),
            number_column("mean 0", "zero", format_number),
            number_column("mean above 0", "positive", format_number),
            number_column("mean difference", "mean_difference", _four),
            number_column("expected", "expected_difference", _four),
        ],
        name="simulated",
        title="Simulated data sets",
        caption="Shares of the data sets without a difference in any fold, and by the "
        "sign of their mean difference; the mean difference over all of them, and "
        "what it is expected to be in closed form, where that is known.",
        frame=frame,
    )


def _four(value: float) -> str:
    """Write four decimals."""
    return format_number(value, ".4f")
