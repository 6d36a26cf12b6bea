"""All figures of a study."""

import itertools

import numpy as np
import pandas as pd
import pytest

from tenbyten.report.figures.study_figures import (
    INDEX,
    StudyTables,
    draw,
    draws_of_signed_rank,
    plan,
)
from tenbyten.statistics.many_datasets.bayesian_signed_rank import draw_signed_rank

DATASETS = [f"d{i}" for i in range(9)]
LABELS = {"nb": "naive Bayes", "j48": "J48", "hnb": "HNB"}
SUBSETS = {"some": DATASETS[:5], "all": DATASETS}


@pytest.fixture(scope="module")
def tables(posteriors_of):
    """Three classifiers on nine data sets."""
    pairs = list(itertools.permutations(LABELS, 2))
    means = np.random.default_rng(1).uniform(0.6, 0.9, (9, 3))
    return StudyTables(
        pd.concat(
            [posteriors_of(DATASETS, *pair, seed=i) for i, pair in enumerate(pairs)]
        ),
        pd.DataFrame(means, DATASETS, list(LABELS)),
        {
            subset: pd.DataFrame(
                {"classifier": list(LABELS), "average_rank": [2.4, 1.6, 2.0]}
            )
            for subset in SUBSETS
        },
    )


@pytest.fixture(scope="module")
def settings(tables):
    """What `draw` wants besides."""
    return {
        "pairs": [("nb", "j48"), ("nb", "hnb")],
        "labels": LABELS,
        "subsets": SUBSETS,
        "rope": 0.01,
        "alpha": 0.05,
        "simplex_draws": draws_of_signed_rank(
            tables.posteriors, subsets=SUBSETS, rope=0.01, seed=1, draws=500
        ),
    }


def test_the_index_names_every_file_and_any_number_of_processes_draws_the_same(
    tables, settings, tmp_path
):
    one_pair = settings | {"pairs": [("nb", "j48")]}
    for folder, processes in (("one", 1), ("two", 2)):
        draw(tables, tmp_path / folder, processes=processes, **one_pair)
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()}
        for folder in ("one", "two")
    )
    assert one == two
    index = pd.read_csv(tmp_path / "one" / "index.csv", keep_default_na=False)
    assert list(index) == INDEX
    files = {f"{name}.{ending}" for name in index["name"] for ending in ("svg", "pdf")}
    assert set(one) == {*files, "index.csv"}
    assert index["kind"].value_counts().to_dict() == {
        "heat_map": 1,
        "critical_difference": 2,
        "posteriors": 1,
        "poisson_mass": 1,
        "simplex": 1,
        "scatter": 1,
    }
    assert (index[["title", "alt"]] != "").all(axis=None)
    assert list(index["subset"].unique()) == ["", "some", "all"]


def test_figures_speak_of_labels_and_the_index_of_names(tables, settings):
    (planned,) = (f for f in plan(tables, **settings) if f.name == "scatter-nb-j48")
    assert (planned.row, planned.column) == ("nb", "j48")
    assert planned.draw().title.startswith("naive Bayes against J48")


def test_the_poisson_mass_is_of_the_pair_and_the_subset(tables, settings):
    (planned,) = (
        f for f in plan(tables, **settings) if f.name == "poisson_mass-nb-hnb"
    )
    p = tables.posteriors.query("row == 'nb' and column == 'hnb'")["p_column_wins"]
    assert "some, q = 5: P(X > q/2) " in planned.draw().alt
    assert f"{p.sum():.1f} wins expected" in planned.draw().alt


def test_draws_are_those_of_the_pairs_differences(tables, settings):
    line = tables.posteriors.query("row == 'nb' and column == 'j48'").head(5)
    wanted = draw_signed_rank(
        line["mean_difference"].to_numpy(), rope=0.01, seed=1, draws=500
    )
    found = settings["simplex_draws"]("nb", "j48", "some")
    np.testing.assert_array_equal(found, wanted)


def test_without_draws_there_is_no_simplex(tables, settings):
    kinds = {f.kind for f in plan(tables, **settings | {"simplex_draws": None})}
    assert kinds == {
        "heat_map",
        "critical_difference",
        "posteriors",
        "poisson_mass",
        "scatter",
    }


def test_an_unknown_pair_is_refused(tables, settings):
    with pytest.raises(ValueError, match="no posteriors of row nb, column tree"):
        list(plan(tables, **settings | {"pairs": [("nb", "tree")]}))


def test_a_figure_that_would_overwrite_another_is_refused(tables, settings, tmp_path):
    twice = settings | {"pairs": [("nb", "j48")] * 2}
    with pytest.raises(ValueError, match="named after the pair nb-j48; list it once"):
        draw(tables, tmp_path, **twice)
