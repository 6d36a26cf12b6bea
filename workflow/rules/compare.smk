"""Run the three tests: on each data set, and from their table over each subset.

In:   results/{study}/accuracies.csv or, for a `metric` besides accuracy, metrics.csv
Out:  results/{study}/comparisons/correlated_t.csv
      results/{study}/comparisons/{subset}/poisson.csv, where it can run
      results/{study}/comparisons/{subset}/signed_rank.csv
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
        # As for `prepare`: what the analysis makes of it.
        outputs=" ".join(SETUP.analysed()),
    message:
        "Comparing on each data set by the correlated t-test"
    script:
        "../scripts/run_correlated_t.py"


if SETUP.has_poisson:

    rule run_poisson:
        """Compare every pair over each subset by the Poisson test."""
        input:
            **SETUP.failures,
            posteriors=RESULTS.correlated_t,
            made=SETUP.made_for("collect", "run_correlated_t"),
        output:
            tests=SETUP.over_subsets("poisson"),
            made=RESULTS.made("run_poisson"),
        log:
            RESULTS.log("run_poisson"),
        benchmark:
            RESULTS.benchmark("run_poisson")
        conda:
            "../envs/tenbyten.yaml"
        resources:
            mem_mb=lambda wildcards, attempt: 1000 * attempt,
            runtime=SETUP.minutes,
        params:
            settings=SETUP.settings("run_poisson"),
            software=SETUP.software,
        message:
            "Comparing over each subset by the Poisson test"
        script:
            "../scripts/run_poisson.py"


if SETUP.over_datasets:

    rule run_signed_rank:
        """Compare every pair over each subset by the signed-rank test."""
        input:
            **SETUP.failures,
            posteriors=RESULTS.correlated_t,
            made=SETUP.made_for("collect", "run_correlated_t"),
        output:
            tests=SETUP.over_subsets("signed_rank"),
            made=RESULTS.made("run_signed_rank"),
        log:
            RESULTS.log("run_signed_rank"),
        benchmark:
            RESULTS.benchmark("run_signed_rank")
        conda:
            "../envs/tenbyten.yaml"
        resources:
            mem_mb=lambda wildcards, attempt: 1000 * attempt,
            runtime=SETUP.minutes,
        params:
            settings=SETUP.settings("run_signed_rank"),
            software=SETUP.software,
        message:
            "Comparing over each subset by the signed-rank test"
        script:
            "../scripts/run_signed_rank.py"
