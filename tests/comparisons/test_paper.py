"""Section 4.4 of Corani & Benavoli from the recorded counts of WEKA 3.6.14."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from pages import PAGES
from tenbyten.comparisons.agreement import against_published
from tenbyten.comparisons.decisions import decide, poisson_tests, signed_rank_tests
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.comparisons.sensitivity import policy_variants

PROBABILITIES = ["p_row", "p_rope", "p_column"]


@pytest.fixture
def page():
    """Return the page on what was reproduced in one line."""
    return " ".join(PAGES["explanation/reproduced"].split())


@pytest.fixture(scope="module")
def compared(study, accuracies):
    """Compare Table 4's decisions with ours under each policy for zero variance."""
    theirs, found = study["published"]["decisions"], {}
    # The published decisions are of two tests, which know no rope.
    ropes = pd.DataFrame(columns=["row", "column", "test", "rope", *PROBABILITIES])
    settings = study.pick("alpha folds rho rope") | {"pairs": study.unordered_pairs}
    for policy in ("half", "win", "drop"):
        correlated_t = study.correlated_t | {"zero_variance": policy}
        posteriors = compare_on_each(accuracies, **correlated_t)
        tables, variants = {}, {}
        for subset, datasets in study.datasets_by_subset.items():
            alike = {"datasets": datasets}
            tables[subset] = decide(
                poisson_tests(posteriors, **alike, **study.poisson),
                signed_rank_tests(posteriors, **alike, **study.signed_rank),
            )
            variants[subset] = policy_variants(posteriors, ropes, **alike, **settings)
        policies = study.policies | {"zero_variance": policy}
        found[policy] = against_published(
            tables, variants, decisions=theirs, policies=policies
        )
        assert len(found[policy]) == 60
    return found


def test_the_page_has_every_published_cell_beside_ours(compared):
    found, rows = compared["half"].astype(str), []
    for (row, column), cells in found.groupby(["row", "column"], sort=False):
        shown = [f"{row}, {column}".replace("NaiveBayes", "naive Bayes")]
        for _, of in cells.groupby("subset", sort=False):
            theirs, ours = "/".join(of["published"]), "/".join(of["ours"])
            shown.append(theirs if theirs == ours else f"{theirs}, here {ours}")
        rows.append(f"| {' | '.join(shown)} |\n")
    assert "".join(rows) in PAGES["explanation/reproduced"]


def test_published_block_of_all_data_sets_comes_out_under_win_as_told(compared, page):
    half, win, drop = (
        compared[policy].groupby("subset")["agrees"].sum().to_dict()
        for policy in ("half", "win", "drop")
    )
    assert win == {"first": 17, "second": 13, "all": 20}
    assert half == {"first": 15, "second": 12, "all": 15}
    assert drop == {"first": 15, "second": 13, "all": 16}
    assert "15 of 20 agree on data sets 1-27, 12 on 28-54, 15 on 1-54" in page
    assert "all 20 decisions on 1-54 agree, 17 on 1-27 and 13 on 28-54" in page


def test_the_page_tells_what_turns_the_others(compared, page):
    table = compared["half"]
    none = table[table["comes_out_under"] == "none"]
    assert none[["subset", "row", "column", "test"]].to_numpy().tolist() == [
        ["second", "J48", "HNB", "poisson"],
        ["second", "J48", "HNB", "signed_rank"],
        ["second", "J48graft", "HNB", "poisson"],
    ]
    others = [x.split("; ") for x in table["comes_out_under"] if x != "study"]
    turned = Counter(map(_kind, others))
    assert turned == {"zero": 8, "zero and rho": 3, "rho": 2, "sides": 2, "none": 3}
    assert "Of the 18 others, `zero_variance` alone turns 8" in page
    assert (
        "Three decisions take `rho = 0` besides, two `rho = 0` alone, two the "
        "two-sided signed-rank test; for three nothing tried does it." in page
    )


def _kind(changes):
    """Name the changes that turn a decision; zero_variance goes first."""
    alone = [x for x in changes if " and " not in x]
    for kind, key in (("zero", "zero_variance"), ("rho", "rho"), ("sides", "sides")):
        if any(key in change for change in alone):
            return kind
    assert changes == ["none"] or any(
        "zero_variance = win and rho = 0" in x for x in changes
    )
    return "none" if changes == ["none"] else "zero and rho"


def test_the_documentation_tells_what_plain_tests_over_folds_find(study, accuracies):
    found = compare_on_each(accuracies, **study.correlated_t)
    wide = accuracies.assign(accuracy=accuracies["correct"] / accuracies["tested"])
    wide = wide.pivot_table("accuracy", "dataset", ["classifier", "run", "fold"])
    by_wilcoxon = by_t = 0
    for row, column in study.unordered_pairs:
        differences = np.round(wide[column].to_numpy() - wide[row].to_numpy(), 12)
        differences = differences[differences.any(axis=1)]
        p = stats.wilcoxon(differences, axis=1, method="approx").pvalue
        by_wilcoxon += np.sum(p < 0.05)
        by_t += np.sum(stats.ttest_1samp(differences, 0, axis=1).pvalue < 0.05)
    # Both directions of each pair are there.
    by_correlated_t = (found["p_two_sided"] < 0.05).sum() // 2
    assert len(found) == 2 * 540
    told = (
        f"a plain Wilcoxon test finds {by_wilcoxon} at 0.05 and a plain t-test {by_t}; "
        f"the correlated t-test, which uses the correlation rho, finds "
        f"{by_correlated_t}."
    )
    assert told in PAGES["explanation/which-test"]


def test_anneal_agrees_with_the_published_posterior(accuracies):
    posteriors = compare_on_each(
        accuracies,
        pairs=[("NaiveBayes", "AODE")],
        runs=10,
        rho="1/folds",
        rope=0.01,
        zero_variance="half",
    )
    anneal = posteriors.set_index("dataset").loc["anneal"]
    found = anneal[["p_row_better", "p_rope", "p_column_better"]].tolist()
    # The published example of the Bayesian test started from rounded accuracies.
    assert found == pytest.approx([3.0e-7, 0.045703, 0.954297], abs=1e-5)
