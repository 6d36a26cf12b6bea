"""Fetch data sets from servers, and the splits of OpenML's tasks.

Out:  results/{study}/fetched/datasets/{dataset}.zip, fetched/tasks/{dataset}.zip
"""


rule fetch_dataset:
    """Copy a data set from a server into an archive of checksummed files."""
    input:
        unpack(SETUP.fetched_task),
    output:
        archive=RESULTS.fetched_dataset,
    log:
        RESULTS.log("fetch_dataset/{dataset}"),
    localrule: True
    conda:
        "../envs/tenbyten.yaml"
    resources:
        **SETUP.connection,
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 30 * attempt,
        where=lambda wildcards: STUDY.where(wildcards.dataset),
    params:
        source=lambda wildcards: SETUP.sources[wildcards.dataset],
        server=SETUP.server_of,
        sha256=lambda wildcards: STUDY.datasets[wildcards.dataset].get("sha256", ""),
    message:
        "Fetching {wildcards.dataset}"
    script:
        "../scripts/fetch_dataset.py"


rule fetch_splits:
    """Copy the splits of a data set's OpenML task into an archive."""
    output:
        archive=RESULTS.fetched_task,
    log:
        RESULTS.log("fetch_splits/{dataset}"),
    localrule: True
    conda:
        "../envs/tenbyten.yaml"
    resources:
        **SETUP.connection,
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=lambda wildcards, attempt: 30 * attempt,
        where=lambda wildcards: STUDY.where(wildcards.dataset),
    params:
        task=lambda wildcards: STUDY.datasets[wildcards.dataset]["openml_task"],
        server=SETUP.machine["openml_server"],
    message:
        "Fetching the splits of {wildcards.dataset} from OpenML"
    script:
        "../scripts/fetch_splits.py"
