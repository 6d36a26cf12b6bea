"""Fetch data sets from servers, and the splits of OpenML's tasks.

Out:  results/{study}/fetched/datasets/{dataset}/, fetched/tasks/{dataset}/
"""


rule fetch_dataset:
    """Copy a data set from a server into checksummed files."""
    input:
        unpack(task_files),
    output:
        folder=directory(RESULTS.fetched_dataset),
    log:
        RESULTS.log("fetch_dataset/{dataset}"),
    localrule: True
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        **OPENML,
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 30 * attempt,
    params:
        source=lambda wildcards: SOURCES[wildcards.dataset],
        where=lambda wildcards: where_is(wildcards.dataset),
        server=lambda wildcards: server_of(SOURCES[wildcards.dataset], MACHINE),
        sha256=sha256_of_sheet,
    message:
        "Fetching {wildcards.dataset}"
    script:
        "../scripts/fetch_dataset.py"


rule fetch_splits:
    """Copy the splits of a data set's OpenML task into checksummed files."""
    output:
        folder=directory(RESULTS.fetched_task),
    log:
        RESULTS.log("fetch_splits/{dataset}"),
    localrule: True
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        **OPENML,
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=lambda wildcards, attempt: 30 * attempt,
    params:
        task=lambda wildcards: STUDY.datasets[wildcards.dataset]["openml_task"],
        where=lambda wildcards: where_is(wildcards.dataset),
        server=MACHINE["openml_server"],
    message:
        "Fetching the splits of {wildcards.dataset} from OpenML"
    script:
        "../scripts/fetch_splits.py"
