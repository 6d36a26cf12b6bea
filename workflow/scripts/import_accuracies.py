"""Rule import_accuracies: another program's results as the long tables."""

import logging

from tenbyten.files import write_text
from tenbyten.jobs.scripting import job
from tenbyten.results.files import read_failures
from tenbyten.results.long_tables import make_long_tables
from tenbyten.results.results import read_results
from tenbyten.tables.our_csv import write_table

log = logging.getLogger(__name__)

with job(snakemake) as files:
    settings = dict(snakemake.params.settings)
    results = read_results(
        snakemake.input.table,
        schemes=settings.pop("schemes"),
        missing=settings.pop("missing"),
        scale=settings.pop("scale"),
        datasets=settings["design"]["datasets"],
        **{key: settings[key] for key in ("metric", "metrics", "foreign_metrics")},
    )
    log.info("%s", results.words)
    tables = make_long_tables(results.table, read_failures([]), **settings)
    write_text(results.words, files.outputs.pop("read"))
    for name, path in files.outputs.items():
        write_table(tables[name], path)
