"""Ask for time, memory and cores by the size of the data; for more at each attempt."""


def minutes_to_prepare(wildcards, attempt):
    """Minutes to make the data sets of a job canonical and to split them."""
    return PLAN.resources_to_prepare(wildcards.batch).minutes * attempt


def megabytes_to_prepare(wildcards, attempt):
    """Memory to make the data sets of a job canonical and to split them."""
    return PLAN.resources_to_prepare(wildcards.batch).megabytes * attempt


def minutes_to_evaluate(wildcards, attempt):
    """Minutes for a cross-validation job."""
    return resources_to_evaluate(wildcards).minutes * attempt


def megabytes_to_evaluate(wildcards, attempt):
    """Memory for a cross-validation job."""
    return resources_to_evaluate(wildcards).megabytes * attempt


def resources_to_evaluate(wildcards):
    """Time and memory of the first attempt at a cross-validation job."""
    return PLAN.resources_to_crossvalidate(panel_of(wildcards), wildcards.batch)


def minutes_of_analysis(wildcards, attempt):
    """Minutes for a step over the joined accuracies."""
    cells = len(STUDY.unordered_pairs) * len(STUDY.datasets)
    return (2 + cells // 5000) * attempt


def minutes_over_subsets(wildcards, attempt):
    """Minutes for a step of the analysis that goes over one subset after the other."""
    return minutes_of_analysis(wildcards, attempt) * len(STUDY["subsets"])


def threads_of_other_tests(wildcards):
    """Cores of a subset's tests: two where the hierarchical model takes long."""
    cells = len(STUDY.unordered_pairs) * len(STUDY.datasets)
    return 2 if STUDY.fits_hierarchical and cells > 20_000 else 1
