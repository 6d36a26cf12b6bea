"""Every decision under every policy, and without each data set."""

import itertools

import numpy as np
import pandas as pd
import pytest
import yaml
from paper_counts import long_table
from scipy.stats import wilcoxon

from tenbyten.comparisons.files import read_by_subset, write_comparisons
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.comparisons.poisson import poisson_tests
from tenbyten.comparisons.signed_rank import signed_rank_tests
from tenbyten.comparisons.variants import SIDES, leave_one_out, policy_variants
from tenbyten.statistics.many_datasets.dirichlet import REGIONS
from tenbyten.statistics.many_datasets.signed_rank import METHODS
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE
from tenbyten.study import read_study
from tenbyten.tables import read_table

KEYS = ["row", "column"]
NO_ROPES = pd.DataFrame({"test": [], "rope": np.empty(0)})
EXACT = {"distribution": "exact", "draws": None, "seed": None, "alpha": 0.05}


@pytest.fixture(scope="module")
def study(root):
    """The paper study."""
    return read_study("paper", root)


@pytest.fixture(scope="module")
def accuracies(study):
    """All of its accuracies."""
    return long_table(study)


@pytest.fixture(scope="module")
def posteriors(study, accuracies, tmp_path_factory):
    """The study's own, through their file."""
    path = tmp_path_factory.mktemp("comparisons") / "correlated_t.csv"
    write_comparisons(compared(study, accuracies, "1/folds", "half"), path)
    return read_table(path)


@pytest.fixture(scope="module")
def table(study, posteriors):
    """Variants on all data sets, but for those of the rope."""
    return decided(
        posteriors, study.datasets_by_subset["all"], pairs=study.unordered_pairs
    )


def decided(posteriors, names, *, ropes=NO_ROPES, pairs=(("a", "b"),), **policies):
    """Decide under every policy."""
    settings = {"folds": 10, "rho": "1/folds", "alpha": 0.05, "rope": 0.01} | policies
    return policy_variants(posteriors, ropes, pairs=pairs, datasets=names, **settings)


def compared(study, accuracies, rho, zero_variance):
    """Compare every pair on every data set under these policies."""
    return compare_on_each(
        accuracies,
        pairs=study.pairs,
        runs=10,
        rho=rho,
        rope=0.01,
        zero_variance=zero_variance,
    )


def of_both(theirs, column, better):
    """Take a column of a table of ordered pairs as the pairs' columns and rows.

    With them comes the decision of each pair, from both that the table `better` has.
    """
    theirs = theirs.set_index(KEYS)
    names = list(dict.fromkeys(theirs.index.get_level_values("row")))
    pairs = list(itertools.combinations(names, 2))
    turned = [(column, row) for row, column in pairs]
    marks = zip(theirs.loc[pairs, better], theirs.loc[turned, better], strict=True)
    words = {(0, 0): "neither", (1, 0): "column", (0, 1): "row", (1, 1): "both"}
    sides = theirs.loc[pairs, column], theirs.loc[turned, column]
    return *(side.to_numpy() for side in sides), [words[mark] for mark in marks]


def variant(table, **policies):
    """Lines of one variant at the study's alpha, in the order of pairs."""
    policies = {"alpha": 0.05} | policies if "alpha" in table else policies
    for name, value in policies.items():
        table = table[table[name] == value]
    return table.set_index(KEYS)


@pytest.mark.parametrize(
    ("key", "policies"),
    [
        ("zero_variance", ZERO_VARIANCE),
        ("signed_rank", METHODS),
        ("signed_rank_sides", SIDES),
        ("prior_place", REGIONS),
    ],
)
def test_a_study_offers_the_policies_that_the_statistics_know(root, key, policies):
    text = (root / "workflow" / "schemas" / "study.schema.yaml").read_text()
    assert set(yaml.safe_load(text)["properties"][key]["enum"]) == set(policies)


def test_every_pair_has_every_variant_once(table, study):
    # 3 zero_variance x 4 rho x 2 thresholds, 2 sides x 2 methods x 3 zeros; 3 alpha.
    sizes = table.groupby([*KEYS, "test"], sort=False).size()
    assert sizes.tolist() == [3 * 24, 3 * 12] * 10
    assert list(sizes.index.droplevel("test").unique()) == study.unordered_pairs
    decisions = ["number_column", "number_row", "decision", "note"]
    assert not table.drop(columns=decisions).duplicated().any()


