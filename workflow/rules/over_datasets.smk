"""Test every pair of classifiers over each subset of the data sets.

In:   results/{study}/accuracies.csv or, for a `metric` besides accuracy, metrics.csv
      results/{study}/comparisons/correlated_t.csv
Out:  results/{study}/comparisons/{subset}/poisson.csv, where it can run
      results/{study}/comparisons/{subset}/signed_rank.csv
      results/{study}/comparisons/{subset}/pairwise.csv, adjusted.csv, new_datasets.csv,
      ranks.csv, profiles.csv, omnibus.csv, post_hoc.csv, rope.csv, sensitivity.csv,
      leave_one_out.csv; where the study wants them hierarchical.csv, control.csv,
      grouped.csv
"""

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


(pattern, tables), *others = SETUP.other_tests_of.items()


rule run_other_tests:
    """Compare all classifiers over a subset by every other test."""
    input:
        **SETUP.failures,
        values=SETUP.values,
        posteriors=RESULTS.correlated_t,
        made=SETUP.made_for("collect", "import_accuracies", "run_correlated_t"),
    output:
        **tables,
        made=RESULTS.made("run_other_tests/{subset}"),
    log:
        RESULTS.log("run_other_tests/{subset}"),
    benchmark:
        RESULTS.benchmark("run_other_tests/{subset}")
    wildcard_constraints:
        study=pattern,
    conda:
        "../envs/tenbyten.yaml"
    threads: SETUP.threads_of_other_tests
    resources:
        mem_mb=lambda wildcards, attempt: 3000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("run_other_tests"),
        software=SETUP.software,
    message:
        "Every other test over subset {wildcards.subset}"
    script:
        "../scripts/run_other_tests.py"


for pattern, tables in others:

    use rule run_other_tests as run_other_tests_otherwise with:
        output:
            **tables,
            made=RESULTS.made("run_other_tests/{subset}"),
        wildcard_constraints:
            study=pattern,
