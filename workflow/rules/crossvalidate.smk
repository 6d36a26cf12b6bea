"""Cross-validate every panel of classifiers on every data set, and join the counts.

In:   results/{study}/data/{dataset}.arff    results/{study}/folds/{dataset}.csv
Out:  results/{study}/accuracies/{panel}/{dataset}.csv    results/{study}/accuracies.csv
and, where the study asks for metrics,
      results/{study}/metrics/{panel}/{dataset}.csv    results/{study}/metrics.csv
and, where it leaves out what fails,
      results/{study}/failures/{panel}/{dataset}.csv    results/{study}/failures.csv

What a job has finished is kept in results/{study}/unfinished/ until it is done.
"""

# Nothing where the study asks for no metrics.
METRICS_OF_PANEL = {}
if STUDY["metrics"]:
    METRICS_OF_PANEL["metrics"] = "results/{study}/metrics/{panel}/{dataset}.csv"
# Nothing where the first failure stops the study.
FAILURES_OF_PANEL, FAILURES_OF_PANELS = {}, {}
if STUDY["failures"] == "exclude":
    FAILURES_OF_PANEL["failures"] = "results/{study}/failures/{panel}/{dataset}.csv"
    FAILURES_OF_PANELS["failures"] = expand(
        "results/{{study}}/failures/{panel}/{dataset}.csv",
        panel=PANELS,
        dataset=STUDY.datasets,
    )


rule crossvalidate:
    """Count the correct predictions in each fold of each run, and measure the rest."""
    input:
        dataset="results/{study}/data/{dataset}.arff",
        folds="results/{study}/folds/{dataset}.csv",
    output:
        **METRICS_OF_PANEL,
        **FAILURES_OF_PANEL,
        accuracies="results/{study}/accuracies/{panel}/{dataset}.csv",
    log:
        "results/{study}/logs/crossvalidate/{panel}/{dataset}.log",
    benchmark:
        "results/{study}/benchmarks/crossvalidate/{panel}/{dataset}.tsv"
    threads: 1
    resources:
        weka_jar=weka_jar,
        mem_mb=megabytes_to_judge,
        runtime=minutes_to_judge,
    params:
        splitter=STUDY["splitter"],
        settings=judging,
        weka_sha256=lambda wildcards: weka_sha256(weka_jar(wildcards)),
        unfinished="results/{study}/unfinished/{panel}/{dataset}.json",
    message:
        "Cross-validating {wildcards.panel} on {wildcards.dataset}"
    script:
        "../scripts/crossvalidate.py"


rule collect:
    """Join the counts of all panels; every cell of the design once, or an error."""
    input:
        **FAILURES_OF_PANELS,
        counts=expand(
            "results/{{study}}/accuracies/{panel}/{dataset}.csv",
            panel=PANELS,
            dataset=STUDY.datasets,
        ),
    output:
        **FAILURES,
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


if STUDY["metrics"]:

    rule collect_metrics:
        """Join the metrics of all panels; every cell of the design once, or an error."""
        input:
            **FAILURES,
            metrics=expand(
                "results/{{study}}/metrics/{panel}/{dataset}.csv",
                panel=PANELS,
                dataset=STUDY.datasets,
            ),
        output:
            metrics="results/{study}/metrics.csv",
        log:
            "results/{study}/logs/collect_metrics.log",
        benchmark:
            "results/{study}/benchmarks/collect_metrics.tsv"
        threads: 1
        resources:
            mem_mb=lambda wildcards, attempt: 2000 * attempt,
            runtime=lambda wildcards, attempt: 10 * attempt,
        params:
            design=STUDY.design,
            metrics=STUDY["metrics"],
        message:
            "Collecting the metrics of {wildcards.study}"
        script:
            "../scripts/collect_metrics.py"
