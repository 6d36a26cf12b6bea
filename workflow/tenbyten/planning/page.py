"""Report of a plan: how many data sets and runs a comparison needs."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
from markupsafe import Markup

from tenbyten.comparisons.files import write_comparisons
from tenbyten.files import PathLike, read_json, write_text
from tenbyten.layout import FILES
from tenbyten.planning.figure import draw_planned_power
from tenbyten.report.citations import cite
from tenbyten.report.contents import read_figures
from tenbyten.report.document import Cell, Column, Table, build, number_column
from tenbyten.report.figures.plan import Planned
from tenbyten.report.figures.study_figures import draw_planned
from tenbyten.report.formatting import EMPTY, format_number, format_percent, join_words
from tenbyten.report.html import table_in_html
from tenbyten.report.latex import tables_in_latex
from tenbyten.report.markdown import tables_in_markdown
from tenbyten.report.page import MOST_BYTES, MOST_ROWS, fit_figures
from tenbyten.report.templating import ENVIRONMENT, TEMPLATES
from tenbyten.words import count_of

Tables = Mapping[str, pd.DataFrame]
Settings = Mapping[str, Any]

# Sources of the methods.
_METHODS = {"correlated_t", "poisson", "signed_rank", "holm"}
_METHODS |= {"bayesian_signed_rank"}
# Names for people; those of the first figure, of the second, and what they find.
_MAIN = {"poisson": "Poisson test", "signed_rank": "signed-rank test"}
_OTHERS = {
    "holm": "Holm-adjusted signed-rank test",
    "bayesian_better": "Bayesian signed-rank test (better)",
    "bayesian_equivalent": "Bayesian signed-rank test (equivalent)",
}
_TESTS = _MAIN | _OTHERS
# What a difference of 0 stands for.
_NULL = "names exchanged"
# A pilot that counts as fewer data sets makes a rough plan.
_FEW = 20


def write_tables(collected: Tables, folder: PathLike, *, settings: Settings) -> None:
    """Write every table into a folder: ``<name>.csv``, ``<name>.md``, ``<name>.tex``.

    The CSV file has the numbers behind the table.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables_of(collected, settings):
        write_comparisons(table.frame, folder / f"{table.name}.csv")
        write_text(tables_in_markdown(table), folder / f"{table.name}.md")
        write_text(tables_in_latex(table), folder / f"{table.name}.tex")


def draw_figures(collected: Tables, folder: PathLike, *, settings: Settings) -> None:
    """Draw the figures into a folder, with an index: tests of decisions, and others."""
    estimates = collected["estimates"]
    planned = []
    for name, tests in (("power", _MAIN), ("power_others", _OTHERS)):
        shown = {test: tests[test] for test in _there(collected) if test in tests}
        if not shown:
            continue
        draw = partial(
            draw_planned_power,
            estimates[estimates["test"].isin(shown)],
            tests=shown,
            power=settings["planning"]["power"],
            null=_NULL,
            subject=" better than ".join(_names(collected)),
        )
        planned.append(Planned(name, name, "", "", "", draw))
    draw_planned(planned, folder)


def render(
    collected: Tables,
    *,
    name: str,
    settings: Settings,
    figures: PathLike,
    provenance: PathLike,
) -> str:
    """Make the page: HTML that needs no other file, no script and no network.

    Parameters
    ----------
    collected : dict of str to DataFrame
        The tables of `plan.make_plan`.
    name : str
        The study's name.
    settings : mapping
        Every key of the study file, defaults filled in.
    figures : path
        Folder of `draw_figures`.
    provenance : path
        Of rule record_provenance.
    """
    made_with = read_json(provenance)
    methods = {*_METHODS, *{"snakemake"} & made_with.get("packages", {}).keys()}
    citations, bibtex = cite(methods)
    tables = [_filed(table) for table in tables_of(collected, settings)]
    made = partial(
        ENVIRONMENT.get_template("plan.html.j2").render,
        name=name,
        settings=settings,
        provenance=made_with,
        css=Markup((TEMPLATES / "page.css").read_text(encoding="utf-8")),
        experiments=f"{int(collected['estimates']['experiments'].max()):,}",
        facts=facts(settings),
        sentences=sentences(collected, settings["alpha"]),
        tables=[
            table_in_html(table, index=index, most_rows=MOST_ROWS)
            for index, table in enumerate(tables, start=1)
        ],
        text=text_for_paper(collected, settings["alpha"]),
        files=FILES,
        citations=citations,
        bibtex=bibtex,
    )
    room = MOST_BYTES - len(made(drawings=[], left_out=0).encode())
    drawings, left_out = fit_figures(read_figures(Path(figures)), room)
    return made(drawings=drawings, left_out=left_out)