@pytest.mark.parametrize("zero_variance", ["half", "win", "drop"])
@pytest.mark.parametrize("rho", [0.0, 0.1, 0.3])
def test_the_poisson_test_is_that_of_a_study_with_these_policies(
    table, study, accuracies, zero_variance, rho
):
    posteriors = compared(study, accuracies, rho, zero_variance)
    theirs = poisson_tests(
        posteriors, datasets=study.datasets_by_subset["all"], **EXACT
    )
    theirs["either"] = theirs["p_column"] + theirs["p_tie"]
    theirs["either_decides"] = (theirs["either"] > 0.95).astype(int)
    near = table[np.isclose(table["rho"], rho)]
    for threshold, number, better in (
        ("more", "p_column", "decision"),
        ("at_least", "either", "either_decides"),
    ):
        ours = variant(near, zero_variance=zero_variance, threshold=threshold)
        column, row, decisions = of_both(theirs, number, better)
        # The statistic in the file has twelve digits.
        assert ours["number_column"].to_numpy() == pytest.approx(column, abs=1e-9)
        assert ours["number_row"].to_numpy() == pytest.approx(row, abs=1e-9)
        assert ours["decision"].tolist() == decisions


def test_classifiers_that_are_alike_are_both_better_where_zeros_are_wins():
    posteriors = posteriors_of([0.0] * 6)
    table = decided(posteriors, list(posteriors["dataset"].unique()))
    assert set(variant(table, zero_variance="win")["decision"]) == {"both"}
    half = variant(table, zero_variance="half", threshold="more")
    assert set(half["decision"]) == {"neither"}


def test_the_study_s_own_policies_are_among_the_variants(study, accuracies, posteriors):
    names = study.datasets_by_subset["all"]
    own = decided(
        compared(study, accuracies, 0.45, "half"),
        names,
        pairs=study.unordered_pairs,
        rho=0.45,
        alpha=0.2,
    )
    rhos = sorted(own["rho"].dropna().unique())
    assert rhos == pytest.approx([0, 0.1, 0.2, 0.3, 0.45])
    assert sorted(own["alpha"].unique()) == [0.01, 0.05, 0.1, 0.2]
    theirs = poisson_tests(posteriors, datasets=names, **EXACT | {"alpha": 0.2})
    ours = variant(own, zero_variance="half", rho=0.1, threshold="more", alpha=0.2)
    column, row, decisions = of_both(theirs, "p_column", "decision")
    assert ours["number_column"].to_numpy() == pytest.approx(column, abs=1e-9)
    assert ours["number_row"].to_numpy() == pytest.approx(row, abs=1e-9)
    assert ours["decision"].tolist() == decisions


@pytest.mark.parametrize(
    ("folds", "rho", "tried"),
    [
        # Of two folds the larger correlations are not below one.
        (2, "1/folds", [0, 0.5]),
        (3, "1/folds", [0, 1 / 3, 2 / 3]),
        # 3 / 10 is the study's, whatever its last digits.
        (10, 0.3, [0, 0.1, 0.2, 0.3]),
    ],
)
def test_no_correlation_is_tried_twice_or_from_one_on(folds, rho, tried):
    posteriors = posteriors_of([1.0, -2.0, 3.0])
    table = decided(
        posteriors, list(posteriors["dataset"].unique()), folds=folds, rho=rho
    )
    assert sorted(table["rho"].dropna().unique()) == pytest.approx(tried)


@pytest.mark.parametrize("sides", ["one", "two"])
@pytest.mark.parametrize("method", ["approximate", "auto"])
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.1])
def test_the_signed_rank_test_is_that_of_a_study_with_these_policies(
    table, study, posteriors, sides, method, alpha
):
    settings = {"alpha": alpha, "method": method, "sides": sides}
    theirs = signed_rank_tests(
        posteriors, datasets=study.datasets_by_subset["all"], **settings
    )
    ours = variant(table, sides=sides, method=method, zeros="split", alpha=alpha)
    column, row, decisions = of_both(theirs, f"p_{sides}_sided", "decision")
    assert ours["number_column"].tolist() == column.tolist()
    assert ours["number_row"].tolist() == row.tolist()
    assert ours["decision"].tolist() == decisions


@pytest.mark.parametrize(("sides", "name"), [("one", "greater"), ("two", "two-sided")])
def test_exact_p_is_scipy_s_where_the_zeros_are_dropped(table, posteriors, sides, name):
    ours = variant(table, sides=sides, method="auto", zeros="drop")
    for pair, part in posteriors.groupby(KEYS, sort=False):
        mean = part["mean_difference"]
        p = wilcoxon(mean[mean != 0], alternative=name, method="exact").pvalue
        there = pair in ours.index
        number = "number_column" if there else "number_row"
        found = ours.loc[pair if there else pair[::-1], number]
        assert found == pytest.approx(p, rel=1e-12)


