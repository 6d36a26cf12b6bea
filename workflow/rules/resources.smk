"""Ask for time and memory by the size of the data: every attempt asks for more."""


def instances_of(wildcards):
    """Instances of a data set by its sheet; many where that does not say."""
    return STUDY.datasets[wildcards.dataset].get("instances", 10_000)


def minutes_to_prepare(wildcards, attempt):
    """Minutes to make a data set canonical or to split it."""
    return (2 + instances_of(wildcards) // 5000) * attempt


def minutes_to_evaluate(wildcards, attempt):
    """Minutes for a panel on a data set."""
    return resources_to_evaluate(wildcards).minutes * attempt


def minutes_of_analysis(wildcards, attempt):
    """Minutes for a step over the joined accuracies."""
    cells = len(STUDY.unordered_pairs) * len(STUDY.datasets)
    return (2 + cells // 5000) * attempt


def megabytes_to_evaluate(wildcards, attempt):
    """Memory for a panel on a data set."""
    return resources_to_evaluate(wildcards).megabytes * attempt


def resources_to_evaluate(wildcards):
    """Time and memory of the first attempt at a panel on a data set."""
    panel = panel_of(wildcards)
    engine = find_engine(panel.engine)
    attributes = STUDY.datasets[wildcards.dataset].get("attributes", 20)
    size = {"instances": instances_of(wildcards), "attributes": attributes}
    one_run = sum(
        engine.seconds(classifier, **size, folds=STUDY["folds"])
        for classifier in panel.classifiers
    )
    cells = size["instances"] * attributes
    return engine.resources(panel, seconds=STUDY["runs"] * one_run, cells=cells)
