"""Rule look: which decisions are sure, and which runs are made next."""

from tenbyten.comparisons.early_stopping import look_at
from tenbyten.jobs.looks import design_at, write_look
from tenbyten.jobs.preparing import read_origins
from tenbyten.jobs.scripting import job
from tenbyten.metrics import measured_columns
from tenbyten.results.exclusions import first_failures
from tenbyten.results.files import read_failures, read_measured_counts
from tenbyten.results.long_tables import make_long_tables

with job(snakemake) as files:
    settings, inputs = snakemake.params.settings, files.inputs
    number, arguments = int(snakemake.wildcards.look), settings["arguments"]
    design = design_at(settings["design"], inputs["looks"], arguments["looks"][0])
    every = read_failures(inputs["failures"])
    failures = first_failures(every, design["datasets"])
    table = read_measured_counts(inputs["counts"], measured_columns(settings))
    known = {name: settings[name] for name in ("metrics", "duplicates")}
    tables = make_long_tables(table, failures, design=design, **known)
    values = tables["accuracies" if arguments["metric"] == "accuracy" else "metrics"]
    made = {"runs": design["asked"], "origins": read_origins(inputs["archives"])}
    found = look_at(values, failures, number=number, **made, **arguments)
    write_look(found, files.outputs["look"])
