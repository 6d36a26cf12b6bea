"""Cross-validate every panel of classifiers on every data set.

In:   results/{study}/data/{dataset}.parquet    results/{study}/folds/{dataset}.csv
Out:  results/{study}/kept/{panel}/{dataset}.json

A job takes several small data sets, or some runs and classifiers of a large one. It
makes the counts that are not kept yet, and leaves a receipt.
"""


rule crossvalidate:
    """Count the correct predictions in each fold of each run, and measure the rest."""
    input:
        prepared_first,
    output:
        receipt=temp(touch(RESULTS.receipt)),
    log:
        RESULTS.log("crossvalidate/{panel}/{batch}"),
    benchmark:
        RESULTS.benchmark("crossvalidate/{panel}/{batch}")
    conda:
        "../envs/tenbyten.yaml"
    threads: lambda wildcards: panel_of(wildcards).threads
    resources:
        program=lambda wildcards: program_of(panel_of(wildcards)),
        mem_mb=megabytes_to_evaluate,
        runtime=minutes_to_evaluate,
        gpu=lambda wildcards: panel_of(wildcards).gpu,
    params:
        tasks=lambda wildcards: PLAN.tasks(wildcards.panel, wildcards.batch),
        panel=lambda wildcards: PLAN.panel_of_job(panel_of(wildcards), wildcards.batch),
        split=STUDY.arguments.split,
        asked=STUDY.arguments.crossvalidate,
        folder=str(STUDY.path.parent),
    message:
        "Cross-validating {wildcards.panel} on data sets {wildcards.batch}"
    script:
        "../scripts/crossvalidate.py"
