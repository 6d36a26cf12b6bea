"""Draw the figures, and write the report: `snakemake figures` draws for print.

In:   all tables of the study
Out:  results/{study}/figures/       results/{study}/print/
      results/{study}/report.html    results/{study}/details.html
      results/{study}/summary.txt    results/{study}/summary.json
      results/{study}/text.md        results/{study}/text.tex
      results/{study}/tables/exported/
"""


rule draw:
    """Draw every figure as SVG."""
    input:
        **SETUP.failures,
        **SETUP.stopping,
        values=SETUP.values,
        posteriors=RESULTS.correlated_t,
        comparisons=SETUP.over_subsets(*SETUP.drawn_tests),
        measured=SETUP.measured,
        made=SETUP.made_for(
            "collect", "import_accuracies", "run_correlated_t", "run_other_tests"
        ),
    output:
        figures=report(
            directory(RESULTS.figures),
            patterns=["{name}.svg"],
            caption="../report/figure.rst",
            category="Figures",
        ),
        made=RESULTS.made("draw"),
    log:
        RESULTS.log("draw"),
    benchmark:
        RESULTS.benchmark("draw")
    conda:
        "../envs/tenbyten.yaml"
    threads: 2
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("draw"),
        software=SETUP.software,
        formats=("svg",),
    message:
        "Drawing the figures of {wildcards.study}"
    script:
        "../scripts/draw.py"


use rule draw as draw_for_print with:
    output:
        figures=directory(RESULTS.printed),
    log:
        RESULTS.log("draw_for_print"),
    benchmark:
        RESULTS.benchmark("draw_for_print")
    params:
        settings=SETUP.settings("draw"),
        formats=("pdf", "png"),
    message:
        "Drawing the figures of {wildcards.study} as PDF and PNG"


rule report:
    """Write the answer on one page, the details, and the tables as files."""
    input:
        **SETUP.failures,
        **SETUP.stopping,
        **SETUP.trainings,
        **SETUP.origins,
        **({"mcnemar": SETUP.here.mcnemar} if SETUP.keeps_predictions else {}),
        values=SETUP.values,
        posteriors=RESULTS.correlated_t,
        comparisons=lambda wildcards: SETUP.compared(wildcards.study),
        decisions=SETUP.over_subsets("decisions"),
        sensitivity=RESULTS.sensitivity_summary if SETUP.over_datasets else [],
        published=lambda wildcards: SETUP.published(wildcards.study),
        figures=RESULTS.figures,
        provenance=RESULTS.provenance,
        measured=SETUP.measured,
        further=SETUP.further,
        made=SETUP.made_before("report"),
    output:
        report=RESULTS.report,
        details=RESULTS.details,
        summary=RESULTS.summary,
        answer=RESULTS.answer,
        text_markdown=RESULTS.text_markdown,
        text_latex=RESULTS.text_latex,
        exported=directory(RESULTS.exported),
        made=RESULTS.made("report"),
    log:
        RESULTS.log("report"),
    benchmark:
        RESULTS.benchmark("report")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("report"),
        software=SETUP.software,
    message:
        "Writing the report of {wildcards.study}"
    script:
        "../scripts/report.py"
