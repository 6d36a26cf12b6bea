"""Results of a small study, and what its report shows of them."""

import itertools
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import yaml
from three_classifiers import SETTINGS as COMPARED
from three_classifiers import long_table

from tenbyten.comparisons.decisions import decide, poisson_tests, signed_rank_tests
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.report.contents import Contents, contents_of
from tenbyten.report.document import Cell, Column, Table
from tenbyten.report.sections.decisions import corani_benavoli_tables
from tenbyten.results.files import read_failures
from tenbyten.results.values import means_of

SMALL = yaml.safe_load(Path(__file__).with_name("small.yaml").read_text("utf-8"))
SETTINGS, PROVENANCE = SMALL["settings"], SMALL["provenance"]
TUNE = {"inner": 2, "metric": "accuracy", "draws": 3}
TUNE["random"] = {"C": {"low": 0.01, "high": 100.0, "log": True}, "how": ["a", "b"]}
LABELS = {"weak": "weak one", "strong": "strong_1", "twin": "twin"}
# What HTML, templates, LaTeX or a file system would take for something else.
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "50% of_$x^2$ & {b}\\ ~#",
    "naïve 漢字 'quoted' <!--",
    "x" * 300,
    "[*] {{ 7 * 7 }}",
    "* javascript:alert(1) ]]> </style>",
]
DRAWING = (
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    '<path d="M0 0L9 9" style="stroke: #1f2328"/></svg>\n'
)


def study_of(datasets, labels=LABELS):
    """Make a study's results; `strong` and `twin` predict alike, `weak` worse.

    Returns the arguments of `contents_of`.
    """
    names, half = list(labels), len(datasets) // 2
    subsets = {"first": datasets[:half], "all": datasets}
    accuracies = long_table(datasets, names)
    how = {"pairs": list(itertools.permutations(names, 2)), "zero_variance": "half"}
    posteriors = compare_on_each(accuracies, **COMPARED | how)
    means = means_of(accuracies)
    origin = {"source": "arff", "instances": 50, "attributes": 4, "numeric": 1}
    origin |= {"classes_present": 2, "majority": 30, "missing_cells": 3}
    origin |= {"sha256": "0123456789abcdef" * 4, "folds": {"sha256": "89ab" * 16}}
    return {
        "values": accuracies,
        "measured": [_metrics(accuracies)],
        "comparisons": {x: comparisons_of(means.loc[y]) for x, y in subsets.items()},
        "failures": read_failures([]),
        "posteriors": posteriors,
        "decisions": {x: _decisions(posteriors, y) for x, y in subsets.items()},
        **study_frames(names, datasets),
        "origins": {
            dataset: origin | {"at": f"/home/someone/{i}.arff"}
            for i, dataset in enumerate(datasets)
            if "/" not in dataset and len(dataset) < 100
        },
        "figures": _figures(names),
        "provenance": PROVENANCE,
        "name": "small",
        "settings": SETTINGS | {"control": names[0]},
        "labels": labels,
        "subsets": subsets,
        "spans": {"first": (1, half), "all": (1, len(datasets))},
        "not_tested": {},
        "groups": {"source": datasets[-3:]},
    }


def _metrics(accuracies):
    """Two metrics of the same cells, one undefined in the first of all folds."""
    cells = accuracies[["dataset", "classifier", "run", "fold"]].copy()
    auc = 1 - accuracies["accuracy"].astype(float) / 2
    return cells.assign(auc=auc.mask(cells.index == 0), log_loss=1.5)


def _decisions(posteriors, datasets):
    """Both tests over a subset."""
    alike = {"datasets": datasets, "alpha": 0.05}
    how = {"distribution": "exact", "draws": 1000, "seed": 1}
    poisson = poisson_tests(posteriors, **alike, **how)
    ranks = signed_rank_tests(posteriors, **alike, method="approximate", sides="one")
    return decide(poisson, ranks)


