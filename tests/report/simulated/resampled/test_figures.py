"""Which figures there are, and with which numbers."""

import pytest
from resampled_rates import CASES, of_letters, of_regression, settings_of

from tenbyten.report.simulated.resampled.figures import figures_of


@pytest.fixture(scope="module")
def letters():
    planned = figures_of(of_letters(), settings_of("letters"))
    return {figure.name: figure for figure in planned}


def test_the_papers_figures_come_first():
    planned = figures_of(of_regression(), settings_of("regression"))
    assert [figure.name for figure in planned[:5]] == [
        "power-by-tests-A",
        "power-by-tests-AB",
        "power-by-splits-A",
        "power-by-splits-AB",
        "power-by-halvings-AB",
    ]
    assert len(planned) == 9
    titles = [figure.draw().title for figure in planned]
    assert titles[1].endswith("A \N{MINUS SIGN} B (Figure 2 of the paper)")
    assert "paper" not in titles[-1]


def test_cases_of_their_own_have_no_real_power():
    planned = figures_of(of_regression(), settings_of("regression"))
    assert "real-power" not in [figure.name for figure in planned]


def test_real_power_is_of_the_case_in_which_the_learners_differ_least(letters):
    drawing = letters["real-power"].draw()
    words = [text.get_text() for text in drawing.texts]
    assert "B, hypothesis of w = 17.25" in words
    # All rates of a false hypothesis are the same here.
    assert "they differ by up to 0.000" in drawing.alt
    told = [area[-1] for area in drawing.areas]
    at = {f"{0.7 - gap:.4g}" for gap in CASES.values()}
    real = [x for x in told if x.startswith("corrected resampled t, real")]
    assert at <= {words.rpartition(" at ")[2] for words in real}
    assert len(real) == 6
    # Sizes of 0.12, powers of 0.52, and 0.015 by the number of splits.
    rates = {words.partition(": ")[2].partition(" at ")[0] for words in real}
    assert rates == {"0.135", "0.535"}


def test_panels_are_named_by_case_and_test_part(letters):
    words = [text.get_text() for text in letters["power-by-tests-B"].draw().texts]
    assert {"w = 1, tested on n/2", "w = 2048, tested on n/10"} <= set(words)
    of_a = [text.get_text() for text in letters["power-by-tests-A"].draw().texts]
    assert [word for word in of_a if "tested on" in word] == [
        "all w, tested on n/2",
        "all w, tested on n/10",
    ]