def _filed(table: Table) -> Table:
    """Name the files that `write_tables` writes a table into."""
    stem = f"{FILES['plan_tables']}/{table.name}"
    return table._replace(csv=f"{stem}.csv", tex=f"{stem}.tex")


def facts(settings: Settings) -> list[tuple[str, str]]:
    """Return lines of the header, name and words: what is planned."""
    asked = settings["planning"]
    sides = settings["signed_rank_sides"]
    return [
        ("comparisons", "data sets drawn from a pilot, with replacement"),
        ("rope", _points(asked["rope"])),
        ("data sets", join_words(str(x) for x in sorted(asked["datasets"]))),
        ("wished power", f"{asked['power']:g}"),
        ("signed-rank test", f"{sides}-sided, {settings['signed_rank']}"),
        ("zero variance", settings["zero_variance"]),
    ]


def sentences(collected: Tables, alpha: float) -> list[str]:
    """Say how many data sets are needed, and on how many the plan rests."""
    smallest = collected["smallest"]
    said = [
        _cheapest(smallest[smallest["difference"] == difference], collected)
        for difference in sorted(set(smallest["difference"]), reverse=True)
    ]
    said += _false_findings(collected, alpha)
    return [*said, *_pilot(collected)]


def tables_of(collected: Tables, settings: Settings) -> list[Table]:
    """Lay out the smallest numbers, the power of each test, and the pilot."""
    wished = settings["planning"]["power"]
    return [
        _smallest_table(collected, wished),
        *(_power_table(collected, test, wished) for test in _there(collected)),
        _pilot_table(collected["pilot"]),
    ]


def text_for_paper(collected: Tables, alpha: float) -> list[str]:
    """Write two sentences for a paper: how the comparison was planned."""
    smallest = collected["smallest"]
    decided = smallest[smallest["test"].isin(_MAIN)]
    shown = decided[decided["runs"] == decided["runs"].max()]
    # The smallest difference that both tests find, or else the largest.
    found = shown.groupby("difference")["datasets"].count()
    both = found.index[found == shown["test"].nunique()]
    wanted = both.min() if len(both) else found.index.max()
    shown = shown[shown["difference"] == wanted]
    return [
        _how(collected),
        f"{_needs(shown.itertuples(), collected)}, at alpha = {alpha:g} (from "
        f"{int(collected['estimates']['experiments'].max()):,} simulated "
        f"comparisons).",
    ]


def _there(collected: Tables) -> list[str]:
    """List the tests of the plan."""
    found = set(collected["estimates"]["test"])
    return [test for test in _TESTS if test in found]


def _names(collected: Tables) -> tuple[str, str]:
    """Name the column and the row."""
    pilot = collected["pilot"].iloc[0]
    return pilot.column, pilot.row


def _how(collected: Tables) -> str:
    """Say for a paper how the comparison was planned."""
    pilot = collected["pilot"].iloc[0]
    return (
        f"We planned the comparison of {pilot.column} with {pilot.row} by drawing "
        f"data sets with replacement from a pilot study on {pilot.pilot_datasets} "
        f"data sets, with the chances of Demšar (2006) under which the expected "
        f"difference of accuracy is the one planned for."
    )


