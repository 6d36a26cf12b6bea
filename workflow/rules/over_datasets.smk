"""Test every pair of classifiers over each subset of the data sets.

In:   results/{study}/accuracies.csv or, for a `metric` besides accuracy, metrics.csv
      results/{study}/comparisons/correlated_t.csv
Out:  results/{study}/comparisons/{subset}/poisson.csv, where it can run
      results/{study}/comparisons/{subset}/signed_rank.csv
      results/{study}/comparisons/{subset}/pairwise.csv, adjusted.csv, ranks.csv,
      omnibus.csv, post_hoc.csv, replicability.csv, rope.csv, sensitivity.csv,
      leave_one_out.csv, false_marks.csv; where the study wants them
      hierarchical.csv, control.csv, grouped.csv
"""

if HAS_POISSON:

    rule run_poisson:
        """Compare every pair over each subset by the Poisson test."""
        input:
            **FAILURES,
            posteriors=RESULTS.correlated_t,
        output:
            tests=each(RESULTS.poisson, subset=STUDY["subsets"]),
        log:
            RESULTS.log("run_poisson"),
        benchmark:
            RESULTS.benchmark("run_poisson")
        conda:
            "../envs/tenbyten.yaml"
        threads: 1
        resources:
            mem_mb=lambda wildcards, attempt: 1000 * attempt,
            runtime=minutes_over_subsets,
        params:
            settings=STUDY.arguments.over_subsets("run_poisson"),
            software=software_of("run_poisson"),
        message:
            "Comparing over each subset by the Poisson test"
        script:
            "../scripts/run_poisson.py"


rule run_signed_rank:
    """Compare every pair over each subset by the signed-rank test."""
    input:
        **FAILURES,
        posteriors=RESULTS.correlated_t,
    output:
        tests=each(RESULTS.signed_rank, subset=STUDY["subsets"]),
    log:
        RESULTS.log("run_signed_rank"),
    benchmark:
        RESULTS.benchmark("run_signed_rank")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_over_subsets,
    params:
        settings=STUDY.arguments.over_subsets("run_signed_rank"),
        software=software_of("run_signed_rank"),
    message:
        "Comparing over each subset by the signed-rank test"
    script:
        "../scripts/run_signed_rank.py"


rule run_other_tests:
    """Compare all classifiers over a subset by every other test."""
    input:
        **FAILURES,
        values=VALUES,
        posteriors=RESULTS.correlated_t,
    output:
        **{table: getattr(RESULTS, table) for table in OTHER_TESTS},
    log:
        RESULTS.log("run_other_tests/{subset}"),
    benchmark:
        RESULTS.benchmark("run_other_tests/{subset}")
    conda:
        "../envs/tenbyten.yaml"
    threads: threads_of_other_tests
    resources:
        mem_mb=lambda wildcards, attempt: 3000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings=lambda wildcards: STUDY.arguments.over(
            wildcards.subset, "run_other_tests"
        ),
        software=software_of("run_other_tests"),
    message:
        "Every other test over subset {wildcards.subset}"
    script:
        "../scripts/run_other_tests.py"