def test_ties_and_zeros_have_an_exact_p_under_every_policy(table):
    posteriors = posteriors_of([1.0, -1.0, 2.0, 0.0])
    few = decided(posteriors, list(posteriors["dataset"].unique()))
    # Of eight signs three give the column so much: two of the larger difference and
    # one of both ties, or of all.
    one = variant(few, method="auto", sides="one")
    assert one["number_column"].tolist() == [3 / 8] * 3
    for variants in (few, table):
        ranks = variants[variants["test"] == "signed_rank"]
        assert ranks[["number_column", "number_row"]].notna().all(axis=None)
        assert set(ranks["decision"]) <= {"column", "row", "neither"}
        assert set(ranks["note"]) == {""}


def test_the_rope_is_halved_and_doubled():
    # The curve has other ropes too, and another test.
    ropes = pd.DataFrame(
        [
            ("a", "b", "bayesian_signed_rank", 0.0, 0.0, 0.0, 1.0),
            ("a", "b", "bayesian_signed_rank", 0.005, 0.02, 0.01, 0.97),
            ("a", "b", "bayesian_signed_rank", 0.01, 0.02, 0.06, 0.92),
            ("a", "b", "bayesian_signed_rank", 0.02, 0.0, 0.995, 0.005),
            ("a", "b", "bayesian_sign", 0.01, 1.0, 0.0, 0.0),
        ],
        columns=[*KEYS, "test", "rope", "p_row", "p_rope", "p_column"],
    )
    posteriors = posteriors_of([1.0, 2.0, 3.0])
    table = decided(posteriors, list(posteriors["dataset"].unique()), ropes=ropes)
    found = table[table["test"] == "bayesian_signed_rank"]
    verdicts = found.set_index(["rope", "alpha"])["decision"].to_dict()
    assert verdicts == {
        (0.005, 0.01): "undecided",
        (0.005, 0.05): "column",
        (0.005, 0.1): "column",
        (0.01, 0.01): "undecided",
        (0.01, 0.05): "undecided",
        (0.01, 0.1): "column",
        (0.02, 0.01): "equivalent",
        (0.02, 0.05): "equivalent",
        (0.02, 0.1): "equivalent",
    }


def test_without_a_data_set_ranks_are_those_of_the_others(study, posteriors):
    names = study.datasets_by_subset["first"]
    settings = {"alpha": 0.05, "method": "approximate", "sides": "one"}
    pairs = study.unordered_pairs
    table = leave_one_out(posteriors, pairs=pairs, datasets=names, **settings)
    assert len(table) == 10 * 2 * 27
    whole = signed_rank_tests(posteriors, datasets=names, **settings)
    *_, before = of_both(whole, "p_one_sided", "decision")
    for name in names[::5]:
        others = [other for other in names if other != name]
        slow = signed_rank_tests(posteriors, datasets=others, **settings)
        column, row, decisions = of_both(slow, "p_one_sided", "decision")
        ours = variant(table, dataset=name, test="signed_rank")
        assert list(ours.index) == pairs
        assert ours["number_column"].to_numpy() == pytest.approx(column, rel=1e-10)
        assert ours["number_row"].to_numpy() == pytest.approx(row, rel=1e-10)
        assert ours["decision"].tolist() == decisions
        flips = [int(new != old) for new, old in zip(decisions, before, strict=True)]
        assert ours["flips"].tolist() == flips


@pytest.mark.parametrize("subset", ["first", "all"])
@pytest.mark.parametrize("zero_variance", ["half", "win", "drop"])
def test_in_the_poisson_test_a_data_set_counts_one_half_for_either(
    study, accuracies, zero_variance, subset
):
    # 27 data sets and 54: an odd number and an even one.
    posteriors = compared(study, accuracies, "1/folds", zero_variance)
    names = study.datasets_by_subset[subset]
    settings = {"alpha": 0.05, "method": "approximate", "sides": "one"}
    pairs = study.unordered_pairs
    table = leave_one_out(posteriors, pairs=pairs, datasets=names, **settings)
    whole = poisson_tests(posteriors, datasets=names, **EXACT)
    *_, before = of_both(whole, "p_column", "decision")
    for name in names[::9]:
        there = posteriors["dataset"].eq(name) & posteriors["p_column_wins"].notna()
        p = posteriors["p_column_wins"].mask(there, 0.5)
        halved = posteriors.assign(p_column_wins=p)
        slow = poisson_tests(halved, datasets=names, **EXACT)
        column, row, decisions = of_both(slow, "p_column", "decision")
        ours = variant(table, dataset=name, test="poisson")
        assert ours["number_column"].to_numpy() == pytest.approx(column, rel=1e-9)
        assert ours["number_row"].to_numpy() == pytest.approx(row, rel=1e-9)
        assert ours["decision"].tolist() == decisions
        flips = [int(new != old) for new, old in zip(decisions, before, strict=True)]
        assert ours["flips"].tolist() == flips


