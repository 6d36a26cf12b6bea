"""A subset through every test but Table 4's two: tables in, tables out."""

from tenbyten.comparisons.hierarchical import hierarchical_tests
from tenbyten.comparisons.many_classifiers import compare_many
from tenbyten.comparisons.pairs import as_written
from tenbyten.comparisons.pairwise import pairwise_tests
from tenbyten.comparisons.replicability import replicability
from tenbyten.comparisons.sensitivity import leave_one_out, sensitivity_of
from tenbyten.metrics import METRICS


def compare_over_datasets(
    posteriors,
    means,
    signed_rank,
    *,
    datasets,
    pairs,
    metric,
    runs,
    folds,
    seed,
    alpha,
    rope,
    rho,
    signed_rank_method,
    signed_rank_sides,
    prior_strength,
    prior_place,
    bayesian_draws,
    hierarchical,
    control,
    replicability_drawn,
    replicability_draws,
):
    """Compare the classifiers over a subset, and say what the decisions hang on.

    Parameters
    ----------
    posteriors : DataFrame
        From `comparisons.compare_on_each`.
    means : DataFrame
        From `means.means_of`.
    signed_rank : DataFrame
        From `comparisons.signed_rank_tests` over the subset.
    datasets : sequence of str
        The subset.
    pairs : sequence of (str, str)
        Row and column, each two classifiers in one order only.
    metric, runs, folds, seed, alpha, rope, rho, prior_strength, prior_place, \
bayesian_draws, control, replicability_drawn, replicability_draws
        The study's keys of these names.
    signed_rank_method, signed_rank_sides : str
        The study's keys `signed_rank` and `signed_rank_sides`.
    hierarchical : bool
        Whether the hierarchical model is fitted.

    Returns
    -------
    dict of str to DataFrame
        ``pairwise``, ``ranks``, ``omnibus``, ``post_hoc``, ``replicability``,
        ``sensitivity``, ``leave_one_out``; ``hierarchical`` and ``control`` where
        there is one. Each is described where it is made, in `comparisons`.

    Raises
    ------
    ValueError
        If the subset has too few data sets for a test, or a table lacks something.
    """
    of_metric = METRICS[metric]
    tables = {}
    if hierarchical:
        found = hierarchical_tests(
            posteriors, pairs=pairs, datasets=datasets, runs=runs, rho=rho, rope=rope
        )
        tables["hierarchical"] = as_written(found)
    tables["pairwise"] = pairwise_tests(
        posteriors,
        means,
        pairs=pairs,
        datasets=datasets,
        alpha=alpha,
        rope=rope,
        prior_strength=prior_strength,
        prior_place=prior_place,
        draws=bayesian_draws,
        seed=seed,
        hierarchical=tables.get("hierarchical"),
        higher_is_better=of_metric.higher_is_better,
        largest=of_metric.largest,
    )
    tables |= compare_many(
        means.loc[datasets],
        signed_rank,
        pairs=pairs,
        alpha=alpha,
        control=control,
        higher_is_better=of_metric.higher_is_better,
    )
    tables["replicability"] = replicability(
        posteriors,
        datasets=datasets,
        alpha=alpha,
        drawn=replicability_drawn,
        draws=replicability_draws,
        seed=seed,
    )
    tables["sensitivity"] = sensitivity_of(
        posteriors, datasets=datasets, folds=folds, rho=rho, alpha=alpha
    )
    tables["leave_one_out"] = leave_one_out(
        posteriors,
        datasets=datasets,
        alpha=alpha,
        method=signed_rank_method,
        sides=signed_rank_sides,
    )
    return tables
