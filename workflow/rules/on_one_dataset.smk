"""Decide on the only data set of a study.

In:   results/{study}/comparisons/correlated_t.csv
Out:  results/{study}/tables/{subset}.csv, .md, .tex
"""


rule tabulate_on_one_dataset:
    """Write the decisions on one data set: the correlated t-test, adjusted."""
    input:
        posteriors=RESULTS.correlated_t,
        made=SETUP.made_for("run_correlated_t"),
    output:
        csv=report(
            RESULTS.decisions,
            caption="../report/table_on_one_dataset.rst",
            category="Tables",
            labels={"subset": "{subset}"},
        ),
        markdown=RESULTS.decisions_markdown,
        latex=RESULTS.decisions_latex,
        made=RESULTS.made("tabulate_on_one_dataset/{subset}"),
    log:
        RESULTS.log("tabulate_on_one_dataset/{subset}"),
    benchmark:
        RESULTS.benchmark("tabulate_on_one_dataset/{subset}")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("tabulate_on_one_dataset"),
        software=SETUP.software,
    message:
        "Writing the decisions on {params.settings[dataset]}"
    script:
        "../scripts/tabulate_on_one_dataset.py"