def test_without_a_data_set_that_the_column_wins_its_probability_never_rises(
    study, posteriors
):
    names = study.datasets_by_subset["all"]
    settings = {"alpha": 0.05, "method": "approximate", "sides": "one"}
    pairs = study.unordered_pairs
    table = leave_one_out(posteriors, pairs=pairs, datasets=names, **settings)
    whole = poisson_tests(posteriors, datasets=names, **EXACT).set_index(KEYS)
    table = table[table["test"] == "poisson"].merge(
        posteriors[[*KEYS, "dataset", "p_column_wins"]], on=[*KEYS, "dataset"]
    )
    before = whole.loc[pd.MultiIndex.from_frame(table[KEYS]), "p_column"].to_numpy()
    rise = table["number_column"].to_numpy() - before
    won = table["p_column_wins"].to_numpy()
    assert (won > 0.5).sum() > 200
    assert (won < 0.5).sum() > 100
    # Sums of chances are rounded.
    assert np.all(rise[won >= 0.5] <= 1e-14)
    assert np.all(rise[won <= 0.5] >= -1e-14)


def posteriors_of(statistics):
    """One pair's posteriors; the scale is 0 where the statistic is."""
    statistic = np.array(statistics)
    there = pd.DataFrame(
        {
            "dataset": [f"d{i}" for i in range(len(statistic))],
            "row": "a",
            "column": "b",
            "mean_difference": statistic / 100,
            "scale": np.where(statistic == 0, 0, 0.01),
            "df": 99,
            "statistic": statistic,
            "p_column_wins": 0.5,
        }
    )
    back = there.rename(columns={"row": "column", "column": "row"})
    turned = {name: -back[name] for name in ("mean_difference", "statistic")}
    return pd.concat([there, back.assign(**turned)], ignore_index=True)


def test_no_data_set_left_decides_nothing():
    table = decided(posteriors_of([0.0, 0.0]), ["d0", "d1"])
    dropped = variant(table, zero_variance="drop", rho=0.1)
    assert dropped["decision"].tolist() == ["neither", ""]
    assert dropped["note"].tolist() == ["", "no data set is left in the test"]
    won = variant(table, zero_variance="win", rho=0.1)
    assert won["number_column"].tolist() == won["number_row"].tolist() == [1, 1]
    half = variant(table, zero_variance="half", rho=0.1)
    # Of two fair coins both fall on their face; at least one does.
    assert half["number_column"].tolist() == [1 / 4, 3 / 4]


def test_in_a_subset_of_two_data_sets_no_ranks_are_left_to_test():
    table = leave_one_out(
        posteriors_of([1.0, 2.0]),
        pairs=[("a", "b")],
        datasets=["d0", "d1"],
        alpha=0.05,
        method="approximate",
        sides="one",
    )
    ranks = table[table["test"] == "signed_rank"]
    assert ranks[["number_column", "number_row"]].isna().all(axis=None)
    assert ranks["decision"].tolist() == ["", ""]
    assert not table["flips"].any()
    # Both data sets are won with 1/2.
    assert table["number_column"].tolist()[:2] == [0.25, 0.25]


def test_a_study_s_exact_test_is_exact_without_each_data_set_too():
    posteriors = posteriors_of([1.0, 2.0, 3.0, -4.0])
    names = list(posteriors["dataset"].unique())
    settings = {"datasets": names, "alpha": 0.2, "sides": "one"}
    table = leave_one_out(posteriors, pairs=[("a", "b")], method="exact", **settings)
    ranks = table[table["test"] == "signed_rank"]
    # Of the ranks 1 to 3 R- is 3 or less in five of eight cases, 0 in one.
    assert ranks["number_column"].tolist() == [5 / 8, 5 / 8, 5 / 8, 1 / 8]
    assert ranks["decision"].tolist() == ["neither", "neither", "neither", "column"]
    assert ranks["flips"].tolist() == [0, 0, 0, 1]


def test_tables_are_read_as_they_were_written(table, study, posteriors, tmp_path):
    settings = {"alpha": 0.05, "method": "approximate", "sides": "one"}
    without = leave_one_out(
        posteriors,
        pairs=study.unordered_pairs,
        datasets=study.datasets_by_subset["first"],
        **settings,
    )
    (tmp_path / "first").mkdir()
    for written in (table, without):
        path = tmp_path / "first" / "table.csv"
        write_comparisons(written, path)
        read = read_by_subset([path])
        assert list(read) == ["first"]
        # Numbers have twelve digits there.
        pd.testing.assert_frame_equal(
            read["first"],
            written,
            check_dtype=False,
            rtol=1e-10,
            atol=1e-300,
        )
