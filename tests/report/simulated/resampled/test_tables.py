"""Tables of moments and sizes."""

import pytest
from resampled_rates import of_letters, of_regression, settings_of

from tenbyten.report.simulated.resampled.tables import tables_of


@pytest.fixture(scope="module")
def tables():
    return tables_of(of_letters(), settings_of("letters"))


def lines_of(table):
    """Text of the cells by the first two of a row."""
    return {(row[0].text, row[1].text): row[2:] for row in table.rows}


def test_moments_stand_beside_published_intervals(tables):
    moments, *_ = tables
    line = lines_of(moments)["w = 1", "\N{GREEK SMALL LETTER MU} (n/2) of B"]
    assert [cell.text for cell in line] == [
        "0.5000",
        "[0.4804, 0.5196]",
        "0.5000",
        "[0.4800, 0.5000]",
        "0.50",
    ]
    far = lines_of(moments)["w = 17.25", "r of A \N{MINUS SIGN} B"]
    assert far[-1].text == "-3.00"
    assert far[-1].strong
    assert sum(row[-1].strong for row in moments.rows) == 3


def test_sizes_have_a_column_for_each_test_and_test_part(tables):
    _, sizes, _ = tables
    headings = [column.heading for column in sizes.columns][2:]
    assert headings[:3] == [
        "t-test on one split, n2 = n/2",
        "resampled t, n2 = n/2",
        "resampled t, n2 = n/10",
    ]
    assert len(headings) == 12
    line = lines_of(sizes)["w = 2048", "B"]
    # At 15 splits each rate is 0.015 more than the size; liberal is above 0.1247.
    assert [(cell.text, cell.strong) for cell in line[:4]] == [
        ("0.125", True),
        ("0.515", True),
        ("0.515", True),
        ("0.135", True),
    ]
    assert (line[5].text, line[5].strong) == ("0.065", False)
    assert next(iter(lines_of(sizes))) == ("all w", "A")


def test_sizes_by_number_name_splits_and_halvings():
    *_, varied = tables_of(of_regression(), settings_of("regression"))
    headings = [column.heading for column in varied.columns][2:]
    assert headings == [
        "resampled t, J = 5",
        "resampled t, J = 15",
        "corrected resampled t, J = 5",
        "corrected resampled t, J = 15",
        "conservative Z, J = 5, M = 10",
        "conservative Z, J = 15, M = 5",
        "conservative Z, J = 15, M = 10",
    ]
    line = lines_of(varied)["simulation 2", "A \N{MINUS SIGN} B"]
    assert [cell.text for cell in line[:2]] == ["0.505", "0.515"]
    assert list(varied.frame)[2:4] == ["resampled_t_5_10", "resampled_t_15_10"]
