"""The report on resampled data sets."""

import numpy as np
import pytest
from resampled_rates import of_letters, of_regression, settings_of

from tenbyten.report.simulated.resampled import PAGE
from tenbyten.tables import read_table, write_table


@pytest.fixture
def written(tmp_path):
    """Write tables and read them back: names of cases can become numbers."""

    def write(collected):
        found = {}
        for name, table in collected.items():
            write_table(table, tmp_path / f"{name}.csv")
            found[name] = read_table(tmp_path / f"{name}.csv")
        return found

    return write


@pytest.mark.parametrize(
    ("problem", "made"), [("letters", of_letters), ("regression", of_regression)]
)
def test_tables_from_files_give_the_same_page(written, problem, made):
    settings, collected = settings_of(problem), made()
    back = written(collected)
    assert PAGE.sentences(back, settings) == PAGE.sentences(collected, settings)
    for one, other in zip(
        PAGE.tables(back, settings), PAGE.tables(collected, settings), strict=True
    ):
        assert one.rows == other.rows
    drawn = [
        [figure.draw().alt for figure in PAGE.figures(tables, settings)]
        for tables in (back, collected)
    ]
    assert drawn[0] == drawn[1]


def test_the_header_describes_cases_and_numbers_of_splits():
    facts = dict(PAGE.facts(settings_of("regression")))
    assert facts["simulation 2"] == "instances 200; noise 97"
    assert facts["splits"] == "J = 15; 5 and 15 where n1 = 9n/10"
    letters = dict(PAGE.facts(settings_of("letters")))
    assert letters["weights in the distance"] == "1, 17.25 and 2048"


def test_without_published_intervals_nothing_is_said_of_them():
    collected = of_letters()
    collected["moments"] = collected["moments"].assign(
        published_low=np.nan, published_high=np.nan, z=np.nan
    )
    said = PAGE.sentences(collected, settings_of("letters"))
    assert not any("published" in sentence for sentence in said)
    moments, *_ = PAGE.tables(collected, settings_of("letters"))
    assert {row[-1].text for row in moments.rows} == {"\N{EN DASH}"}
