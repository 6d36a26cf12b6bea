"""Rules analyse and figures: other tests, decisions, figures and pages."""

from pathlib import Path

from tenbyten.analysis import compare_files
from tenbyten.files import read_json
from tenbyten.jobs.scripting import job
from tenbyten.layout import FOLDER, Layout
from tenbyten.study import read_study
from tenbyten.tables.our_csv import write_table

with job(snakemake) as files:
    inputs, outputs = files.inputs, files.outputs
    study = read_study(inputs["study"], FOLDER)
    # Imported results have all runs.
    study = study.without_looks() if "read" in inputs else study
    folders = [Layout(Path(path).parent) for path in inputs["provenance"]]
    comparison = compare_files(study, inputs, folders, threads=snakemake.threads)
    every = [comparison, *comparison.metrics.values()]
    for by, read, drawn in zip(every, folders, outputs["figures"], strict=True):
        alike = {"processes": snakemake.threads}
        if "files" not in outputs:
            by.draw(drawn, formats=("pdf", "png"), **alike)
            continue
        provenance = read_json(read.provenance)
        by.write_report(Layout(Path(drawn).parent), study.name, provenance, **alike)
    if "mcnemar" in outputs:
        write_table(comparison.results.mcnemar, outputs["mcnemar"])
