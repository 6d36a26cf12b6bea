"""Make data sets canonical, and assign their instances to folds.

In:   results/{study}/fetched/, the user's own files
Out:  results/{study}/data/{batch}.zip
      on request results/{study}/data/{dataset}.parquet, .json and folds/{dataset}.csv
"""


rule prepare:
    """Put the class last, impute as the sheet says, check facts, assign folds."""
    input:
        files=lambda wildcards: SETUP.inputs_of_batch(wildcards.batch, local),
    output:
        archive=RESULTS.archive,
        made=RESULTS.made("prepare/{batch}"),
    log:
        RESULTS.log("prepare/{batch}"),
    benchmark:
        RESULTS.benchmark("prepare/{batch}")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: attempt
        * SETUP.plan.to_prepare(wildcards.batch).megabytes,
        runtime=lambda wildcards, attempt: attempt
        * SETUP.plan.to_prepare(wildcards.batch).minutes,
        sheet=str(STUDY.sheet),
    params:
        settings=SETUP.settings("prepare"),
        software=SETUP.plan.software_of_data,
        # Snakemake compares nothing of a job with a new output; this one has none.
        outputs=" ".join([*SETUP.files_of_part(), *SETUP.long_tables]),
    message:
        "Preparing data sets {wildcards.batch}"
    script:
        "../scripts/prepare.py"


rule unpack:
    """Take a data set and its folds out of an archive: a table that others can read."""
    input:
        unpack(lambda wildcards: SETUP.prepared(SETUP.plan.batch_of(wildcards.dataset))),
    output:
        table=RESULTS.dataset,
        origin=RESULTS.origin,
        folds=RESULTS.folds,
    log:
        RESULTS.log("unpack/{dataset}"),
    localrule: True
    conda:
        "../envs/tenbyten.yaml"
    message:
        "Unpacking {wildcards.dataset}"
    script:
        "../scripts/unpack.py"
