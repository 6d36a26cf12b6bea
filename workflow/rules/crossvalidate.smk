"""Cross-validate every panel of classifiers on every data set.

In:   results/{study}/data/{batch}.zip
Out:  results/{study}/counts/{panel}/{part}.csv, {part}.warnings.csv
      where the study leaves out what fails {part}.failures.csv, where it tunes
      {part}.chosen.csv, where it keeps predictions
      results/{study}/predictions/{panel}/{part}.zip

A part is a batch of data sets, or some runs of it. Counts that are kept in
results/{study}/cache/ are read and not made again.
"""


rule crossvalidate:
    """Count the correct predictions in each fold of each run, and measure the rest."""
    input:
        unpack(SETUP.to_read),
    output:
        **SETUP.files_of_part(),
        made=RESULTS.made("crossvalidate/{panel}/{part}"),
    log:
        RESULTS.log("crossvalidate/{panel}/{part}"),
    benchmark:
        RESULTS.benchmark("crossvalidate/{panel}/{part}")
    conda:
        "../envs/tenbyten.yaml"
    threads: SETUP.threads_of_job
    resources:
        mem_mb=lambda wildcards, attempt: attempt
        * SETUP.plan.to_evaluate(wildcards.panel, wildcards.part).megabytes,
        runtime=lambda wildcards, attempt: attempt
        * SETUP.plan.to_evaluate(wildcards.panel, wildcards.part).minutes,
        gpu=lambda wildcards: SETUP.plan.panels[wildcards.panel].gpu,
        classifier_threads=lambda wildcards, threads: min(
            threads, SETUP.plan.panels[wildcards.panel].threads
        ),
        program=SETUP.program_of,
        modules=str(STUDY.path.parent),
        cache=SETUP.cache,
        recount=int(SETUP.machine["recount"]),
    params:
        settings=lambda wildcards: SETUP.plan.settings_of_counts(
            wildcards.panel, wildcards.part
        ),
        software=lambda wildcards: SETUP.plan.software_of_counts(wildcards.panel),
        panel=lambda wildcards: SETUP.plan.panels[wildcards.panel][:2],
    message:
        "Cross-validating {wildcards.panel} on {wildcards.part}"
    script:
        "../scripts/crossvalidate.py"
