"""Make every data set canonical, from OpenML, an ARFF file or the project itself.

In:   OpenML, ARFF files
Out:  results/{study}/data/{dataset}.arff    results/{study}/data/{dataset}.json
"""


rule fetch_dataset:
    """Copy a data set from OpenML into checksummed files."""
    input:
        unpack(task_files),
    output:
        folder=directory(RESULTS.fetched_dataset),
    log:
        RESULTS.log("fetch_dataset/{dataset}"),
    benchmark:
        RESULTS.benchmark("fetch_dataset/{dataset}")
    threads: 1
    resources:
        **OPENML,
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 30 * attempt,
    params:
        source=lambda wildcards: SOURCES[wildcards.dataset],
        where=lambda wildcards: STUDY.where(wildcards.dataset),
        server=MACHINE["openml_server"],
    message:
        "Fetching {wildcards.dataset} from OpenML"
    script:
        "../scripts/fetch_dataset.py"


rule make_canonical:
    """Put the class last, drop and impute as the sheet says, check its facts."""
    input:
        unpack(source_files),
    output:
        dataset=RESULTS.dataset,
        origin=RESULTS.origin,
    log:
        RESULTS.log("make_canonical/{dataset}"),
    benchmark:
        RESULTS.benchmark("make_canonical/{dataset}")
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_to_prepare,
    params:
        source=lambda wildcards: SOURCES[wildcards.dataset],
        row=lambda wildcards: STUDY.datasets[wildcards.dataset],
        where=lambda wildcards: STUDY.where(wildcards.dataset),
    message:
        "Making {wildcards.dataset} canonical"
    script:
        "../scripts/make_canonical.py"


# Until rule collect writes it.
rule list_datasets:
    """Write the origin of every data set and of its folds."""
    input:
        origins=each(RESULTS.origin, dataset=SOURCES),
        folds=each(RESULTS.folds, dataset=SOURCES),
    output:
        RESULTS.datasets,
    run:
        from tenbyten.files import read_json, write_json

        found = {}
        for origin, folds in zip(input.origins, input.folds):
            origin_of = read_json(origin) | {"folds": {"sha256": sha256_of(folds)}}
            found[Path(origin).stem] = origin_of
        write_json(found, output[0])
