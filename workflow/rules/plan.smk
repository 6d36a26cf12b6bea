"""Plan a comparison: how many data sets and runs it needs, from a pilot.

In:   the study file, and the pilot's accuracies
Out:  results/{study}/estimates.csv, smallest.csv, pilot.csv
      results/{study}/tables/, figures/, report.html
"""


rule plan:
    """Estimate the power, and the number of data sets that is needed."""
    input:
        **SETUP.read,
    output:
        **SETUP.planned,
        made=RESULTS.made("plan"),
    log:
        RESULTS.log("plan"),
    benchmark:
        RESULTS.benchmark("plan")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("plan"),
        software=SETUP.software,
    message:
        "Planning {wildcards.study}"
    script:
        "../scripts/plan.py"


rule report_plan:
    """Write the tables, the figure, and the page that says it all."""
    input:
        planned=SETUP.planned.values(),
        provenance=RESULTS.provenance,
        made=SETUP.made_by("plan", "record_provenance"),
    output:
        tables=report(
            directory(RESULTS.plan_tables),
            patterns=["{name}.csv"],
            caption="../report/plan_table.rst",
            category="Tables",
        ),
        figures=report(
            directory(RESULTS.figures),
            patterns=["{name}.svg"],
            caption="../report/figure.rst",
            category="Figures",
        ),
        page=RESULTS.report,
        summary=RESULTS.summary,
        made=RESULTS.made("report_plan"),
    log:
        RESULTS.log("report_plan"),
    benchmark:
        RESULTS.benchmark("report_plan")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("report_plan"),
        software=SETUP.software,
    message:
        "Writing the report of {wildcards.study}"
    script:
        "../scripts/report_plan.py"
