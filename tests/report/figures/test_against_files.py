"""Each figure of the demo study shows what its CSV files hold, read from the SVG."""

import re
from html import unescape

import numpy as np
import pandas as pd
import pytest

from tenbyten.report.figures.style import OUTCOMES
from tenbyten.report.formatting import format_probability, format_relation

LABELS = ["J48", "J48graft", "AODE", "HNB", "NaiveBayes"]
LABELS = {x: "naive Bayes" if x == "NaiveBayes" else x for x in LABELS}
USE = r'<use [^>]*x="([-\d.]+)" y="([-\d.]+)" style="fill: (#\w+)[^"]*"/>'
SUBSETS = {"first": slice(0, 5), "second": slice(5, 10), "all": slice(0, 10)}


class Svg:
    """Texts, dots and axes of a figure."""

    def __init__(self, demo, name):
        self.text = (demo / "figures" / f"{name}.svg").read_text(encoding="utf-8")
        written = re.findall(r"<text[^>]*>([^<]*)</text>", self.text)
        self.words = [unescape(x).replace("\N{MINUS SIGN}", "-") for x in written]

    def axis(self, name):
        """Return slope and start of an axis, x or y, by its ticks."""
        ticks = re.findall(rf'<g id="{name}tick_\d+">.*?</text>', self.text, flags=re.S)
        place, value = [], []
        for tick in ticks:
            x, y, _ = re.search(USE, tick).groups()
            place.append(float(x if name == "x" else y))
            said = re.search(r">([^<]*)</text>", tick)[1]
            value.append(float(said.replace("\N{MINUS SIGN}", "-")))
        return np.polyfit(place, value, 1)

    def dots(self, *axes):
        """Return the values of all coloured dots, sorted."""
        found = re.findall(USE, self.text)
        dots = [(float(x), float(y)) for x, y, colour in found if colour in OUTCOMES]
        columns = dict(zip("xy", np.transpose(dots), strict=True))
        values = [np.polyval(self.axis(name), columns[name]) for name in axes]
        return np.array(sorted(zip(*values, strict=True)))


@pytest.fixture(scope="module")
def means(demo):
    """Mean accuracies in percent, in the order of the data sets."""
    table = pd.read_csv(demo / "accuracies.csv")
    names = table["dataset"].unique()
    grouped = table.groupby(["dataset", "classifier"])["accuracy"].mean()
    return 100 * grouped.unstack().loc[names]


def pairs(demo, name="adjusted", subset="all"):
    """A table of pairs."""
    return pd.read_csv(demo / "comparisons" / subset / f"{name}.csv")


@pytest.mark.parametrize("subset", SUBSETS)
def test_differences_are_those_of_the_means(demo, means, subset):
    ranks = pd.read_csv(demo / "comparisons" / subset / "ranks.csv")
    best = ranks.set_index("classifier")["average_rank"].idxmin()
    some = means.iloc[SUBSETS[subset]]
    wanted = some.drop(columns=best).sub(some[best], axis=0).to_numpy().ravel()
    svg = Svg(demo, f"differences-{subset}")
    np.testing.assert_allclose(svg.dots("x")[:, 0], sorted(wanted), atol=1e-3)


def test_scatter_and_posteriors_show_every_data_set(demo, means):
    posteriors = pd.read_csv(demo / "comparisons" / "correlated_t.csv")
    for row, column in pairs(demo)[["row", "column"]].to_numpy():
        dots = Svg(demo, f"scatter-{row}-{column}").dots("x", "y")
        wanted = sorted(map(tuple, means[[row, column]].to_numpy()))
        # Three dots of the key lie outside the axes.
        wanted = np.array(wanted)
        nearest = np.abs(dots[:, None] - wanted).sum(axis=2).argmin(axis=0)
        np.testing.assert_allclose(dots[nearest], wanted, atol=2e-3)
        lines = posteriors.query("row == @row and column == @column")
        values = 100 * lines["mean_difference"].to_numpy()
        dots = Svg(demo, f"posteriors-{row}-{column}").dots("x")[:, 0]
        assert len(dots) == len(values) + 3
        for value in values:
            assert np.abs(dots - value).min() < 2e-3


@pytest.mark.parametrize("subset", SUBSETS)
def test_diagram_and_matrix_have_the_numbers_of_their_tables(demo, subset):
    words = Svg(demo, f"critical_difference-{subset}").words
    ranks = pd.read_csv(demo / "comparisons" / subset / "ranks.csv")
    for name, rank in ranks[["classifier", "average_rank"]].to_numpy():
        assert f"{rank:.2f}  {LABELS[name]}" in words
    words = Svg(demo, f"comparison_matrix-{subset}").words
    table = pairs(demo, subset=subset).merge(
        pairs(demo, "pairwise", subset), on=["row", "column"], suffixes=("", "_")
    )
    cells = set(zip(words, words[1:], words[2:], strict=False))
    for x in table.itertuples(index=False):
        for sign, counts in (
            (1, (x.wins, x.ties, x.losses)),
            (-1, (x.losses, x.ties, x.wins)),
        ):
            gain = f"{sign * 100 * x.mean_difference:+z.2f}".replace("+0.00", "0.00")
            counted = "/".join(f"{count:g}" for count in counts)
            assert (gain, counted, format_probability(x.p)) in cells


def test_triangles_have_the_shares_of_the_bayesian_test(demo):
    for subset in SUBSETS:
        for x in pairs(demo, "pairwise", subset).itertuples(index=False):
            words = Svg(demo, f"simplex-{x.row}-{x.column}").words
            end = next(i for i, word in enumerate(words) if word.startswith(subset))
            said = words[end - 6 : end]
            shares = [
                getattr(x, f"bayesian_signed_rank_{side}")
                for side in ("row", "rope", "column")
            ]
            names = [LABELS[x.row], "rope", LABELS[x.column]]
            assert said[::2] == names
            for word, share in zip(said[1::2], shares, strict=True):
                assert word == format_relation(share, 3).removeprefix("= ")
