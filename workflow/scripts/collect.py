"""Rule collect: the counts and metrics of all panels as long tables."""

from tenbyten.files import write_json
from tenbyten.jobs.looks import design_at, write_last
from tenbyten.jobs.preparing import read_origins
from tenbyten.jobs.scripting import job
from tenbyten.metrics import measured_columns
from tenbyten.results.exclusions import first_failures
from tenbyten.results.files import (
    read_chosen,
    read_failures,
    read_measured_counts,
    read_warned,
)
from tenbyten.results.long_tables import make_long_tables
from tenbyten.tables.our_csv import write_table

with job(snakemake) as files:
    settings, outputs = snakemake.params.settings, files.outputs
    inputs = files.inputs
    design = design_at(settings["design"], inputs["looks"])
    every = read_failures(inputs["failures"])
    failures = first_failures(every, design["datasets"])
    table = read_measured_counts(inputs["counts"], measured_columns(settings))
    origins = read_origins(inputs["archives"])
    known = {"design": design} | {x: settings[x] for x in ("metrics", "duplicates")}
    known["checksums"] = {name: x["content_sha256"] for name, x in origins.items()}
    known |= {
        "seeds": settings.get("seeds", 1),
        "chosen": read_chosen(inputs["chosen"]),
        "warned": read_warned(inputs["warnings"]),
    }
    tables = make_long_tables(table, failures, **known)
    for name, made in (tables | {"failures": failures}).items():
        write_table(made, outputs.get(name))
    write_last(inputs["looks"], outputs.get("early_stopping"))
    of_datasets = {name: origins[name] for name in design["datasets"]}
    write_json(of_datasets, outputs["datasets"])
