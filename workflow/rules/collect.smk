"""Join the counts of all panels, and what else was measured.

In:   results/{study}/accuracies/{panel}/{dataset}.csv
      results/{study}/metrics/{panel}/{dataset}.csv, failures/{panel}/{dataset}.csv
Out:  results/{study}/accuracies.csv
      and, where the study asks for metrics or leaves out what fails,
      results/{study}/metrics.csv, failures.csv
"""


rule collect:
    """Join the counts of all panels; every cell of the design once, or an error."""
    input:
        **{
            name: each(files, panel=PANELS, dataset=STUDY.datasets)
            for name, files in MORE_OF_PANEL.items()
        },
        counts=each(RESULTS.panel_accuracies, panel=PANELS, dataset=STUDY.datasets),
    output:
        **METRICS,
        **FAILURES,
        accuracies=RESULTS.accuracies,
    log:
        RESULTS.log("collect"),
    benchmark:
        RESULTS.benchmark("collect")
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        design=STUDY.design,
        metrics=STUDY["metrics"],
    message:
        "Collecting the accuracies of {wildcards.study}"
    script:
        "../scripts/collect.py"