def comparisons_of(means):
    """The other comparisons of a subset; columns are true, numbers are not."""
    names = list(means)
    pairs = pd.DataFrame(itertools.combinations(names, 2), columns=["row", "column"])
    one = pairs.assign(n=len(means), mean_difference=0.1234, wins=6, ties=1, losses=1)
    one = one.assign(significant_wins=4, significant_losses=0, sign_p=0.07)
    one = one.assign(t_statistic=3.0, t_p=0.01, relative_t_statistic=2.0)
    one = one.assign(relative_t_p=0.06, signed_rank_p=0.02)
    for test in ("bayesian_sign", "bayesian_signed_rank", "hierarchical"):
        regions = {f"{test}_row": 0.01, f"{test}_rope": 0.02, f"{test}_column": 0.97}
        one = one.assign(**regions)
    regions = ("row", "rope", "column")
    shares = {f"{region}_share": 0.25 for region in regions}
    shares |= {f"{region}_share_low": 0.03 for region in regions}
    shares |= {f"{region}_share_high": 0.65 for region in regions}
    new = pairs.assign(n=len(means), **shares, equivalence=0.0009)
    new = new.assign(mean_difference=0.1234, mean_low=0.05, mean_high=0.2)
    new = new.assign(median=0.11, median_low=np.nan, median_high=np.nan)
    new = new.assign(median_confidence=np.nan, tost_t_p=0.01, tost_signed_rank_p=0.02)
    new = new.assign(tost_t_holm_p=0.03, tost_signed_rank_holm_p=0.06)
    of_first = pairs["row"] == names[0]
    found = one[["row", "column", "n", "mean_difference"]].assign(
        **{"median_difference": 0.09, "pseudomedian": 0.1, "pseudomedian_low": 0.05},
        **{"pseudomedian_high": 0.15, "pseudomedian_confidence": 0.961},
        **{"mixed_signs": 0, "rank_biserial": 0.75, "p": 0.0078},
        **{"holm_p": of_first.map({True: 0.0234, False: 0.5}), "shaffer_p": 0.0234},
        **{"holm": of_first.astype(int), "shaffer": of_first.astype(int)},
        **{"family_p": of_first.map({True: 0.0234, False: 0.5})},
        **{"family": of_first.astype(int), "family_low": 0.04, "family_high": 0.16},
        **{"bayesian_sign_verdict": "column", "hierarchical_verdict": "undecided"},
        bayesian_signed_rank_verdict=of_first.map({True: "column", False: "undecided"}),
        rope_verdict=of_first.map({True: "column", False: "undecided"}),
        rope_posterior=of_first.map({True: 0.97, False: np.nan}),
        beyond_rope=6,
    )
    found.loc[~of_first, "p"] = 0.5
    adjusted = ["nemenyi", "bonferroni", "holm", "hochberg", "hommel", "tukey"]
    adjusted += ["signed_rank", "signed_rank_holm", "signed_rank_hochberg"]
    adjusted = {f"{name}_p": 0.03 for name in [*adjusted, "signed_rank_hommel"]}
    ranked = {"rank_difference": 1.5, "z": 2.5, "p": 0.012}
    against = ["bonferroni_dunn", "holm", "hochberg", "hommel", "dunnett"]
    control = pd.DataFrame({"classifier": names[1:]}).assign(**ranked)
    drawn = np.nan, "permutation", "p is from 100000 random arrangements"
    near = 3.74, "approximate", "p is approximate"
    omnibus = [("friedman", 9.28, 2, np.nan, 0.0097, *drawn)]
    omnibus += [("iman_davenport", np.inf, 2, 14, 0.3, *near)]
    columns = ["test", "statistic", "df1", "df2", "p", "critical", "method", "note"]
    return {
        "pairwise": one.assign(note=""),
        "adjusted": found,
        "decided": found,
        "new_datasets": new,
        "grouped": _grouped(names),
        "ranks": pd.DataFrame({"classifier": names}).assign(
            average_rank=range(len(names), 0, -1), mean=means.mean().to_numpy()
        ),
        "omnibus": pd.DataFrame(omnibus, columns=columns),
        "post_hoc": pairs.assign(**ranked, **adjusted),
        "control": control.assign(**{f"{name}_p": 0.04 for name in against}),
    }


