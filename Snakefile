"""The workflow, where `snakemake` finds it in a clone: see workflow/Snakefile."""


include: "workflow/Snakefile"


rule run_study:
    """Make everything: of what is included, no rule is the default by itself."""
    default_target: True
    input:
        rules.all.input,
