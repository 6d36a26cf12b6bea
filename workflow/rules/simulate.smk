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
        unpack(SETUP.source_files),
    output:
        dataset=RESULTS.dataset,
        made=RESULTS.made("convert_dataset/{dataset}"),
    log:
        RESULTS.log("convert_dataset/{dataset}"),
    benchmark:
        RESULTS.benchmark("convert_dataset/{dataset}")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
        where=SETUP.where,
    params:
        settings=SETUP.settings("convert_dataset"),
        software=SETUP.software,
    message:
        "Converting {wildcards.dataset}"
    script:
        "../scripts/convert_dataset.py"


rule simulate:
    """Simulate some experiments of a cell, and apply the tests to each."""
    input:
        **SETUP.read,
        made=SETUP.made_by("convert_dataset"),
    output:
        part=RESULTS.simulated,
        made=RESULTS.made("simulate/{cell}/{part}"),
    log:
        RESULTS.log("simulate/{cell}/{part}"),
    benchmark:
        RESULTS.benchmark("simulate/{cell}/{part}")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=SETUP.minutes_to_simulate,
    params:
        settings=SETUP.settings("simulate"),
        software=SETUP.software,
    message:
        "Simulating experiments {wildcards.part} of {wildcards.cell}"
    script:
        "../scripts/simulate.py"


rule collect_simulated:
    """Estimate from all experiments what the tests find in each cell."""
    input:
        **SETUP.read,
        **SETUP.published,
        parts=SETUP.simulated,
        made=SETUP.made_by("simulate", "convert_dataset"),
    output:
        **SETUP.collected,
        made=RESULTS.made("collect_simulated"),
    log:
        RESULTS.log("collect_simulated"),
    benchmark:
        RESULTS.benchmark("collect_simulated")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("collect_simulated"),
        software=SETUP.software,
    message:
        "Collecting what was simulated in {wildcards.study}"
    script:
        "../scripts/collect_simulated.py"


rule judge_statements:
    """Judge each published statement in every cell that it speaks of."""
    input:
        collected=SETUP.collected.values(),
        made=SETUP.made_by("collect_simulated"),
    output:
        statements=RESULTS.statements,
        made=RESULTS.made("judge_statements"),
    log:
        RESULTS.log("judge_statements"),
    benchmark:
        RESULTS.benchmark("judge_statements")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("judge_statements"),
        software=SETUP.software,
    message:
        "Judging the published statements of {wildcards.study}"
    script:
        "../scripts/judge_statements.py"


rule tabulate_simulated:
    """Write the tables of the report: as CSV, Markdown and LaTeX."""
    input:
        collected=SETUP.collected.values(),
        statements=RESULTS.statements,
        made=SETUP.made_by("collect_simulated", "judge_statements"),
    output:
        tables=report(
            directory(RESULTS.simulated_tables),
            patterns=["{name}.csv"],
            caption="../report/simulated_table.rst",
            category="Tables",
        ),
        made=RESULTS.made("tabulate_simulated"),
    log:
        RESULTS.log("tabulate_simulated"),
    benchmark:
        RESULTS.benchmark("tabulate_simulated")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("tabulate_simulated"),
        software=SETUP.software,
    message:
        "Writing the tables of {wildcards.study}"
    script:
        "../scripts/tabulate_simulated.py"


rule draw_simulated:
    """Draw every figure as SVG."""
    input:
        collected=SETUP.collected.values(),
        made=SETUP.made_by("collect_simulated"),
    output:
        figures=report(
            directory(RESULTS.figures),
            patterns=["{name}.svg"],
            caption="../report/figure.rst",
            category="Figures",
        ),
        made=RESULTS.made("draw_simulated"),
    log:
        RESULTS.log("draw_simulated"),
    benchmark:
        RESULTS.benchmark("draw_simulated")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("draw_simulated"),
        software=SETUP.software,
    message:
        "Drawing the figures of {wildcards.study}"
    script:
        "../scripts/draw_simulated.py"


rule report_simulated:
    """Write the page that says it all."""
    input:
        collected=SETUP.collected.values(),
        statements=RESULTS.statements,
        tables=RESULTS.simulated_tables,
        figures=RESULTS.figures,
        provenance=RESULTS.provenance,
        made=SETUP.made_before("report_simulated"),
    output:
        page=RESULTS.report,
        made=RESULTS.made("report_simulated"),
    log:
        RESULTS.log("report_simulated"),
    benchmark:
        RESULTS.benchmark("report_simulated")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=SETUP.minutes,
    params:
        settings=SETUP.settings("report_simulated"),
        software=SETUP.software,
    message:
        "Writing the report of {wildcards.study}"
    script:
        "../scripts/report_simulated.py"
