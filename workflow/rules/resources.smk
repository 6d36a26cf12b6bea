"""What jobs ask for, by the size of their data: every attempt asks for more."""


def instances_of(wildcards):
    """Instances of a data set by its sheet; many where that does not say."""
    return STUDY.datasets[wildcards.dataset].get("instances", 10_000)


def minutes_to_prepare(wildcards, attempt):
    """Minutes to make a data set canonical or to split it."""
    return (2 + instances_of(wildcards) // 5000) * attempt


def minutes_to_judge(wildcards, attempt):
    """Minutes for a panel on a data set: ample, for nobody knows the classifiers."""
    engine, _ = panel_of(wildcards)
    instances = instances_of(wildcards)
    if engine == "native":
        return (10 + instances // 2000) * attempt
    return (30 + instances // 100) * attempt


def minutes_of_analysis(wildcards, attempt):
    """Minutes for a step over the joined accuracies."""
    cells = len(STUDY.unordered_pairs) * len(STUDY.datasets)
    return (2 + cells // 5000) * attempt


def megabytes_to_judge(wildcards, attempt):
    """Memory for a panel on a data set, for WEKA most of it Java's heap."""
    return (1500 + instances_of(wildcards) // 200) * attempt
