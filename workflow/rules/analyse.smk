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

# Tables in Snakemake's report: name, caption, label, which is the subset by default.
TABLES = [
    ("decisions", "table" if SETUP.over_datasets else "table_on_one_dataset", ""),
    ("sensitivity_summary", "sensitivity", "sensitivity of the decisions"),
    ("published", "published", "published against ours"),
]


rule analyse:
    """Run every other test, and write decisions, figures and pages."""
    input:
        **SETUP.measured,
        tests=SETUP.of_metrics("correlated_t", "poisson", "signed_rank"),
        provenance=SETUP.of_metrics("provenance"),
        study=local(str(STUDY.path)),
        sheet=local(str(STUDY.sheet)),
        made=SETUP.made_by(
            *("collect", "import_accuracies", "record_provenance"),
            *("run_correlated_t", "run_poisson", "run_signed_rank"),
            # Predictions are read after counts are joined.
            *["crossvalidate"] * SETUP.keeps_predictions,
        ),
    output:
        **SETUP.mcnemar,
        tables=[
            report(
                path,
                caption=f"../report/{caption}.rst",
                category="Tables",
                labels={"subset": label or Path(path).stem},
            )
            for name, caption, label in TABLES
            for path in SETUP.of_metrics(name)
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
        made=SETUP.paths.made("analyse"),
    log:
        SETUP.paths.log("analyse"),
    benchmark:
        SETUP.paths.benchmark("analyse")
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


use rule analyse as figures with:
    output:
        figures=[directory(path) for path in SETUP.of_metrics("printed")],
    log:
        SETUP.paths.log("figures"),
    benchmark:
        SETUP.paths.benchmark("figures")
    message:
        f"Drawing the figures of {STUDY.name} as PDF and PNG"
