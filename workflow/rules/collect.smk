"""Join the counts of all panels, and what else was measured.

In:   results/{study}/kept/{panel}/{dataset}.json, data/{dataset}.json
Out:  results/{study}/accuracies.csv, accuracies/{panel}/{dataset}.csv, datasets.json
      and, where the study asks for metrics or leaves out what fails,
      results/{study}/metrics.csv, failures.csv; where it keeps predictions
      results/{study}/predictions/{dataset}/{classifier}~{run}.parquet

Without anything to be collected there is no such rule: Snakemake would run it again
because jobs of another time, whose receipts are gone, were its input.
"""


rule collect:
    """Join the counts of all panels; every cell of the design once, or an error."""
    input:
        receipts_for("collect", RESULTS.accuracies, PANELS),
    output:
        **collected_files(),
        **{name: directory(path) for name, path in PREDICTIONS.items()},
    log:
        RESULTS.log("collect"),
    benchmark:
        RESULTS.benchmark("collect")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        settings=PLAN.collected(PANELS),
        software=software_of("collect"),
        made=TO_BE_MADE,
        plan=PLAN,
        panels=PANELS,
    message:
        "Collecting the accuracies of {wildcards.study}"
    script:
        "../scripts/collect.py"
