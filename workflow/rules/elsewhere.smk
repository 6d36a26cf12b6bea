"""Take accuracies and metrics made elsewhere in the place of our own.

In:   the file that `accuracies` names
Out:  results/{study}/accuracies.csv, and metrics.csv where the study asks for metrics
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


if STUDY["metrics"]:

    rule take_metrics:
        """Read another program's metrics; every cell of the design once, or an error."""
        input:
            table=MACHINE["accuracies"],
        output:
            metrics="results/{study}/metrics.csv",
        log:
            "results/{study}/logs/take_metrics.log",
        benchmark:
            "results/{study}/benchmarks/take_metrics.tsv"
        threads: 1
        resources:
            mem_mb=lambda wildcards, attempt: 2000 * attempt,
            runtime=lambda wildcards, attempt: 10 * attempt,
        params:
            design=STUDY.design,
            schemes=STUDY.schemes,
            metrics=STUDY["metrics"],
        message:
            "Taking the metrics of {wildcards.study} from {input.table}"
        script:
            "../scripts/take_metrics.py"
