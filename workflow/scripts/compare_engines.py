"""Rule compare_engines: native learners and WEKA's, fold by fold."""

from tenbyten.accuracies.files import read_measured_counts
from tenbyten.jobs.scripting import job
from tenbyten.stages import compare_engines

with job(snakemake) as files:
    counts = (read_measured_counts(x, ()) for x in files.inputs.values())
    compare_engines(*counts, **snakemake.params.settings).write(**files.outputs)
