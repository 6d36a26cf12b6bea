"""Hold the native learners to WEKA: `snakemake parity --config study=...`.

In:   results/{study}/counts/native/{part}.csv, counts/weka/{part}.csv
Out:  results/{study}/tables/parity.csv, .md
"""


rule compare_engines:
    """Count the folds in which both engines predict equally many instances rightly."""
    input:
        **{twin: SETUP.counted("counts", [twin]) for twin in SETUP.twins},
        made=SETUP.counted("made", SETUP.twins),
    output:
        csv=RESULTS.parity,
        markdown=RESULTS.parity_markdown,
    log:
        RESULTS.log("compare_engines"),
    benchmark:
        RESULTS.benchmark("compare_engines")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        settings={"classifiers": STUDY.twins, "labels": STUDY.labels},
    message:
        "Comparing the native engine with WEKA"
    script:
        "../scripts/compare_engines.py"


rule parity:
    """Stop if a fold differs between the engines; the table says which."""
    input:
        table=SETUP.paths.parity,
    log:
        SETUP.paths.log("parity"),
    conda:
        "../envs/tenbyten.yaml"
    message:
        "Checking that no fold differs"
    script:
        "../scripts/parity.py"