def _grouped(names):
    """No test finds anything but the first column better than the first row."""
    pairs = pd.DataFrame(itertools.permutations(names, 2), columns=["row", "column"])
    first = ((pairs["row"] == names[0]) & (pairs["column"] == names[1])).astype(int)
    decided = {"poisson": first, "signed_rank": first, "holm": first}
    return pairs.assign(**decided, n=6, holm_p=0.4 - 0.36 * first)


def study_frames(names, datasets):
    """What holds for the whole study: columns are true, numbers are not."""
    pairs = pd.DataFrame(itertools.permutations(names, 2), columns=["row", "column"])
    pairs = pairs.assign(subset="all", test="poisson")
    decided = pd.DataFrame(itertools.combinations(names, 2), columns=["row", "column"])
    decided = decided.assign(subset="all", test="poisson", decision="column", stable=0)
    hangs = {"becomes": "neither", "hangs_on": "zero_variance = drop"}
    hangs |= {"data_sets": datasets[0], "apart": "rho = 0"}
    published = {"published": 1, "ours": 0, "agrees": 0, "number": 0.85}
    return {
        "sensitivity": decided.assign(**hangs),
        "published": pairs.assign(**published),
    }


def _figures(names):
    """Two figures, each with its drawing."""
    pair = (names[0], names[1])
    columns = ["name", "kind", "subset", "row", "column", "title", "alt"]
    ranks = ("cd", "critical_difference", "all", "", "", "Critical difference", "Ranks")
    lines = [ranks, ("scatter", "scatter", "", *pair, "Means against means", "Dots")]
    table = pd.DataFrame(lines, columns=columns).assign(svg=DRAWING)
    return [*table.itertuples(index=False)]


@pytest.fixture(scope="session")
def plain():
    """A table of two rows with a mark, a caption and a foot."""
    marked = Cell("0.01", True, "∘", "better")
    return Table(
        name="plain",
        title="A title",
        columns=[Column("name", "l"), Column("p")],
        rows=[[Cell("one"), marked], [Cell("[2]"), Cell("")]],
        caption="A ∘",
        foot=([Cell("mean"), Cell("0.5")],),
    )


@pytest.fixture(scope="session")
def results():
    """The results of a study of three classifiers on eight data sets."""
    return study_of([f"d{i}" for i in range(8)])


@pytest.fixture(scope="session")
def small(results):
    """What its report shows."""
    return contents_of(**results)


@pytest.fixture(scope="session")
def alone(small):
    """Contents of its first data set alone, on which the first pair differs."""
    decided = pd.DataFrame(
        {
            "row": ["weak", "weak", "strong"],
            "column": ["strong", "twin", "twin"],
            "dataset": "d0",
            "mean_difference": [0.064, -0.03, 0.0],
            "low": [0.0312, -0.07, -0.004],
            "high": [0.0968, 0.01, 0.004],
            "p": [0.0004, 0.04, 0.9],
            "holm_p": [0.0012, 0.08, 0.9],
            "holm": [1, 0, 0],
            "p_row_better": [0.0, 0.6, 0.01],
            "p_rope": [0.001, 0.3, 0.98],
            "p_column_better": [0.999, 0.1, 0.01],
            "verdict": ["column", "undecided", "rope"],
            "family": [1, 0, 0],
            "family_p": [0.0012, 0.9, 0.9],
            "family_low": [0.02, -0.1, -0.001],
            "family_high": [0.108, 0.1, 0.001],
        }
    )
    return small._replace(
        settings=small.settings | {"control": None},
        means=small.means.head(1),
        decisions={"all": decided},
        by_subset={"all": {}},
        subsets={"all": ["d0"]},
        sensitivity=None,
    )


@pytest.fixture(scope="session")
def trained(small):
    """Contents of a study with two seeds, and a classifier that is tuned."""
    classifiers = dict(small.settings["classifiers"])
    classifiers["twin"] = {"scikit_learn": {"learner": "x.Y", "tune": TUNE}}
    seeds = pd.DataFrame(
        [("d0", "weak", 0.0003, 0.0001), ("d1", "weak", 0.0001, 0.0001)],
        columns=["dataset", "classifier", "seed_variance", "fold_variance"],
    )
    chosen = [("C", "0.011"), ("C", "1"), ("C", "1"), ("C", "99.0"), ("C", "2")]
    chosen = pd.DataFrame([*chosen, ("how", "a")], columns=["setting", "chosen"])
    return small._replace(
        settings=small.settings | {"classifiers": classifiers, "seeds": 2},
        seeds=seeds,
        chosen=chosen.assign(classifier="twin"),
    )


