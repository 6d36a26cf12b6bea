"""Many classifiers: pairs of the best are tested in full, and p adjusted over all."""

import re

import numpy as np
import pandas as pd
import pytest

from tenbyten import compare


def board(classifiers, datasets, seed=1):
    """Accuracies of classifiers that differ, a row a data set."""
    rng = np.random.default_rng(seed)
    skill = rng.permutation(np.linspace(0, 0.2, classifiers))
    noise = rng.normal(0, 0.03, (datasets, classifiers))
    means = rng.uniform(0.6, 0.75, (datasets, 1)) + skill + noise
    table = pd.DataFrame(np.clip(means, 0, 1).round(4)).add_prefix("c")
    return table.rename_axis("dataset").rename(lambda i: f"d{i}").reset_index()


@pytest.fixture(scope="module")
def both():
    """The same board with the pairs of the best four, and with all, in full."""
    table = board(9, 14)
    return [compare(table, top=top) for top in (4, 9)]


def test_p_and_decisions_are_those_of_the_whole_family(both):
    some, every = (x.subsets["all"] for x in both)
    family = ["row", "column", "p", "holm_p", "holm", "shaffer_p", "family_p", "family"]
    pd.testing.assert_frame_equal(some["adjusted"][family], every["adjusted"][family])
    pd.testing.assert_frame_equal(some["ranks"], every["ranks"])


def test_pairs_of_the_best_have_every_number_of_the_full_comparison(both):
    some, every = (x.subsets["all"] for x in both)
    best = [*some["ranks"].sort_values("average_rank")["classifier"][:4]]
    for name in ("adjusted", "pairwise", "new_datasets", "post_hoc", "rope"):
        pairs = every[name][["row", "column"]]
        full = pairs.isin(best).all(axis=1) | pairs.isin(best[:1]).any(axis=1)
        lines = some[name].merge(pairs[full].drop_duplicates())
        expected = every[name][full].reset_index(drop=True)
        pd.testing.assert_frame_equal(lines, expected)
    tested = {*zip(some["rope"]["row"], some["rope"]["column"], strict=True)}
    assert len(tested) == 6 + 5


def test_the_control_is_compared_in_full_with_every_other():
    comparison = compare(board(9, 14), control="c3", top=2)
    adjusted = comparison.subsets["all"]["adjusted"]
    full = adjusted["rope_verdict"] != ""
    assert full[adjusted[["row", "column"]].eq("c3").any(axis=1)].all()
    assert full.sum() <= 8 + 1


def test_up_to_fifteen_classifiers_are_compared_in_full(both):
    comparison = compare(board(9, 14))
    for name, table in both[1].subsets["all"].items():
        pd.testing.assert_frame_equal(comparison.subsets["all"][name], table)
    assert "Of 36 pairs" not in str(comparison)
    assert "Of 36 pairs those of the 4 classifiers" in str(both[0])


@pytest.mark.parametrize("top", [1, 2.5, "best"])
def test_an_impossible_top_is_refused(top):
    with pytest.raises(ValueError, match="top"):
        compare(board(3, 8), top=top)


@pytest.mark.slow
def test_pages_of_78_classifiers_stay_below_two_megabytes(tmp_path):
    folds = [board(78, 51, seed=1).assign(fold=n) for n in (1, 2, 3)]
    noise = np.random.default_rng(2).uniform(0, 0.01, 3 * 51 * 78)
    table = pd.concat(folds).melt(["dataset", "fold"], var_name="classifier")
    compare(table.assign(accuracy=table["value"] - noise)).write(tmp_path)
    pages = [(tmp_path / f"{x}.html").read_text() for x in ("report", "details")]
    assert max(len(page.encode()) for page in pages) < 2e6
    said = r"Of 3,003 pairs those of the 15 classifiers .* comparisons/all/adjusted.csv"
    assert all(re.search(said, page, re.DOTALL) for page in pages)
    assert len(pd.read_csv(tmp_path / "comparisons/all/adjusted.csv")) == 3003
    assert len(list((tmp_path / "figures").glob("*.svg"))) == 4 + 3 * 14
