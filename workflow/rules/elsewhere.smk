"""Take accuracies made elsewhere in the place of our own.

In:   the file that `accuracies` names
Out:  results/{study}/accuracies.csv
"""


rule take_elsewhere:
    """Read another program's accuracies; every cell of the design once, or an error."""
    input:
        table=MACHINE["accuracies"],
    output:
        accuracies="results/{study}/accuracies.csv",
    log:
        "results/{study}/logs/take_elsewhere.log",
    benchmark:
        "results/{study}/benchmarks/take_elsewhere.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        design=STUDY.design,
        schemes=STUDY.schemes,
    message:
        "Taking the accuracies of {wildcards.study} from {input.table}"
    script:
        "../scripts/take_elsewhere.py"
