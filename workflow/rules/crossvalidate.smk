"""Cross-validate every panel of classifiers on every data set.

In:   results/{study}/data/{dataset}.arff    results/{study}/folds/{dataset}.csv
Out:  results/{study}/accuracies/{panel}/{dataset}.csv
      and, where the study asks for metrics or leaves out what fails,
      results/{study}/metrics/{panel}/{dataset}.csv, failures/{panel}/{dataset}.csv

What a job has finished is kept in results/{study}/unfinished/ until it is done.
"""

# Only where the study asks for metrics, and where it leaves out what fails.
MORE_OF_PANEL = {}
if STUDY["metrics"]:
    MORE_OF_PANEL["metrics"] = RESULTS.panel_metrics
if STUDY["failures"] == "exclude":
    MORE_OF_PANEL["failures"] = RESULTS.panel_failures


rule crossvalidate:
    """Count the correct predictions in each fold of each run, and measure the rest."""
    input:
        dataset=RESULTS.dataset,
        folds=RESULTS.folds,
    output:
        **MORE_OF_PANEL,
        accuracies=RESULTS.panel_accuracies,
    log:
        RESULTS.log("crossvalidate/{panel}/{dataset}"),
    benchmark:
        RESULTS.benchmark("crossvalidate/{panel}/{dataset}")
    threads: 1
    resources:
        # Its contents settle the results, its path does not.
        program=lambda wildcards: program_of(panel_of(wildcards)),
        mem_mb=megabytes_to_evaluate,
        runtime=minutes_to_evaluate,
    params:
        splitter=STUDY["splitter"],
        settings=lambda wildcards: STUDY.arguments.crossvalidate(panel_of(wildcards)),
        program_sha256=lambda wildcards, resources: sha256_of_program(resources.program),
        unfinished=RESULTS.unfinished,
    message:
        "Cross-validating {wildcards.panel} on {wildcards.dataset}"
    script:
        "../scripts/crossvalidate.py"
