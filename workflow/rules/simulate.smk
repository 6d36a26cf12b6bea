"""Simulate experiments, estimate what the tests find, and report it.

In:   the study file, and the accuracies or the data set that its problem reads
Out:  results/{study}/simulated/{cell}/{part}.csv
      results/{study}/estimates.csv, and the problem's other tables
      results/{study}/statements.csv
      results/{study}/tables/, figures/, report.html
"""


rule convert_dataset:
    """Make a data set that a problem reads canonical: the class last, facts checked."""
    input:
        unpack(source_files),
    output:
        dataset=RESULTS.dataset,
    log:
        RESULTS.log("convert_dataset/{dataset}"),
    benchmark:
        RESULTS.benchmark("convert_dataset/{dataset}")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        settings=lambda wildcards: {
            "source": SOURCES[wildcards.dataset],
            "row": simulating.ROWS[wildcards.dataset],
        },
        where=lambda wildcards: where_is(wildcards.dataset),
        software=software_of("convert_dataset"),
    message:
        "Converting {wildcards.dataset}"
    script:
        "../scripts/convert_dataset.py"


rule simulate:
    """Simulate some experiments of a cell, and apply the tests to each."""
    input:
        **READ,
    output:
        part=RESULTS.simulated,
    log:
        RESULTS.log("simulate/{cell}/{part}"),
    benchmark:
        RESULTS.benchmark("simulate/{cell}/{part}")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=minutes_to_simulate,
    params:
        settings=lambda wildcards: {
            "problem": STUDY.problem,
            "cell": CELLS[wildcards.cell],
        },
        software=software_of("simulate", modules=(STUDY.module,)),
    message:
        "Simulating experiments {wildcards.part} of {wildcards.cell}"
    script:
        "../scripts/simulate.py"


rule collect_simulated:
    """Estimate from all experiments what the tests find in each cell."""
    input:
        **READ,
        **PUBLISHED,
        parts=each(RESULTS.simulated, cell=CELLS, part=PARTS),
    output:
        **COLLECTED,
    log:
        RESULTS.log("collect_simulated"),
    benchmark:
        RESULTS.benchmark("collect_simulated")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings={"problem": STUDY.problem, "settings": STUDY.computed_by},
        software=software_of("collect_simulated", modules=(STUDY.module,)),
    message:
        "Collecting what was simulated in {wildcards.study}"
    script:
        "../scripts/collect_simulated.py"


rule judge_statements:
    """Judge each published statement in every cell that it speaks of."""
    input:
        collected=COLLECTED.values(),
    output:
        statements=RESULTS.statements,
    log:
        RESULTS.log("judge_statements"),
    benchmark:
        RESULTS.benchmark("judge_statements")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings={"statements": STUDY["published"]["statements"]},
        software=software_of("judge_statements"),
    message:
        "Judging the published statements of {wildcards.study}"
    script:
        "../scripts/judge_statements.py"


rule tabulate_simulated:
    """Write the tables of the report: as CSV, Markdown and LaTeX."""
    input:
        collected=COLLECTED.values(),
        statements=RESULTS.statements,
    output:
        tables=report(
            directory(RESULTS.simulated_tables),
            patterns=["{name}.csv"],
            caption="../report/simulated_table.rst",
            category="Tables",
        ),
    log:
        RESULTS.log("tabulate_simulated"),
    benchmark:
        RESULTS.benchmark("tabulate_simulated")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings=STUDY.settings,
        software=software_of("tabulate_simulated", modules=PAGES),
    message:
        "Writing the tables of {wildcards.study}"
    script:
        "../scripts/tabulate_simulated.py"


rule draw_simulated:
    """Draw every figure as SVG and PDF."""
    input:
        collected=COLLECTED.values(),
    output:
        figures=report(
            directory(RESULTS.figures),
            patterns=["{name}.svg"],
            caption="../report/figure.rst",
            category="Figures",
        ),
    log:
        RESULTS.log("draw_simulated"),
    benchmark:
        RESULTS.benchmark("draw_simulated")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings=STUDY.computed_by,
        software=software_of("draw_simulated", modules=PAGES),
    message:
        "Drawing the figures of {wildcards.study}"
    script:
        "../scripts/draw_simulated.py"


rule report_simulated:
    """Write the page that says it all."""
    input:
        collected=COLLECTED.values(),
        statements=RESULTS.statements,
        tables=RESULTS.simulated_tables,
        figures=RESULTS.figures,
        provenance=RESULTS.provenance,
    output:
        page=RESULTS.report,
    log:
        RESULTS.log("report_simulated"),
    benchmark:
        RESULTS.benchmark("report_simulated")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_of_analysis,
    params:
        settings=STUDY.settings,
        software=software_of("report_simulated", modules=PAGES, templates=TEMPLATES),
    message:
        "Writing the report of {wildcards.study}"
    script:
        "../scripts/report_simulated.py"
