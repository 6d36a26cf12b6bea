"""Write down which instance is tested in which fold of every run.

In:   results/{study}/data/{dataset}.arff
Out:  results/{study}/folds/{dataset}.csv
"""


rule fetch_splits:
    """Copy the splits of a data set's OpenML task into checksummed files."""
    output:
        folder=directory(RESULTS.fetched_task),
    log:
        RESULTS.log("fetch_splits/{dataset}"),
    benchmark:
        RESULTS.benchmark("fetch_splits/{dataset}")
    threads: 1
    resources:
        **OPENML,
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=lambda wildcards, attempt: 30 * attempt,
    params:
        task=lambda wildcards: STUDY.datasets[wildcards.dataset]["openml_task"],
        where=lambda wildcards: STUDY.where(wildcards.dataset),
        server=MACHINE["openml_server"],
    message:
        "Fetching the splits of {wildcards.dataset} from OpenML"
    script:
        "../scripts/fetch_splits.py"


rule split:
    """Assign every instance to a test fold, in every run."""
    input:
        unpack(split_files),
        dataset=RESULTS.dataset,
    output:
        folds=RESULTS.folds,
    log:
        RESULTS.log("split/{dataset}"),
    benchmark:
        RESULTS.benchmark("split/{dataset}")
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_to_prepare,
    params:
        settings=STUDY.arguments.split,
        openml_id=lambda wildcards: STUDY.datasets[wildcards.dataset].get("openml_id"),
        where=lambda wildcards: STUDY.where(wildcards.dataset),
    message:
        "Splitting {wildcards.dataset} into folds"
    script:
        "../scripts/split.py"
