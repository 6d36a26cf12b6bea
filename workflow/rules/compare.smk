"""Test every pair of classifiers, on each data set and over each subset.

In:   results/{study}/accuracies.csv or, for a `metric` besides accuracy, metrics.csv
Out:  results/{study}/comparisons/correlated_t.csv
      results/{study}/comparisons/mcnemar.csv, where predictions are kept
      results/{study}/comparisons/{subset}/poisson.csv
      results/{study}/comparisons/{subset}/signed_rank.csv
      results/{study}/comparisons/{subset}/pairwise.csv, adjusted.csv, ranks.csv,
      omnibus.csv, post_hoc.csv, replicability.csv, rope.csv, sensitivity.csv,
      leave_one_out.csv, false_marks.csv; where the study wants them
      hierarchical.csv, control.csv, grouped.csv
"""

LEFT_ASIDE = {"poisson", "signed_rank"}
LEFT_ASIDE |= set() if STUDY.fits_hierarchical else {"hierarchical"}
LEFT_ASIDE |= set() if STUDY["control"] else {"control"}
LEFT_ASIDE |= set() if STUDY.groups else {"grouped"}
OTHER_TESTS = [table for table in COMPARISONS if table not in LEFT_ASIDE]


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


rule run_poisson:
    """Compare every pair over a subset by the Poisson test."""
    input:
        **FAILURES,
        posteriors=RESULTS.correlated_t,
    output:
        tests=RESULTS.poisson,
    log:
        RESULTS.log("run_poisson/{subset}"),
    benchmark:
        RESULTS.benchmark("run_poisson/{subset}")
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings=lambda wildcards: STUDY.arguments.over(wildcards.subset, "run_poisson"),
        software=software_of("run_poisson"),
    message:
        "Poisson test over subset {wildcards.subset}"
    script:
        "../scripts/run_poisson.py"


rule run_signed_rank:
    """Compare every pair over a subset by the signed-rank test."""
    input:
        **FAILURES,
        posteriors=RESULTS.correlated_t,
    output:
        tests=RESULTS.signed_rank,
    log:
        RESULTS.log("run_signed_rank/{subset}"),
    benchmark:
        RESULTS.benchmark("run_signed_rank/{subset}")
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings=lambda wildcards: STUDY.arguments.over(
            wildcards.subset, "run_signed_rank"
        ),
        software=software_of("run_signed_rank"),
    message:
        "Signed-rank test over subset {wildcards.subset}"
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
    threads: 1
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
