"""Lay the decisions out as tables, and hold them against published ones.

In:   results/{study}/comparisons/{subset}/poisson.csv
      results/{study}/comparisons/{subset}/signed_rank.csv
      results/{study}/comparisons/{subset}/sensitivity.csv, leave_one_out.csv
Out:  results/{study}/tables/{subset}.csv, .md, .tex
      results/{study}/tables/published.csv, .md
      results/{study}/tables/sensitivity.csv, .md, .tex
"""


rule tabulate:
    """Write one subset's decisions in the layout of Corani & Benavoli's Table 4."""
    input:
        **FAILURES,
        poisson="results/{study}/comparisons/{subset}/poisson.csv",
        signed_rank="results/{study}/comparisons/{subset}/signed_rank.csv",
    output:
        csv=report(
            "results/{study}/tables/{subset}.csv",
            caption="../report/table.rst",
            category="Tables",
            labels={"subset": "{subset}"},
        ),
        markdown="results/{study}/tables/{subset}.md",
        latex="results/{study}/tables/{subset}.tex",
    log:
        "results/{study}/logs/tabulate/{subset}.log",
    benchmark:
        "results/{study}/benchmarks/tabulate/{subset}.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_of_analysis,
    params:
        labels=STUDY.labels,
        policies=STUDY.policies,
        span=lambda wildcards: STUDY.span(wildcards.subset),
        datasets=lambda wildcards: STUDY.subsets[wildcards.subset],
    message:
        "Writing the table of subset {wildcards.subset}"
    script:
        "../scripts/tabulate.py"


rule compare_with_published:
    """Say which decisions agree with the published ones, and by how much others miss."""
    input:
        tables=expand(
            "results/{{study}}/tables/{subset}.csv",
            subset=STUDY.published["decisions"],
        ),
        sensitivity=expand(
            "results/{{study}}/comparisons/{subset}/sensitivity.csv",
            subset=STUDY.published["decisions"],
        ),
    output:
        csv=report(
            "results/{study}/tables/published.csv",
            caption="../report/published.rst",
            category="Tables",
            labels={"subset": "published against ours"},
        ),
        markdown="results/{study}/tables/published.md",
    log:
        "results/{study}/logs/compare_with_published.log",
    benchmark:
        "results/{study}/benchmarks/compare_with_published.tsv"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_of_analysis,
    params:
        published=STUDY.published,
        labels=STUDY.labels,
        policies=STUDY.policies,
    message:
        "Comparing with published decisions"
    script:
        "../scripts/compare_with_published.py"


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
        runtime=minutes_of_analysis,
    params:
        labels=STUDY.labels,
        policies=STUDY.policies,
    message:
        "Saying what the decisions hang on"
    script:
        "../scripts/stability.py"
