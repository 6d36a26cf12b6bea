"""Test every pair of classifiers on each data set.

In:   results/{study}/accuracies.csv or, for a `metric` besides accuracy, metrics.csv
Out:  results/{study}/comparisons/correlated_t.csv
      results/{study}/comparisons/mcnemar.csv, where predictions are kept
"""


rule run_correlated_t:
    """Compare every pair on every data set by the correlated t-test."""
    input:
        values=VALUES,
    output:
        posteriors=RESULTS.correlated_t,
    log:
        RESULTS.log("run_correlated_t"),
    benchmark:
        RESULTS.benchmark("run_correlated_t")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings=STUDY.arguments.run_correlated_t,
        software=software_of("run_correlated_t"),
    message:
        "Comparing on each data set by the correlated t-test"
    script:
        "../scripts/run_correlated_t.py"


if PREDICTIONS:

    rule run_mcnemar:
        """Compare every pair on every data set by McNemar's test."""
        input:
            **FAILURES,
            **PREDICTIONS,
        output:
            tests=RESULTS.mcnemar,
        log:
            RESULTS.log("run_mcnemar"),
        benchmark:
            RESULTS.benchmark("run_mcnemar")
        conda:
            "../envs/tenbyten.yaml"
        threads: 1
        resources:
            mem_mb=lambda wildcards, attempt: 2000 * attempt,
            runtime=minutes_of_analysis,
        params:
            settings=STUDY.arguments.run_mcnemar,
            software=software_of("run_mcnemar"),
        message:
            "Comparing on each data set by McNemar's test"
        script:
            "../scripts/run_mcnemar.py"
