"""Cross-validate every panel of classifiers on every data set.

In:   results/{study}/data/{batch}.zip
Out:  results/{study}/counts/{panel}/{part}.csv
      where the study leaves out what fails {part}.failures.csv, where it keeps
      predictions results/{study}/predictions/{panel}/{part}.zip

A part is a batch of data sets, or some runs of it. Counts that are kept in
results/{study}/cache/ are read and not made again.
"""


rule crossvalidate:
    """Count the correct predictions in each fold of each run, and measure the rest."""
    input:
        archive=SETUP.archive_of_part,
        made=SETUP.record_of_part,
    output:
        **SETUP.files_of_part(),
        made=RESULTS.made("crossvalidate/{panel}/{part}"),
    log:
        RESULTS.log("crossvalidate/{panel}/{part}"),
    benchmark:
        RESULTS.benchmark("crossvalidate/{panel}/{part}")
    conda:
        "../envs/tenbyten.yaml"
    threads: lambda wildcards: SETUP.panel_of(wildcards).threads
    resources:
        mem_mb=lambda wildcards, attempt: SETUP.to_evaluate(wildcards).megabytes
        * attempt,
        runtime=lambda wildcards, attempt: SETUP.to_evaluate(wildcards).minutes
        * attempt,
        gpu=lambda wildcards: SETUP.panel_of(wildcards).gpu,
        program=SETUP.program_of,
        modules=str(STUDY.path.parent),
        cache=SETUP.cache,
        recount=int(SETUP.machine["recount"]),
    params:
        settings=SETUP.settings_of_part,
        software=SETUP.software_of_part,
        panel=lambda wildcards: SETUP.panel_of(wildcards)[:2],
    message:
        "Cross-validating {wildcards.panel} on {wildcards.part}"
    script:
        "../scripts/crossvalidate.py"
