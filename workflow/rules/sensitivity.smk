"""Say what every decision hangs on: which policy, which data set.

In:   results/{study}/comparisons/correlated_t.csv
Out:  results/{study}/comparisons/{subset}/sensitivity.csv
      results/{study}/comparisons/{subset}/leave_one_out.csv
      results/{study}/tables/sensitivity.csv, .md, .tex
"""


rule sensitivity:
    """Decide every pair of a subset under each policy, and without each data set."""
    input:
        posteriors="results/{study}/comparisons/correlated_t.csv",
    output:
        sensitivity="results/{study}/comparisons/{subset}/sensitivity.csv",
        leave_one_out="results/{study}/comparisons/{subset}/leave_one_out.csv",
    log:
        "results/{study}/logs/sensitivity/{subset}.log",
    benchmark:
        "results/{study}/benchmarks/sensitivity/{subset}.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 30 * attempt,
    params:
        datasets=lambda wildcards: STUDY.subsets[wildcards.subset],
        folds=STUDY["folds"],
        rho=STUDY["rho"],
        alpha=STUDY["alpha"],
        method=STUDY["signed_rank"],
        sides=STUDY["signed_rank_sides"],
    message:
        "Sensitivity of the decisions over subset {wildcards.subset}"
    script:
        "../scripts/sensitivity.py"


rule stability:
    """Say which decisions are stable, and what the others hang on."""
    input:
        sensitivity=expand(
            "results/{{study}}/comparisons/{subset}/sensitivity.csv",
            subset=STUDY.subsets,
        ),
        leave_one_out=expand(
            "results/{{study}}/comparisons/{subset}/leave_one_out.csv",
            subset=STUDY.subsets,
        ),
    output:
        csv=report(
            "results/{study}/tables/sensitivity.csv",
            caption="../report/sensitivity.rst",
            category="Tables",
            labels={"subset": "sensitivity of the decisions"},
        ),
        markdown="results/{study}/tables/sensitivity.md",
        latex="results/{study}/tables/sensitivity.tex",
    log:
        "results/{study}/logs/stability.log",
    benchmark:
        "results/{study}/benchmarks/stability.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        labels=STUDY.labels,
        policies=STUDY.policies,
    message:
        "Saying what the decisions hang on"
    script:
        "../scripts/stability.py"
