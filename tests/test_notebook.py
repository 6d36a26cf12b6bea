"""What a notebook shows of a comparison, and takes out of it."""

import numpy as np
import pandas as pd
import pytest

from tenbyten import compare

NAMES = ["plain", "better", "best"]


@pytest.fixture(scope="module")
def comparison():
    """Three classifiers on twelve data sets, each better than the one before."""
    rng = np.random.default_rng(3)
    base = rng.uniform(0.6, 0.8, 12)
    means = {x: base + 0.03 * i + rng.normal(0, 0.004, 12) for i, x in enumerate(NAMES)}
    table = pd.DataFrame(means, index=[f"d{i}" for i in range(12)]).round(4)
    return compare(table.rename_axis("dataset").reset_index(), bayesian_draws=2000)


def test_its_text_is_short_and_leads_with_the_verdict(comparison):
    lines = repr(comparison).splitlines()
    assert lines[0].startswith("best is more accurate than better and plain; a")
    assert len(lines) <= 30
    assert str(comparison) == repr(comparison)


def test_its_html_is_the_first_screen_without_a_script(comparison):
    html = comparison._repr_html_()
    assert html.count("<tr>") == 1 + len(NAMES)
    assert "best is more accurate than better and plain" in html
    assert "<script" not in html
    assert html.count("<svg") == 2
    markdown = comparison._repr_markdown_()
    assert "| best | " in markdown


def test_its_tables_are_those_of_the_page(comparison):
    summary = comparison.summary()
    assert list(summary["classifier"]) == ["best", "better", "plain"]
    pairs = comparison.pairs()
    pd.testing.assert_frame_equal(pairs, comparison.subsets["all"]["adjusted"])
    line = pairs.set_index(["row", "column"]).loc["plain", "best"]
    of_plain = summary.set_index("classifier").loc["plain"]
    assert of_plain["difference"] == -line["pseudomedian"]
    assert of_plain["p"] == line["holm_p"]
    assert r"\begin{tabular}" in comparison.to_latex()
    assert "[@Wilcoxon1945; @Demsar2006]" in comparison.text()


def test_on_one_data_set_the_pairs_are_those_of_the_correlated_t_test():
    rng = np.random.default_rng(1)
    arrays = dict(zip("ab", rng.normal([[0.8], [0.9]], 0.02, (2, 100)), strict=True))
    comparison = compare(arrays, runs=10, dataset="mine")
    (line,) = comparison.pairs().itertuples(index=False)
    assert line.holm == 1
    assert "b is more accurate than a" in comparison._repr_html_()
