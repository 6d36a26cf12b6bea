"""Rule compare_engines: native learners and WEKA's, fold by fold."""

from tenbyten.accuracies.files import as_tables
from tenbyten.jobs.collecting import collect_kept
from tenbyten.scripting import job
from tenbyten.stages import compare_engines

with job(snakemake):
    rows = {panel: [] for panel in snakemake.params.panels}
    for kept in collect_kept(snakemake.params.plan, snakemake.params.panels):
        rows[kept.panel] += kept.rows
    counts = [as_tables(rows[panel], ())[0] for panel in rows]
    compare_engines(*counts, **snakemake.params.settings).write(**snakemake.output)
