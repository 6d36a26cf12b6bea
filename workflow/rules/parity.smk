"""Hold the native learners to WEKA: `snakemake parity --config study=...`.

In:   results/{study}/kept/native/{dataset}.json    kept/weka/{dataset}.json
Out:  results/{study}/tables/parity.csv, .md
"""


rule compare_engines:
    """Count the folds in which both engines predict equally many instances rightly."""
    input:
        receipts_for("compare_engines", RESULTS.parity, TWINS),
    output:
        csv=RESULTS.parity,
        markdown=RESULTS.parity_markdown,
    log:
        RESULTS.log("compare_engines"),
    benchmark:
        RESULTS.benchmark("compare_engines")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        settings={"classifiers": STUDY.twins, "labels": STUDY.labels},
        software=software_of("compare_engines"),
        plan=PLAN,
        panels=TWINS,
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
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=1000,
        runtime=10,
    message:
        "Checking that no fold differs"
    script:
        "../scripts/parity.py"
