"""Draw the figures, say with what everything was made, and write the report.

In:   all tables of the study
Out:  results/{study}/figures/
      results/{study}/provenance.json
      results/{study}/report.html    results/{study}/tables/exported/
"""


rule draw:
    """Draw every figure as SVG and PDF."""
    input:
        **FAILURES,
        values=f"results/{{study}}/{STUDY.compared}.csv",
        posteriors="results/{study}/comparisons/correlated_t.csv",
        ranks=expand(
            "results/{{study}}/comparisons/{subset}/ranks.csv", subset=STUDY.subsets
        ),
    output:
        figures=report(
            directory("results/{study}/figures"),
            patterns=["{name}.svg"],
            caption="../report/figure.rst",
            category="Figures",
        ),
    log:
        "results/{study}/logs/draw.log",
    benchmark:
        "results/{study}/benchmarks/draw.tsv"
    threads: 2
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings=STUDY.drawing,
    message:
        "Drawing the figures of {wildcards.study}"
    script:
        "../scripts/draw.py"


rule provenance:
    """Say with what the results were made: versions, checksums, the study itself."""
    input:
        values=f"results/{{study}}/{STUDY.compared}.csv",
        study=STUDY.path,
        sheet=STUDY.sheet,
        origins=expand("results/{{study}}/data/{dataset}.json", dataset=SOURCES),
        folds=expand("results/{{study}}/folds/{dataset}.csv", dataset=SOURCES),
    output:
        provenance="results/{study}/provenance.json",
    log:
        "results/{study}/logs/provenance.log",
    benchmark:
        "results/{study}/benchmarks/provenance.tsv"
    threads: 1
    resources:
        weka_jar=jar_of_study(),
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_of_analysis,
    params:
        command=command(),
    message:
        "Writing down with what {wildcards.study} was made"
    script:
        "../scripts/provenance.py"


rule report:
    """Write the page that says it all, and its tables as files."""
    input:
        **FAILURES,
        values=f"results/{{study}}/{STUDY.compared}.csv",
        posteriors="results/{study}/comparisons/correlated_t.csv",
        comparisons=expand(
            "results/{{study}}/comparisons/{subset}/{table}.csv",
            subset=STUDY.subsets,
            table=OVER_DATASETS,
        ),
        decisions=expand("results/{{study}}/tables/{subset}.csv", subset=STUDY.subsets),
        sensitivity="results/{study}/tables/sensitivity.csv",
        published=published_targets(),
        origins=expand("results/{{study}}/data/{dataset}.json", dataset=SOURCES),
        figures="results/{study}/figures",
        provenance="results/{study}/provenance.json",
    output:
        page="results/{study}/report.html",
        tables=directory("results/{study}/tables/exported"),
    log:
        "results/{study}/logs/report.log",
    benchmark:
        "results/{study}/benchmarks/report.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=minutes_of_analysis,
    params:
        contents=STUDY.page,
    message:
        "Writing the report of {wildcards.study}"
    script:
        "../scripts/report.py"