@pytest.fixture(scope="session")
def lay_out(small):
    """Make both tables of its decisions, of other decisions or settings if given."""

    def make(decisions=small.decisions["all"], **settings):
        changed = small._replace(
            decisions={"all": decisions}, settings=small.settings | settings
        )
        return corani_benavoli_tables(changed, "all", "Data sets 1-8")

    return make


@pytest.fixture(scope="session")
def hostile():
    """A study in which everything has a name that means something to a program."""
    names = ["weak", "strong", "twin", "t4", "t5", "t6", "t7"]
    labels = dict(zip(names, HOSTILE, strict=True))
    needed = study_of([f"{x} d" for x in HOSTILE], labels)
    needed["settings"] |= {"title": HOSTILE[0]}
    contents = contents_of(**needed | {"name": "hostile"})
    figures = [figure._replace(title=HOSTILE[1]) for figure in contents.figures]
    provenance = contents.provenance | {"command": HOSTILE[1]}
    return contents._replace(figures=tuple(figures), provenance=provenance)


@pytest.fixture(scope="session")
def large():
    """Twenty classifiers on a thousand data sets, with every table and figure."""
    names = [f"Classifier{i}" for i in range(20)]
    datasets = [f"dataset-with-a-long-name-{i}" for i in range(1000)]
    means = np.random.default_rng(1).random((1000, 20)).round(4)
    means = pd.DataFrame(means, index=datasets, columns=names)
    pairs = pd.DataFrame(itertools.permutations(names, 2), columns=["row", "column"])
    decided = pairs.assign(poisson=1, signed_rank=0, q=1000, p_column=0.97, p_row=0.03)
    decided = decided.assign(poisson_contradictory=1, signed_rank_contradictory=0)
    decided = decided.assign(rank_sum_column=300000.5, rank_sum_row=200000.5)
    decided = decided.assign(p_tie=0.0, z=-1.5, p_one_sided=0.0697, p_two_sided=0.1394)
    lines = pd.DataFrame({"dataset": datasets}).merge(
        pairs[pairs["row"] == names[0]], how="cross"
    )
    subsets = {"first": datasets[:500], "second": datasets[500:], "all": datasets}
    comparisons = comparisons_of(means)
    adjusted = comparisons["adjusted"].assign(holm=1, family=1)
    comparisons |= {"adjusted": adjusted, "decided": adjusted}
    pair = {"row": names[0], "column": names[1]}
    drawing = DRAWING.replace("</svg>", "<desc>" + 50_000 * "x" + "</desc></svg>")
    figure = {"name": "f", "kind": "scatter", "subset": "", "title": "Dots"}
    figure |= pair | {"alt": "Dots", "svg": drawing}
    studied = study_frames(names, datasets)
    origin = {"source": "openml", "at": 61, "instances": 50, "majority": 30}
    origin |= {"attributes": 4, "numeric": 1, "classes_present": 2, "missing_cells": 3}
    return Contents(
        name="large",
        settings=SETTINGS | {"control": names[0]},
        labels={name: f"{name} of long name" for name in names},
        subsets=subsets,
        spans={"first": (1, 500), "second": (501, 1000), "all": (1, 1000)},
        means=means,
        deviations=means / 10,
        posteriors=lines.assign(p_two_sided=0.01, mean_difference=0.1),
        decisions=dict.fromkeys(subsets, decided),
        by_subset=dict.fromkeys(subsets, comparisons),
        sensitivity=pd.concat([studied["sensitivity"]] * 6),
        published=studied["published"],
        origins={name: origin | {"sha256": 64 * "a"} for name in datasets},
        figures=[SimpleNamespace(**figure)] * 760,
        provenance=PROVENANCE,
    )
