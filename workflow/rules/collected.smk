"""Stand in for the rule collect where there is nothing to be collected."""


rule collected:
    """Name what was collected, for commands whose target is one of these files."""
    input:
        **{
            name: expand(files, study=STUDY.name)
            for name, files in collected_files().items()
        },
