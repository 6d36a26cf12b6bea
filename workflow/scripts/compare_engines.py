"""Rule compare_engines: native learners and WEKA's, fold by fold."""

from tenbyten.accuracies.files import read_panel
from tenbyten.scripting import job
from tenbyten.stages import compare_engines

with job(snakemake):
    compared = compare_engines(
        read_panel(snakemake.input.repeating),
        read_panel(snakemake.input.repeated),
        **snakemake.params.settings,
    )
    compared.write(**snakemake.output)
