"""The workflow, where `snakemake` finds it in a clone: see workflow/Snakefile."""


include: "workflow/Snakefile"


# Of what is included, no rule is the default by itself.
workflow.default_target = named("all")
