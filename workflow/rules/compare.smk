"""Test every pair of classifiers on each data set.

In:   results/{study}/accuracies.csv or, for a `metric` besides accuracy, metrics.csv
Out:  results/{study}/comparisons/correlated_t.csv
      results/{study}/comparisons/mcnemar.csv, where predictions are kept
"""


rule run_correlated_t:
    """Compare every pair on every data set by the correlated t-test."""
    input:
        values=SETUP.values,
        made=SETUP.made_for("collect", "import_accuracies"),
    output:
        posteriors=RESULTS.correlated_t,
        made=RESULTS.made("run_correlated_t"),
    log:
        RESULTS.log("run_correlated_t"),
    benchmark:
        RESULTS.benchmark("run_correlated_t")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("run_correlated_t"),
        software=SETUP.software,
        # As for `prepare`: what the tests after it make.
        outputs=lambda wildcards: " ".join(SETUP.compared(wildcards.study)),
    message:
        "Comparing on each data set by the correlated t-test"
    script:
        "../scripts/run_correlated_t.py"


if SETUP.keeps_predictions:

    rule run_mcnemar:
        """Compare every pair on every data set by McNemar's test."""
        input:
            **SETUP.failures,
            predictions=SETUP.counted("predictions"),
            made=SETUP.made_for("collect", "crossvalidate"),
        output:
            tests=RESULTS.mcnemar,
            made=RESULTS.made("run_mcnemar"),
        log:
            RESULTS.log("run_mcnemar"),
        benchmark:
            RESULTS.benchmark("run_mcnemar")
        conda:
            "../envs/tenbyten.yaml"
        resources:
            mem_mb=lambda wildcards, attempt: 2000 * attempt,
            runtime=SETUP.minutes,
        params:
            settings=SETUP.settings("run_mcnemar"),
            software=SETUP.software,
        message:
            "Comparing on each data set by McNemar's test"
        script:
            "../scripts/run_mcnemar.py"
