"""Agreement with published decisions."""

import itertools

import pandas as pd
from policies import decided
from three_classifiers import CLASSIFIERS, DATASETS, compared, poisson, ranked

from tenbyten.comparisons.agreement import (
    against_published,
    agreement_by_policy,
    published_under_policies,
)
from tenbyten.comparisons.decisions import decide
from tenbyten.tables import read_table, write_table

POLICIES = {
    "folds": 5,
    "alpha": 0.05,
    "rho": "1/folds",
    "rope": 0.01,
    "zero_variance": "half",
    "signed_rank": "approximate",
    "signed_rank_sides": "one",
}


def under_every_policy(posteriors):
    """Every pair's decisions on all data sets."""
    pairs = list(itertools.combinations(CLASSIFIERS, 2))
    settings = {key: POLICIES[key] for key in ("folds", "rho", "alpha", "rope")}
    return decided(posteriors, DATASETS, pairs=pairs, **settings)


def test_published_decisions_are_held_against_ours():
    published = {"some": {"weak": {"strong": "1/0"}, "strong": {"twin": "0/1"}}}
    posteriors = compared()
    table = decide(poisson(posteriors), ranked(posteriors))
    comparison = against_published({"some": table}, decisions=published, sides="one")
    assert comparison["agrees"].tolist() == [1, 0, 1, 0]
    differing = comparison[comparison["agrees"] == 0]
    ours = table.set_index(["row", "column"])["p_one_sided"]
    assert differing["number"].tolist() == [
        ours["weak", "strong"],
        ours["strong", "twin"],
    ]
    variants = {"some": under_every_policy(posteriors)}
    study = {"decisions": published, "policies": POLICIES}
    under = published_under_policies(variants, **study)
    joined = comparison.join(under["comes_out_under"]).iloc[3]
    assert (joined["test"], joined["number"]) == ("signed_rank", 0.5)
    assert joined["comes_out_under"] == "none"
    by_policy = agreement_by_policy(variants, **study)
    assert by_policy.iloc[0].tolist() == ["study", "some", 2, 4]


def test_published_decisions_of_a_test_that_could_not_run_are_kept(tmp_path):
    published = {"some": {"weak": {"strong": "1/1", "twin": "0/1"}}}
    posteriors = compared()
    table = decide(None, ranked(posteriors))
    comparison = against_published({"some": table}, decisions=published, sides="one")
    assert comparison["test"].tolist() == ["poisson", "signed_rank"] * 2
    assert comparison["agrees"].tolist() == [pd.NA, 1, pd.NA, 1]
    variants = under_every_policy(posteriors)
    variants = {"some": variants[variants["test"] == "signed_rank"]}
    study = {"decisions": published, "policies": POLICIES}
    under = published_under_policies(variants, **study)
    assert under["comes_out_under"].tolist() == ["not tested", "study"] * 2
    by_policy = agreement_by_policy(variants, **study)
    assert by_policy.iloc[0].tolist() == ["study", "some", 2, 2]
    # As the report reads them.
    joined = comparison.join(under["comes_out_under"])
    write_table(joined, tmp_path / "published.csv")
    found = read_table(tmp_path / "published.csv")
    assert found["ours"].isna().tolist() == [True, False] * 2
