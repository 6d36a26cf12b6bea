"""Decisions that are not stable, as tables."""

import pandas as pd
import pytest

from tenbyten.report.latex import tables_in_latex
from tenbyten.report.markdown import tables_in_markdown
from tenbyten.report.sections.sensitivity import sensitivity_tables

POLICIES = {
    "alpha": 0.05,
    "rho": "1/folds",
    "zero_variance": "half",
    "poisson": "exact",
    "signed_rank": "approximate",
    "signed_rank_sides": "one",
}
LABELS = {"a": "Mr. 50%", "b": "B|b"}


@pytest.fixture
def tables():
    """Make the tables of one decision that hangs on a policy and on data sets."""

    def make(*, hangs_on="", data_sets="", **policies):
        line = {"subset": "all", "row": "a", "column": "b", "test": "poisson"}
        line |= {"decision": 1, "stable": int(not hangs_on and not data_sets)}
        frame = pd.DataFrame([line | {"hangs_on": hangs_on, "data_sets": data_sets}])
        return sensitivity_tables(frame, labels=LABELS, policies=POLICIES | policies)

    return make


def test_markdown_lists_what_is_not_stable(tables):
    names = "; ".join(f"d{i}" for i in range(7))
    made = tables(hangs_on="zero_variance = win", data_sets=names)
    lines = tables_in_markdown(*made).splitlines()
    assert lines[0] == "**What the decisions hang on**"
    assert "| all | 1 | 0 | 1 | 1 |" in lines
    assert "Significant and stable: none." in lines
    assert lines[-1] == (
        r"| all | Mr. 50% | B\|b | Poisson | 1 | zero_variance = win | "
        r"d0, d1, d2, d3, d4 and 2 more |"
    )


def test_markdown_names_what_differs_whatever_the_policy(tables):
    text = tables_in_markdown(*tables())
    assert "Significant and stable: all: B\\|b over Mr. 50% (Poisson)." in text


def test_the_caption_says_that_a_simulated_test_is_exact_here(tables):
    text = tables_in_markdown(*tables(poisson="simulated"))
    assert "rho = 1/folds for the Poisson test (here exact)" in text


def test_latex_has_the_same_cells_with_its_marks_escaped(tables):
    text = tables_in_latex(*tables(hangs_on="zero_variance = win", data_sets="x"))
    assert r"all & 1 & 0 & 1 & 1 \\" in text
    assert (
        r"all & Mr. 50\% & B\textbar{}b & Poisson & 1 & zero\_variance = win & x \\"
        in text
    )
    assert text.count(r"\begin") == text.count(r"\end{")


def test_the_page_shows_the_tables_of_the_files(small):
    counts, unstable = sensitivity_tables(
        small.sensitivity, labels=small.labels, policies=small.settings
    )
    assert [cell.text for cell in counts.rows[0]] == ["all", "6", "0", "6", "6"]
    assert len(unstable.rows) == 6
