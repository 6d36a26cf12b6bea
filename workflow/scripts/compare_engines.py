"""Rule compare_engines: native learners and WEKA's, fold by fold."""

from tenbyten.accuracies.files import read_panel
from tenbyten.scripting import log_to
from tenbyten.stages import compare_engines

log_to(snakemake.log[0])
compared = compare_engines(
    read_panel(snakemake.input.repeating),
    read_panel(snakemake.input.repeated),
    **snakemake.params.settings,
)
compared.write(**snakemake.output)
