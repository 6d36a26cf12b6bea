"""Lay the decisions out as tables, and hold them against published ones.

In:   results/{study}/comparisons/{subset}/poisson.csv, where it can run
      results/{study}/comparisons/{subset}/signed_rank.csv, adjusted.csv, false_marks.csv
      results/{study}/comparisons/{subset}/sensitivity.csv, leave_one_out.csv
Out:  results/{study}/tables/{subset}.csv, .md, .tex
      results/{study}/tables/published.csv, .md
      results/{study}/tables/sensitivity.csv, .md, .tex
"""


rule tabulate:
    """Write each subset's decisions: adjusted, and in Corani & Benavoli's layout."""
    input:
        **FAILURES,
        **{
            table: each(getattr(RESULTS, table), subset=STUDY["subsets"])
            for table in ("poisson", "signed_rank", "adjusted", "false_marks")
            if table != "poisson" or HAS_POISSON
        },
    output:
        csv=[
            report(
                path,
                caption="../report/table.rst",
                category="Tables",
                labels={"subset": subset},
            )
            for subset in STUDY["subsets"]
            for path in each(RESULTS.decisions, subset=subset)
        ],
        markdown=each(RESULTS.decisions_markdown, subset=STUDY["subsets"]),
        latex=each(RESULTS.decisions_latex, subset=STUDY["subsets"]),
    log:
        RESULTS.log("tabulate"),
    benchmark:
        RESULTS.benchmark("tabulate")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_over_subsets,
    params:
        settings={x: STUDY.arguments.tabulate(x) for x in STUDY["subsets"]},
        software=software_of("tabulate"),
    message:
        "Writing the tables of decisions"
    script:
        "../scripts/tabulate.py"


rule compare_with_published:
    """Say which decisions agree with the published ones, and by how much others miss."""
    input:
        tables=each(
            RESULTS.decisions,
            subset=STUDY["published"]["decisions"],
        ),
        sensitivity=each(
            RESULTS.sensitivity,
            subset=STUDY["published"]["decisions"],
        ),
    output:
        csv=report(
            RESULTS.published,
            caption="../report/published.rst",
            category="Tables",
            labels={"subset": "published against ours"},
        ),
        markdown=RESULTS.published_markdown,
    log:
        RESULTS.log("compare_with_published"),
    benchmark:
        RESULTS.benchmark("compare_with_published")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings=STUDY.arguments.compare_with_published,
        software=software_of("compare_with_published"),
    message:
        "Comparing with published decisions"
    script:
        "../scripts/compare_with_published.py"


rule assess_sensitivity:
    """Say which decisions are stable, and what the others hang on."""
    input:
        sensitivity=each(
            RESULTS.sensitivity,
            subset=STUDY["subsets"],
        ),
        leave_one_out=each(
            RESULTS.leave_one_out,
            subset=STUDY["subsets"],
        ),
    output:
        csv=report(
            RESULTS.sensitivity_summary,
            caption="../report/sensitivity.rst",
            category="Tables",
            labels={"subset": "sensitivity of the decisions"},
        ),
        markdown=RESULTS.sensitivity_summary_markdown,
        latex=RESULTS.sensitivity_summary_latex,
    log:
        RESULTS.log("assess_sensitivity"),
    benchmark:
        RESULTS.benchmark("assess_sensitivity")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings=STUDY.arguments.assess_sensitivity,
        software=software_of("assess_sensitivity"),
    message:
        "Saying what the decisions hang on"
    script:
        "../scripts/assess_sensitivity.py"
