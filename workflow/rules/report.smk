"""Draw the figures, and write the report.

In:   all tables of the study
Out:  results/{study}/figures/
      results/{study}/report.html    results/{study}/tables/exported/
"""


rule draw:
    """Draw every figure as SVG and PDF."""
    input:
        **FAILURES,
        values=VALUES,
        posteriors=RESULTS.correlated_t,
        comparisons=[
            each(getattr(RESULTS, table), subset=STUDY["subsets"])
            for table in ("ranks", "omnibus", "pairwise", "adjusted", "rope")
            if table in OTHER_TESTS
        ],
    output:
        figures=report(
            directory(RESULTS.figures),
            patterns=["{name}.svg"],
            caption="../report/figure.rst",
            category="Figures",
        ),
    log:
        RESULTS.log("draw"),
    benchmark:
        RESULTS.benchmark("draw")
    conda:
        "../envs/tenbyten.yaml"
    threads: 2
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings=STUDY.arguments.draw,
        software=software_of("draw"),
    message:
        "Drawing the figures of {wildcards.study}"
    script:
        "../scripts/draw.py"


rule report:
    """Write the page that says it all, and its tables as files."""
    input:
        **FAILURES,
        **DATASETS,
        **({"mcnemar": RESULTS.mcnemar} if PREDICTIONS else {}),
        values=VALUES,
        posteriors=RESULTS.correlated_t,
        comparisons=[
            each(getattr(RESULTS, table), subset=STUDY["subsets"])
            for table in OTHER_TESTS
        ],
        decisions=each(RESULTS.decisions, subset=STUDY["subsets"]),
        sensitivity=RESULTS.sensitivity_summary if OVER_DATASETS else [],
        published=published_targets(),
        figures=RESULTS.figures,
        provenance=RESULTS.provenance,
        measured=[
            table
            for table in (*ACCURACIES.values(), *METRICS.values())
            if table != VALUES
        ],
    output:
        page=RESULTS.report,
        tables=directory(RESULTS.exported),
    log:
        RESULTS.log("report"),
    benchmark:
        RESULTS.benchmark("report")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings=STUDY.arguments.report,
        software=software_of("report", templates=TEMPLATES),
    message:
        "Writing the report of {wildcards.study}"
    script:
        "../scripts/report.py"
