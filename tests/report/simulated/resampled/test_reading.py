"""Names of cases and quantities, and the lines that a table or figure is about."""

import numpy as np
import pandas as pd
import pytest
from resampled_rates import of_letters, settings_of

from tenbyten.report.simulated.resampled.reading import (
    as_text,
    by_halvings,
    by_splits,
    label_of,
    of_section_5_1,
    on_grid,
    quantity_in_words,
    sizes,
)


@pytest.mark.parametrize(
    ("quantity", "words"),
    [
        ("mu_half_A", "\N{GREEK SMALL LETTER MU} (n/2) of A"),
        ("mu_nine_B", "\N{GREEK SMALL LETTER MU} (9n/10) of B"),
        (
            "rho_nine_tenth_AB",
            "\N{GREEK SMALL LETTER RHO} (9n/10, n/10) of A \N{MINUS SIGN} B",
        ),
        ("r_AB", "r of A \N{MINUS SIGN} B"),
    ],
)
def test_quantities_are_named_by_what_is_trained_and_tested_on(quantity, words):
    assert quantity_in_words(quantity) == words


def test_cases_are_text_however_a_file_was_read():
    table = pd.DataFrame({"case": [1, 17.25], "mu_of": [np.nan, 2048.0]})
    found = as_text({"estimates": table})["estimates"]
    assert found["case"].tolist() == ["1", "17.25"]
    assert found["mu_of"].tolist() == ["", "2048"]


def test_cases_are_named_as_the_paper_names_them():
    assert label_of("regression")("3") == "simulation 3"
    assert label_of("letters")("17.25") == "w = 17.25"


def test_each_line_is_of_one_section():
    estimates = of_letters()["estimates"]
    asked = settings_of("letters")["simulation"]
    true = sizes(estimates)
    assert set(true["distance"]) == {0}
    assert (true["mu_of"] == true["case"]).all()
    assert len(on_grid(estimates)) == 3 * len(true)
    assert len(of_section_5_1(true, asked)) == 7 * 12
    assert set(by_splits(true, asked)["splits"]) == {5, 15}
    assert set(by_splits(true, asked)["halvings"]) == {10}
    assert set(by_halvings(true, asked)["halvings"]) == {5, 10}
    assert set(by_halvings(true, asked)["test"]) == {"conservative_z"}