def _points(difference: float) -> str:
    """Write a difference in percentage points."""
    return f"{100 * difference:g} percentage point{'' if difference == 0.01 else 's'}"


def _needs(lines: Iterator[Any], collected: Tables) -> str:
    """Say how many data sets each of some tests needs at one difference and runs."""
    words = []
    for line in lines:
        most = collected["estimates"]["datasets"].max()
        words.append(
            f"the {_TESTS[line.test]} needs {line.datasets:.0f} data sets (power "
            f"{format_number(line.value, '.2f')})"
            if pd.notna(line.datasets)
            else f"the {_TESTS[line.test]} needs more than {most} data sets (power "
            f"{format_number(line.value, '.2f')} there)"
        )
        runs, difference, power = line.runs, line.difference, line.power
    return (
        f"To find a mean difference of {_points(difference)} with a probability of "
        f"{power:g}, with {count_of(runs, 'run')} of the cross-validation, "
        f"{join_words(words)}"
    )


def _cheapest(of_difference: pd.DataFrame, collected: Tables) -> str:
    """Say with how many fits each test finds a difference at the least."""
    difference, power = of_difference.iloc[0][["difference", "power"]]
    words, never = [], []
    for test in _there(collected):
        if test == "bayesian_equivalent":
            continue
        reached = of_difference[of_difference["test"] == test].dropna()
        if reached.empty:
            never.append(f"the {_TESTS[test]}")
            continue
        line = reached.loc[reached["fits"].idxmin()]
        words.append(
            f"the {_TESTS[test]} on {line['datasets']:.0f} data sets with "
            f"{count_of(line['runs'], 'run')} ({line['fits']:,.0f} fits)"
        )
    most = collected["estimates"]["datasets"].max()
    wanted = (
        f"A mean difference of {_points(difference)} is found with a probability of "
        f"{power:g}"
    )
    if not words:
        return f"{wanted} by no test on up to {most} data sets."
    missed = f"; not on up to {most} data sets by {join_words(never)}" if never else ""
    return f"{wanted} at the least cost by {join_words(words)}{missed}."


def _false_findings(collected: Tables, alpha: float) -> Iterator[str]:
    """Tell how often each test finds a difference where there is none."""
    estimates = collected["estimates"]
    null = estimates[estimates["difference"] == 0]
    null = null[null["test"] != "bayesian_equivalent"]
    found = []
    for test, part in null.groupby("test", sort=False):
        rates = dict.fromkeys(format_number(f(part["value"])) for f in (min, max))
        found.append(f"the {_TESTS[test]} in {' to '.join(rates)}")
    yield (
        f"With names exchanged at random, so that neither is better, "
        f"{_names(collected)[0]} is found to be better by "
        f"{join_words(found)} of the comparisons."
    )
    for test, part in null.groupby("test", sort=False):
        above = part[part["value"] > alpha + 2 * part["error"]]
        if len(above):
            worst = above.loc[above["value"].idxmax()]
            yield (
                f"The {_TESTS[test]} is there above alpha = {alpha:g} by more than two "
                f"standard errors in {len(above)} of {count_of(len(part), 'plan')}, "
                f"most with {count_of(worst['runs'], 'run')} on {worst['datasets']} "
                f"data sets ({format_number(worst['value'])})."
            )


def _pilot(collected: Tables) -> Iterator[str]:
    """Say on how many of the pilot's data sets the plan rests."""
    pilot = collected["pilot"]
    first, above = pilot.iloc[0], pilot[pilot["difference"] > 0]
    fewest = above.loc[above["effective"].idxmin()]
    yield (
        f"The pilot has {first.pilot_datasets} data sets with a mean difference of "
        f"{format_percent(first.mean_difference)} percentage points ({first.column} "
        f"minus {first.row}) and reaches from {format_percent(first.low)} to "
        f"{format_percent(first.high)}; at {_points(fewest.difference)} it counts as "
        f"{format_number(fewest.effective, '.1f')} data sets."
    )
    if fewest.effective < _FEW:
        yield (
            f"A plan that rests on fewer than {_FEW} data sets is a rough one: other "
            f"data sets of the same kind may give another power, and the standard "
            f"errors, which are those of the simulation alone, do not tell by how "
            f"much."
        )


