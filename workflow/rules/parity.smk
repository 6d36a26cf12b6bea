"""Hold the native learners to WEKA: `snakemake parity --config study=...`.

In:   results/{study}/accuracies/native/{dataset}.csv
      results/{study}/accuracies/weka/{dataset}.csv
Out:  results/{study}/tables/parity.csv, .md
"""


rule compare_engines:
    """Count the folds in which both engines predict equally many instances rightly."""
    input:
        native=expand(
            "results/{{study}}/accuracies/native/{dataset}.csv", dataset=STUDY.datasets
        ),
        weka=expand(
            "results/{{study}}/accuracies/weka/{dataset}.csv", dataset=STUDY.datasets
        ),
    output:
        csv="results/{study}/tables/parity.csv",
        markdown="results/{study}/tables/parity.md",
    log:
        "results/{study}/logs/compare_engines.log",
    benchmark:
        "results/{study}/benchmarks/compare_engines.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        classifiers=STUDY.twins,
        labels=STUDY.labels,
    message:
        "Comparing the native engine with WEKA"
    script:
        "../scripts/compare_engines.py"


rule parity:
    """Stop if a fold differs between the engines; the table says which."""
    input:
        table=f"results/{STUDY.name}/tables/parity.csv",
    log:
        f"results/{STUDY.name}/logs/parity.log",
    threads: 1
    resources:
        mem_mb=1000,
        runtime=10,
    message:
        "Checking that no fold differs"
    script:
        "../scripts/parity.py"
