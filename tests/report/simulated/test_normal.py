"""The report on normal differences."""

import pytest

from tenbyten.report.markdown import tables_in_markdown
from tenbyten.report.simulated.normal import PAGE
from tenbyten.simulation.normal import PROBLEM

SETTINGS = {
    "simulation": {
        "experiments": 300,
        "cases": [
            [
                {"datasets": 3, "mu": 0.1, "sigma": 0.05},
                {"datasets": 4, "mu": -0.1, "sigma": sigma},
            ]
            for sigma in (0.05, 0.3)
        ],
        "correlations": [0, 0.2],
    },
    "rho": "1/folds",
    "folds": 5,
    "seed": 3,
    "alpha": 0.05,
    "signed_rank": "auto",
    "signed_rank_sides": "one",
}


@pytest.fixture(scope="module")
def collected():
    parts = {
        name: PROBLEM.simulate(range(300), files={}, **cell)
        for name, cell in PROBLEM.cells(SETTINGS).items()
    }
    return PROBLEM.collect(parts, files={}, settings=SETTINGS)


def test_the_cases_are_told_as_in_table_3(collected):
    cases, _ = PAGE.tables(collected, SETTINGS)
    assert "| 2 | 1 to 3 | 0.1 | 0.05 |\n| 2 | 4 to 7 | -0.1 | 0.3 |" in (
        tables_in_markdown(cases)
    )
    assert ("case 2", "3 data sets with mean 0.1") in [
        (name, words.partition(" and")[0]) for name, words in PAGE.facts(SETTINGS)
    ]


def test_a_line_has_the_estimates_of_its_cell(collected):
    _, table = PAGE.tables(collected, SETTINGS)
    assert len(table.rows) == 8
    found = collected["estimates"].query(
        "case == 2 and rho == 0.2 and test == 'poisson'"
    )
    values = found.set_index("measure")["value"]
    (line,) = (
        [cell.text for cell in row]
        for row in table.rows
        if [row[0].text, row[2].text] == ["0.2", "2"] and "Poisson" in row[1].text
    )
    assert line[3] == f"{values['mean']:.4f}"
    assert line[7] == f"{values['median']:.4f}"
    assert line[-2] == f"{100 * values['rejection_rate']:.2f}"
    assert line[-1] == f"{values['ks_distance']:.3f}"


def test_sentences_tell_the_medians_and_the_distance(collected):
    said = PAGE.sentences(collected, SETTINGS)
    # For each correlation both tests between the cases, and the decisions.
    assert len(said) == 6
    values = collected["estimates"].set_index(["rho", "case", "test", "measure"])
    (poisson,) = (x for x in said if "0.2: the median P(X > q/2)" in x)
    for case in (1, 2):
        median = values.loc[(0.2, case, "poisson", "median"), "value"]
        assert f"{median:.4f} in case {case}" in poisson
    distance = values.loc[(0.2, 2, "poisson", "ks_distance"), "value"]
    assert f"distributions is {distance:.3f}." in poisson


def test_one_case_alone_is_reported(collected):
    alone = SETTINGS | {
        "simulation": SETTINGS["simulation"]
        | {"cases": SETTINGS["simulation"]["cases"][:1], "correlations": [0]}
    }
    tables = {
        name: table.query("case == 1 and rho == 0") for name, table in collected.items()
    }
    tables["estimates"] = tables["estimates"].query("measure != 'ks_distance'")
    assert len(PAGE.sentences(tables, alone)) == 1
    assert len(PAGE.tables(tables, alone)[1].rows) == 2
    (figure,) = PAGE.figures(tables, alone)
    assert figure.draw().title == "Distributions of both tests in 1 case, correlation 0"


def test_each_correlation_has_its_figure(collected):
    planned = PAGE.figures(collected, SETTINGS)
    assert [figure.name for figure in planned] == [
        "histograms-rho0",
        "histograms-rho0.2",
    ]
    assert "correlation 0.2" in planned[1].draw().title
