"""What a notebook shows of a comparison, and takes out of it."""

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot

from tenbyten import compare

pyplot.switch_backend("agg")
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


def test_its_representation_has_30_lines_also_of_many_classifiers_and_cautions():
    rng = np.random.default_rng(5)
    names = [f"classifier number {i}" for i in range(20)]
    skills = np.linspace(0, 0.05, 20)
    table = pd.DataFrame(0.8 + skills + rng.normal(0, 0.02, (20, 20)), columns=names)
    table.iloc[1] = table.iloc[0]
    comparison = compare(table.round(4), bayesian_draws=1000, hierarchical=False)
    lines = repr(comparison).splitlines()
    assert 20 < len(lines) <= 30
    assert "and 10 more classifiers" in lines
    assert 30 < len(str(comparison).splitlines()) <= 40


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


# Plots


@pytest.fixture(autouse=True)
def closed():
    """No figure of pyplot is left open."""
    yield
    pyplot.close("all")


def test_intervals_are_those_of_the_summary(comparison):
    (axes,) = comparison.plot.intervals().figure.axes
    lines = comparison.summary().set_index("classifier").loc[["better", "plain"]]
    bars, dots = axes.collections
    ends = np.array([bar[:, 0] for bar in bars.get_segments()])
    assert ends == pytest.approx(100 * lines[["low", "high"]].to_numpy())
    middles = np.asarray(dots.get_offsets())[:, 0]
    assert middles == pytest.approx(100 * lines["difference"].to_numpy())
    assert [text.get_text() for text in axes.texts] == list(lines.index)


def test_differences_are_those_of_the_first_from_the_second(comparison):
    values = comparison.values.pivot(index="dataset", columns="classifier")["accuracy"]
    (axes,) = comparison.plot.differences("plain", "best").figure.axes
    dots = [x.get_xdata() for x in axes.lines if x.get_marker() == "o"]
    wanted = 100 * (values["plain"] - values["best"])
    assert sorted(np.concatenate(dots)) == pytest.approx(sorted(wanted))
    assert "difference from best" in axes.get_xlabel()
    with pytest.raises(ValueError, match="unknown classifier 'bet'; did you mean"):
        comparison.plot.differences("bet", "plain")


def test_ranks_and_pairs_are_those_of_the_tables(comparison):
    ranks = comparison.subsets["all"]["ranks"].set_index("classifier")["average_rank"]
    words = {text.get_text() for text in comparison.plot.ranks().texts}
    assert {f"{ranks[name]:.2f}  {name}" for name in NAMES} <= words
    cells = [text.get_text() for text in comparison.plot.heatmap().texts]
    line = comparison.subsets["all"]["pairwise"].set_index(["row", "column"])
    line = line.loc["plain", "best"]
    assert any(f"{line.wins}/{line.ties}/{line.losses}" in cell for cell in cells)
    assert len(cells) == 6


@pytest.mark.parametrize("kind", ["intervals", "ranks", "heatmap", "differences"])
def test_a_plot_is_drawn_on_the_axes_given(comparison, kind):
    figure, axes = pyplot.subplots()
    pair = ("plain", "best") if kind == "differences" else ()
    assert getattr(comparison.plot, kind)(*pair, ax=axes) is axes
    assert figure.axes == [axes]
    assert axes.texts
    assert comparison.plot.ranks() is not axes


def test_of_one_data_set_there_is_no_plot_of_ranks():
    rng = np.random.default_rng(1)
    arrays = dict(zip("ab", rng.normal([[0.8], [0.9]], 0.02, (2, 100)), strict=True))
    plot = compare(arrays, runs=10).plot
    for of_all in (plot.ranks, plot.heatmap):
        with pytest.raises(ValueError, match="there is one data set; ranks and the"):
            of_all()
    (line,) = compare(arrays, runs=10).pairs().itertuples()
    (dot,) = (x for x in plot.differences("b", "a").lines if x.get_marker() == "o")
    assert dot.get_xdata()[0] == pytest.approx(100 * line.mean_difference)
    assert len(plot.intervals().texts) == 1


def test_the_report_is_one_file(comparison, tmp_path):
    comparison.report(tmp_path / "answer.html")
    page = (tmp_path / "answer.html").read_text(encoding="utf-8")
    assert "best is more accurate than better and plain" in page


def test_every_figure_of_a_notebook_is_shown_and_the_readers_own(tmp_path, monkeypatch):
    # Simulations set it, in the same process of the tests.
    monkeypatch.delenv("MPLBACKEND", raising=False)
    formats, client = map(pytest.importorskip, ("nbformat.v4", "nbclient"))
    data = "{'a': [*range(70, 82)], 'b': [*range(71, 89, 2), 80, 81, 83]}"
    cells = [
        f"import tenbyten\nc = tenbyten.compare({data}, runs=1, dataset='d')",
        "c.plot.differences('a', 'b');",
        "import matplotlib.pyplot as plt\nplt.plot([2, 1]);",
        "_, axes = plt.subplots()\nc.plot.intervals(ax=axes);",
    ]
    notebook = formats.new_notebook(cells=[*map(formats.new_code_cell, cells)])
    where = {"metadata": {"path": str(tmp_path)}}
    client.NotebookClient(notebook, kernel_name="python3", resources=where).execute()
    shown = [
        ["image/png" in output.get("data", {}) for output in cell.outputs]
        for cell in notebook.cells
    ]
    assert shown == [[], [True], [True], [True]]
