"""Cross-validate every panel of classifiers on every data set, and join the counts.

In:   results/{study}/data/{dataset}.arff    results/{study}/folds/{dataset}.csv
Out:  results/{study}/accuracies/{panel}/{dataset}.csv    results/{study}/accuracies.csv
"""


rule crossvalidate:
    """Count the correct predictions in each fold of each run."""
    input:
        dataset="results/{study}/data/{dataset}.arff",
        folds="results/{study}/folds/{dataset}.csv",
    output:
        accuracies="results/{study}/accuracies/{panel}/{dataset}.csv",
    log:
        "results/{study}/logs/crossvalidate/{panel}/{dataset}.log",
    benchmark:
        "results/{study}/benchmarks/crossvalidate/{panel}/{dataset}.tsv"
    threads: 1
    resources:
        weka_jar=weka_jar,
        mem_mb=lambda wildcards, attempt: 1500 * attempt,
        runtime=lambda wildcards, attempt: 120 * attempt,
    params:
        engine=lambda wildcards: panel_of(wildcards)[0],
        classifiers=lambda wildcards: panel_of(wildcards)[1],
        splitter=STUDY["splitter"],
        seed=STUDY["seed"],
        impute_before_splitting=imputes_before_splitting,
        weka_sha256=lambda wildcards: weka_sha256(weka_jar(wildcards)),
    message:
        "Cross-validating {wildcards.panel} on {wildcards.dataset}"
    script:
        "../scripts/crossvalidate.py"


rule collect:
    """Join the counts of all panels; every cell of the design once, or an error."""
    input:
        counts=expand(
            "results/{{study}}/accuracies/{panel}/{dataset}.csv",
            panel=PANELS,
            dataset=STUDY.datasets,
        ),
    output:
        accuracies="results/{study}/accuracies.csv",
    log:
        "results/{study}/logs/collect.log",
    benchmark:
        "results/{study}/benchmarks/collect.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        design=STUDY.design,
    message:
        "Collecting the accuracies of {wildcards.study}"
    script:
        "../scripts/collect.py"
