"""Test every pair of classifiers, on each data set and over each subset.

In:   results/{study}/accuracies.csv or, for a `metric` besides accuracy, metrics.csv
Out:  results/{study}/comparisons/correlated_t.csv
      results/{study}/comparisons/{subset}/poisson.csv
      results/{study}/comparisons/{subset}/signed_rank.csv
      results/{study}/comparisons/{subset}/pairwise.csv, ranks.csv, omnibus.csv,
      post_hoc.csv, replicability.csv, sensitivity.csv, leave_one_out.csv; where the
      study wants them hierarchical.csv, control.csv
"""

OVER_DATASETS = ["pairwise", "ranks", "omnibus", "post_hoc", "replicability"]
OVER_DATASETS += ["sensitivity", "leave_one_out"]
OVER_DATASETS += ["hierarchical"] if STUDY.hierarchical else []
OVER_DATASETS += ["control"] if STUDY.control else []


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
        runtime=minutes_of_analysis,
    params:
        settings=STUDY.on_each_dataset,
    message:
        "Comparing on each data set by the correlated t-test"
    script:
        "../scripts/correlated_t.py"


rule poisson:
    """Compare every pair over a subset by the Poisson test."""
    input:
        **FAILURES,
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
        runtime=minutes_of_analysis,
    params:
        datasets=lambda wildcards: STUDY.subsets[wildcards.subset],
        settings=STUDY.poisson,
    message:
        "Poisson test over subset {wildcards.subset}"
    script:
        "../scripts/poisson.py"


rule signed_rank:
    """Compare every pair over a subset by the signed-rank test."""
    input:
        **FAILURES,
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
        runtime=minutes_of_analysis,
    params:
        datasets=lambda wildcards: STUDY.subsets[wildcards.subset],
        settings=STUDY.signed_rank,
    message:
        "Signed-rank test over subset {wildcards.subset}"
    script:
        "../scripts/signed_rank.py"


rule over_datasets:
    """Compare all classifiers over a subset by every other test."""
    input:
        **FAILURES,
        values=f"results/{{study}}/{STUDY.compared}.csv",
        posteriors="results/{study}/comparisons/correlated_t.csv",
        signed_rank="results/{study}/comparisons/{subset}/signed_rank.csv",
    output:
        **{
            table: f"results/{{study}}/comparisons/{{subset}}/{table}.csv"
            for table in OVER_DATASETS
        },
    log:
        "results/{study}/logs/over_datasets/{subset}.log",
    benchmark:
        "results/{study}/benchmarks/over_datasets/{subset}.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 3000 * attempt,
        runtime=minutes_of_analysis,
    params:
        datasets=lambda wildcards: STUDY.subsets[wildcards.subset],
        settings=STUDY.over_datasets,
    message:
        "Every other test over subset {wildcards.subset}"
    script:
        "../scripts/over_datasets.py"
