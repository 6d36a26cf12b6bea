"""Lay the decisions out as tables, and hold them against published ones.

In:   results/{study}/comparisons/{subset}/poisson.csv, where it can run
      results/{study}/comparisons/{subset}/signed_rank.csv, adjusted.csv
      results/{study}/comparisons/{subset}/sensitivity.csv, leave_one_out.csv
Out:  results/{study}/tables/{subset}.csv, .md, .tex
      results/{study}/tables/published.csv, .md
      results/{study}/tables/sensitivity.csv, .md, .tex
"""


rule tabulate:
    """Write each subset's decisions: adjusted, and in Corani & Benavoli's layout."""
    input:
        **SETUP.failures,
        **({"poisson": SETUP.over_subsets("poisson")} if SETUP.has_poisson else {}),
        signed_rank=SETUP.over_subsets("signed_rank"),
        adjusted=SETUP.over_subsets("adjusted"),
        made=SETUP.made_for(
            "collect", "run_poisson", "run_signed_rank", "run_other_tests"
        ),
    output:
        csv=[
            report(
                path,
                caption="../report/table.rst",
                category="Tables",
                labels={"subset": subset},
            )
            for subset, path in zip(STUDY["subsets"], SETUP.over_subsets("decisions"))
        ],
        markdown=SETUP.over_subsets("decisions_markdown"),
        latex=SETUP.over_subsets("decisions_latex"),
        made=RESULTS.made("tabulate"),
    log:
        RESULTS.log("tabulate"),
    benchmark:
        RESULTS.benchmark("tabulate")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("tabulate"),
        software=SETUP.software,
    message:
        "Writing the tables of decisions"
    script:
        "../scripts/tabulate.py"


rule compare_with_published:
    """Say which decisions agree with the published ones, and by how much others miss."""
    input:
        tables=SETUP.over_subsets("decisions", of="published"),
        sensitivity=SETUP.over_subsets("sensitivity", of="published"),
        made=SETUP.made_for("tabulate", "run_other_tests"),
    output:
        csv=report(
            RESULTS.published,
            caption="../report/published.rst",
            category="Tables",
            labels={"subset": "published against ours"},
        ),
        markdown=RESULTS.published_markdown,
        made=RESULTS.made("compare_with_published"),
    log:
        RESULTS.log("compare_with_published"),
    benchmark:
        RESULTS.benchmark("compare_with_published")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("compare_with_published"),
        software=SETUP.software,
    message:
        "Comparing with published decisions"
    script:
        "../scripts/compare_with_published.py"


rule assess_sensitivity:
    """Say which decisions are stable, and what the others hang on."""
    input:
        sensitivity=SETUP.over_subsets("sensitivity"),
        leave_one_out=SETUP.over_subsets("leave_one_out"),
        made=SETUP.made_for("run_other_tests"),
    output:
        csv=report(
            RESULTS.sensitivity_summary,
            caption="../report/sensitivity.rst",
            category="Tables",
            labels={"subset": "sensitivity of the decisions"},
        ),
        markdown=RESULTS.sensitivity_summary_markdown,
        latex=RESULTS.sensitivity_summary_latex,
        made=RESULTS.made("assess_sensitivity"),
    log:
        RESULTS.log("assess_sensitivity"),
    benchmark:
        RESULTS.benchmark("assess_sensitivity")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("assess_sensitivity"),
        software=SETUP.software,
    message:
        "Saying what the decisions hang on"
    script:
        "../scripts/assess_sensitivity.py"
