"""Hold the native learners to WEKA: `snakemake parity --config study=...`.

In:   results/{study}/accuracies/native/{dataset}.csv
      results/{study}/accuracies/weka/{dataset}.csv
Out:  results/{study}/tables/parity.csv, .md
"""


rule compare_engines:
    """Count the folds in which both engines predict equally many instances rightly."""
    input:
        repeating=each(
            RESULTS.panel_accuracies, panel=twin_engines()[0], dataset=STUDY.datasets
        ),
        repeated=each(
            RESULTS.panel_accuracies, panel=twin_engines()[1], dataset=STUDY.datasets
        ),
    output:
        csv=RESULTS.parity,
        markdown=RESULTS.parity_markdown,
    log:
        RESULTS.log("compare_engines"),
    benchmark:
        RESULTS.benchmark("compare_engines")
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        settings={"classifiers": STUDY.twins, "labels": STUDY.labels},
        software=software_of("compare_engines"),
    message:
        "Comparing the native engine with WEKA"
    script:
        "../scripts/compare_engines.py"


rule parity:
    """Stop if a fold differs between the engines; the table says which."""
    input:
        table=Layout(f"results/{STUDY.name}").parity,
    log:
        Layout(f"results/{STUDY.name}").log("parity"),
    threads: 1
    resources:
        mem_mb=1000,
        runtime=10,
    message:
        "Checking that no fold differs"
    script:
        "../scripts/parity.py"
