"""Make the rest from the tables of the three tests: decisions, figures and pages.

In:   results/{study}/accuracies.csv, metrics.csv and what else was measured
      results/{study}/comparisons/correlated_t.csv
      results/{study}/comparisons/{subset}/poisson.csv, signed_rank.csv
      results/{study}/provenance.json
Out:  results/{study}/comparisons/mcnemar.csv, where predictions are kept
      results/{study}/comparisons/{subset}/: the other tests
      results/{study}/tables/    figures/    report.html    details.html
      results/{study}/summary.txt    summary.json    text.md    text.tex
      results/{study}/print/, where it is asked for
One job makes those of all metrics: the first one's pages show the others' answers.
"""

from pathlib import Path


rule analyse:
    """Run every other test, and write decisions, figures and pages."""
    input:
        **SETUP.measured,
        tests=SETUP.tests,
        provenance=SETUP.of_metrics("provenance"),
        study=local(str(STUDY.path)),
        sheet=local(str(STUDY.sheet)),
        made=SETUP.made_before("analyse"),
    output:
        **SETUP.mcnemar,
        decisions=[
            report(
                path,
                caption=SETUP.caption,
                category="Tables",
                labels={"subset": Path(path).stem},
            )
            for path in SETUP.of_metrics("decisions")
        ],
        sensitivity=[
            report(
                path,
                caption="../report/sensitivity.rst",
                category="Tables",
                labels={"subset": "sensitivity of the decisions"},
            )
            for path in SETUP.of_metrics("sensitivity_summary")
        ],
        published=[
            report(
                path,
                caption="../report/published.rst",
                category="Tables",
                labels={"subset": "published against ours"},
            )
            for path in SETUP.of_metrics("published")
        ],
        figures=[
            report(
                directory(path),
                patterns=["{name}.svg"],
                caption="../report/figure.rst",
                category="Figures",
            )
            for path in SETUP.of_metrics("figures")
        ],
        exported=[directory(path) for path in SETUP.of_metrics("exported")],
        files=SETUP.other_files,
        made=SETUP.here.made("analyse"),
    log:
        SETUP.here.log("analyse"),
    benchmark:
        SETUP.here.benchmark("analyse")
    conda:
        "../envs/tenbyten.yaml"
    threads: 2
    resources:
        mem_mb=lambda wildcards, attempt: 3000 * attempt,
        runtime=lambda wildcards, attempt: 10 * SETUP.minutes(wildcards, attempt),
    params:
        settings=SETUP.settings("analyse"),
        software=SETUP.software,
    message:
        f"Comparing by every other test, and writing the report of {STUDY.name}"
    script:
        "../scripts/analyse.py"


use rule analyse as draw_for_print with:
    output:
        figures=[directory(path) for path in SETUP.of_metrics("printed")],
    log:
        SETUP.here.log("draw_for_print"),
    benchmark:
        SETUP.here.benchmark("draw_for_print")
    message:
        f"Drawing the figures of {STUDY.name} as PDF and PNG"