def _smallest_table(collected: Tables, wished: float) -> Table:
    """Lay out the smallest numbers of data sets, with their fits."""
    smallest = collected["smallest"]
    tests = _there(collected)
    rows = []
    for (difference, runs), lines in smallest.groupby(["difference", "runs"]):
        by_test = {line.test: line for line in lines.itertuples()}
        cells = [Cell(f"{100 * difference:g}"), Cell(str(runs))]
        rows.append([*cells, *(_needed(by_test[test]) for test in tests)])
    most = collected["estimates"]["datasets"].max()
    return Table(
        name="smallest",
        title="How many data sets",
        columns=[
            Column("difference (percentage points)"),
            Column("runs"),
            *(Column(_TESTS[test]) for test in tests),
        ],
        rows=rows,
        caption=f"Smallest number of data sets, of those asked for, from which on the "
        f"power is {wished:g} or more, and the fits of all classifiers in brackets; "
        f"{EMPTY}: not reached with {most} data sets.",
        frame=smallest,
    )


def _needed(line: Any) -> Cell:
    """Write a number of data sets and its fits."""
    if pd.isna(line.datasets):
        return Cell(EMPTY)
    return Cell(f"{line.datasets:.0f} ({line.fits:,.0f})")


def _power_table(collected: Tables, test: str, wished: float) -> Table:
    """Lay out the power of a test, and above it how often it errs."""
    estimates = collected["estimates"]
    rates = estimates[estimates["test"] == test]
    sizes = sorted(set(rates["datasets"]))
    rows = []
    for (runs, difference), lines in rates.groupby(["runs", "difference"]):
        value = lines.set_index("datasets")["value"]
        words = f"{100 * difference:g}" if difference else f"0, {_NULL}"
        cells = [
            Cell(format_number(value[size]), bool(difference and value[size] >= wished))
            for size in sizes
        ]
        rows.append([Cell(str(runs)), Cell(words), *cells])
    error = format_number(rates["error"].max())
    null = (
        "how often both come out as equivalent there"
        if test == "bayesian_equivalent"
        else "the rate of false findings"
    )
    ties = (
        " With an even number of data sets a tie counts for neither classifier: an odd "
        "number finds more, falsely too."
        if test == "poisson"
        else ""
    )
    return Table(
        name=f"power_{test}",
        title=f"Power: {_TESTS[test]}",
        columns=[
            Column("runs"),
            Column("difference (percentage points)"),
            *(Column(f"{size} data sets") for size in sizes),
        ],
        rows=rows,
        caption=f"Share of {int(rates['experiments'].max()):,} comparisons; standard "
        f"errors, of the simulation, are at most {error}. Bold: {wished:g} or more. "
        f"Above the powers: {_NULL}, {null}.{ties}",
        frame=rates,
    )


def _pilot_table(pilot: pd.DataFrame) -> Table:
    """Lay out with which chances data sets are drawn."""
    return build(
        pilot,
        [
            (
                "difference (percentage points)",
                "r",
                lambda line: f"{100 * line.difference:g}",
            ),
            number_column("k", "bias", partial(format_number, form=".2f")),
            number_column(
                "effective data sets",
                "effective",
                partial(format_number, form=".1f"),
            ),
        ],
        name="pilot",
        title="What is drawn from the pilot",
        caption="Chances are proportional to 1 / (1 + exp(-k d)) for a data set with "
        "difference d (Demšar 2006, section 4.1.1). The effective number of data sets "
        "is 1 over the sum of the squared chances. At 0 names are exchanged.",
        frame=pilot,
    )
