"""Make data sets canonical, and assign their instances to folds.

In:   results/{study}/fetched/, files
Out:  results/{study}/data/{dataset}.parquet, data/{dataset}.json, folds/{dataset}.csv

A job takes several small data sets, makes of each what lacks, and leaves a receipt.
"""


rule prepare:
    """Put the class last, impute as the sheet says, check facts, assign folds."""
    input:
        sources_of_job,
    output:
        receipt=temp(touch(RESULTS.prepare_receipt)),
    log:
        RESULTS.log("prepare/{batch}"),
    benchmark:
        RESULTS.benchmark("prepare/{batch}")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=megabytes_to_prepare,
        runtime=minutes_to_prepare,
    params:
        tasks=lambda wildcards: [
            (PLAN.files(x), PLAN.wanted(x)) for x in data_sets_of_job(wildcards)
        ],
    message:
        "Preparing data sets {wildcards.batch}"
    script:
        "../scripts/prepare.py"
