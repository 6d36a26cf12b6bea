"""Test every pair of classifiers, on each data set and over each subset.

In:   results/{study}/accuracies.csv or, for a `metric` besides accuracy, metrics.csv
Out:  results/{study}/comparisons/correlated_t.csv
      results/{study}/comparisons/{subset}/poisson.csv
      results/{study}/comparisons/{subset}/signed_rank.csv
      results/{study}/comparisons/{subset}/hierarchical.csv    where the study wants it
      results/{study}/comparisons/{subset}/pairwise.csv
      results/{study}/comparisons/{subset}/ranks.csv, omnibus.csv, post_hoc.csv, control.csv
      results/{study}/comparisons/{subset}/replicability.csv
"""

# Nothing where the study does without the hierarchical model, or without a control.
HIERARCHICAL = {}
if STUDY.hierarchical:
    HIERARCHICAL["hierarchical"] = (
        "results/{study}/comparisons/{subset}/hierarchical.csv"
    )
CONTROL = {}
if STUDY.control:
    CONTROL["control"] = "results/{study}/comparisons/{subset}/control.csv"


rule correlated_t:
    """Compare every pair on every data set by the correlated t-test."""
    input:
        values=f"results/{{study}}/{STUDY.compared}.csv",
    output:
        posteriors="results/{study}/comparisons/correlated_t.csv",
    log:
        "results/{study}/logs/correlated_t.log",
    benchmark:
        "results/{study}/benchmarks/correlated_t.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        metric=STUDY["metric"],
        pairs=STUDY.pairs,
        runs=STUDY["runs"],
        rho=STUDY["rho"],
        rope=STUDY["rope"],
        zero_variance=STUDY["zero_variance"],
    message:
        "Comparing on each data set by the correlated t-test"
    script:
        "../scripts/correlated_t.py"


rule poisson:
    """Compare every pair over a subset by the Poisson test."""
    input:
        posteriors="results/{study}/comparisons/correlated_t.csv",
    output:
        tests="results/{study}/comparisons/{subset}/poisson.csv",
    log:
        "results/{study}/logs/poisson/{subset}.log",
    benchmark:
        "results/{study}/benchmarks/poisson/{subset}.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        datasets=lambda wildcards: STUDY.subsets[wildcards.subset],
        alpha=STUDY["alpha"],
        distribution=STUDY["poisson"],
        draws=STUDY["poisson_draws"],
        seed=STUDY["seed"],
    message:
        "Poisson test over subset {wildcards.subset}"
    script:
        "../scripts/poisson.py"


rule signed_rank:
    """Compare every pair over a subset by the signed-rank test."""
    input:
        posteriors="results/{study}/comparisons/correlated_t.csv",
    output:
        tests="results/{study}/comparisons/{subset}/signed_rank.csv",
    log:
        "results/{study}/logs/signed_rank/{subset}.log",
    benchmark:
        "results/{study}/benchmarks/signed_rank/{subset}.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        datasets=lambda wildcards: STUDY.subsets[wildcards.subset],
        alpha=STUDY["alpha"],
        method=STUDY["signed_rank"],
        sides=STUDY["signed_rank_sides"],
    message:
        "Signed-rank test over subset {wildcards.subset}"
    script:
        "../scripts/signed_rank.py"


rule hierarchical:
    """Compare every pair over a subset by the hierarchical Bayesian model."""
    input:
        posteriors="results/{study}/comparisons/correlated_t.csv",
    output:
        tests="results/{study}/comparisons/{subset}/hierarchical.csv",
    log:
        "results/{study}/logs/hierarchical/{subset}.log",
    benchmark:
        "results/{study}/benchmarks/hierarchical/{subset}.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 60 * attempt,
    params:
        pairs=STUDY.unordered_pairs,
        datasets=lambda wildcards: STUDY.subsets[wildcards.subset],
        runs=STUDY["runs"],
        rho=STUDY["rho"],
        rope=STUDY["rope"],
    message:
        "Hierarchical model over subset {wildcards.subset}"
    script:
        "../scripts/hierarchical.py"


rule pairwise:
    """Compare every pair over a subset by all other tests of two classifiers."""
    input:
        posteriors="results/{study}/comparisons/correlated_t.csv",
        values=f"results/{{study}}/{STUDY.compared}.csv",
        **HIERARCHICAL,
    output:
        tests="results/{study}/comparisons/{subset}/pairwise.csv",
    log:
        "results/{study}/logs/pairwise/{subset}.log",
    benchmark:
        "results/{study}/benchmarks/pairwise/{subset}.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 30 * attempt,
    params:
        metric=STUDY["metric"],
        pairs=STUDY.unordered_pairs,
        datasets=lambda wildcards: STUDY.subsets[wildcards.subset],
        alpha=STUDY["alpha"],
        rope=STUDY["rope"],
        prior_strength=STUDY["prior_strength"],
        prior_place=STUDY["prior_place"],
        draws=STUDY["bayesian_draws"],
        seed=STUDY["seed"],
    message:
        "Tests of pairs over subset {wildcards.subset}"
    script:
        "../scripts/pairwise.py"


rule ranks:
    """Rank the classifiers over a subset, and compare them by their ranks."""
    input:
        values=f"results/{{study}}/{STUDY.compared}.csv",
        signed_rank="results/{study}/comparisons/{subset}/signed_rank.csv",
    output:
        ranks="results/{study}/comparisons/{subset}/ranks.csv",
        omnibus="results/{study}/comparisons/{subset}/omnibus.csv",
        post_hoc="results/{study}/comparisons/{subset}/post_hoc.csv",
        **CONTROL,
    log:
        "results/{study}/logs/ranks/{subset}.log",
    benchmark:
        "results/{study}/benchmarks/ranks/{subset}.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        metric=STUDY["metric"],
        pairs=STUDY.unordered_pairs,
        datasets=lambda wildcards: STUDY.subsets[wildcards.subset],
        alpha=STUDY["alpha"],
        control=STUDY.control,
    message:
        "Tests of ranks over subset {wildcards.subset}"
    script:
        "../scripts/ranks.py"


rule replicability:
    """Say how far the decisions depend on which data sets are at hand."""
    input:
        posteriors="results/{study}/comparisons/correlated_t.csv",
    output:
        table="results/{study}/comparisons/{subset}/replicability.csv",
    log:
        "results/{study}/logs/replicability/{subset}.log",
    benchmark:
        "results/{study}/benchmarks/replicability/{subset}.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        datasets=lambda wildcards: STUDY.subsets[wildcards.subset],
        alpha=STUDY["alpha"],
        drawn=STUDY["replicability_drawn"],
        draws=STUDY["replicability_draws"],
        seed=STUDY["seed"],
    message:
        "Replicability over subset {wildcards.subset}"
    script:
        "../scripts/replicability.py"
