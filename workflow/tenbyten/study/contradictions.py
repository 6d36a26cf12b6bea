"""Find keys of a study that contradict each other."""

import math
from collections import Counter
from collections.abc import Iterator

from tenbyten.engines import read_offers
from tenbyten.engines.scikit_learn.tuning import tunings
from tenbyten.metrics import METRICS, metric_of, unknown_metric
from tenbyten.study.availability import TESTS
from tenbyten.study.names import find_unprintable, fold_case
from tenbyten.study.study import Study
from tenbyten.words import suggest

# Files of the whole study, beside those of the subsets.
_TAKEN = {"published", "sensitivity", "parity", "correlated_t.csv"}
# Columns of every table of results.
_COLUMNS = ("dataset", "classifier", "run", "fold", "tested", "correct")


def contradictions(study: Study) -> Iterator[str]:
    """Yield the contradictions between a study's keys, each in words."""
    yield from _faults_of_metric(study)
    yield from _faults_of_designs(study)
    yield from _faults_of_looks(study)
    yield from _faults_of_control(study)
    yield from _faults_of_subsets(study)
    yield from _faults_of_published(study)
    if study["predictions"] and study["seeds"] > 1:
        yield (
            f"key predictions: predictions are kept of one training, and seeds is "
            f"{study['seeds']}; leave out one of the two keys"
        )
    if study["splitter"] in ("groups", "leave_one_group_out", "time"):
        for name in tunings(study["classifiers"]):
            yield (
                f"key tune of classifier {name}: its inner folds keep neither groups "
                f"nor times together, as splitter {study['splitter']} does; leave "
                f"`tune` out, or choose the settings in a class of your own"
            )
    yield from _faults_of_labels(study)
    yield from _faults_of_entries(study)
    yield from _faults_of_file_names("classifiers", study["classifiers"])


def _faults_of_metric(study):
    """Find metrics that are not measured, and a rope as wide as the metric."""
    metric, foreign = study["metric"], study["foreign_metrics"]
    yield from _faults_of_foreign_metrics(foreign)
    for key, names in (("metrics", study["metrics"]), ("metric", [metric])):
        for name in names:
            if (key, name) == ("metrics", "accuracy"):
                yield f"key {key}: {unknown_metric(name)}"
                return
            if name not in {**METRICS, **foreign}:
                yield (
                    f"key {key}: {unknown_metric(name)}; or, if results from elsewhere "
                    f"bring it, say what it is, here of one of which less is better: "
                    f"foreign_metrics: {{{name}: {{greater_is_better: false}}}}"
                )
                return
    if metric not in ("accuracy", *study["metrics"]):
        yield f"key metric: is {metric!r}, which is not measured; add it to `metrics`"
    yield from _faults_of_file_names("metrics", [metric, *study.further])
    kind = metric_of(metric, foreign)
    if study["scale"] == "ratio":
        yield from _faults_of_ratios(study, kind)
    elif study["scale"] == "order":
        yield from _faults_of_order(study)
    elif study["rope"] >= (half := kind.width / 2):
        yield (
            f"key rope: is {study['rope']}; give a half-width below {half:g} in the "
            f"unit of {metric}, as a fraction of accuracy: 0.01 is one percentage point"
        )


def _faults_of_ratios(study, kind):
    """Find a metric without ratios, and a rope that is not a factor."""
    metric, rope = study["metric"], study["rope"]
    if metric == "accuracy":
        yield "key scale: accuracy is compared by its counts; give scale: difference"
    if -math.inf < kind.smallest < 0:
        yield f"key scale: {metric} can be below 0; give scale: difference"
    if rope <= 1:
        yield (
            f"key rope: is {rope}; {metric} is compared by ratios: give a factor above "
            f"1, such as 1.1, or set scale: difference"
        )


def _faults_of_order(study):
    """Find keys that need sizes of differences."""
    if study["rope"]:
        rope = study["rope"]
        yield f"key rope: is {rope}, but scale: order compares no sizes; leave it out"
    if study.groups:
        yield "key groups: differences within a group need sizes; leave groups out"
    if len(study.datasets) == 1:
        yield "key scale: order is for two data sets or more; give scale: difference"


def _faults_of_foreign_metrics(foreign):
    """Find names that are taken, and empty ranges."""
    for name in foreign:
        kind = metric_of(name, foreign)
        if name in METRICS:
            yield f"key foreign_metrics: {name} is measured here; move it to `metrics`"
        if name in _COLUMNS:
            yield f"key foreign_metrics: {name} is a column of all results; rename it"
        if kind.smallest >= kind.largest:
            span = f"from {kind.smallest:g} to {kind.largest:g}"
            yield f"key foreign_metrics.{name}: {span} is no range; exchange both"


def _faults_of_designs(study):
    """Find designs of unknown data sets, and designs that exclude each other."""
    for name in study["designs"]:
        if name not in study.datasets:
            hint = suggest(name, study.datasets, "correct the name")
            yield f"key designs: {name!r} is no data set of {study.sheet}; {hint}"
            return
    rho = study["rho"] if isinstance(study["rho"], dict) else {}
    if rho and (missing := [name for name in study.datasets if name not in rho]):
        yield f"key rho: missing {', '.join(missing[:5])}; give one for each data set"
    usual = study["runs"], study["folds"]
    if study["designs"] and usual not in study.designs.values():
        yield (
            f"key designs: no data set has the study's {usual[0]} runs of {usual[1]} "
            f"folds; give the design that most of them have as `runs` and `folds`"
        )
    single = [name for name, design in study.designs.items() if design == (1, 1)]
    if single and len(single) < len(study.datasets):
        yield (
            f"{single[0]} has one score for each classifier, other data sets have "
            f"several; give the scores of all its folds, or one mean for each data set"
        )
    for group, names in study.groups.items():
        if len({(study.designs[name], rho.get(name)) for name in names}) > 1:
            yield (
                f"the data sets of group {group} ({', '.join(names)}) differ in runs, "
                f"folds or rho; remove the group, or give all the same folds"
            )


def _faults_of_looks(study):
    """Find looks that do not ascend, and keys that exclude them."""
    if not (early := study.settings.get("early_stopping")):
        return
    looks, key = early["looks"], "key early_stopping"
    if looks != sorted({*looks}) or looks[0] > study["runs"]:
        yield (
            f"{key}.looks: is {looks}; give ascending numbers of runs, the first at "
            f"most {study['runs']}"
        )
    for is_so, why in (
        (study["predictions"], "predictions are kept of all runs"),
        (study["scale"] == "order", "scale: order compares no sizes of differences"),
        (len(study.datasets) == 1, "there is one data set"),
        (
            study["folds"] == 1,
            "a run has one fold, which tells nothing of runs to come",
        ),
        (study["runs"] == 1, f"splitter {study['splitter']} has one run here"),
    ):
        if is_so:
            yield f"{key}: does not go where {why}; leave out one of the two"


def _faults_of_control(study):
    """Find an unknown control, and unknown classifiers of `keep`."""
    names = list(study["classifiers"])
    given = {"control": study["control"]} if study["control"] is not None else {}
    for key, name in [*given.items(), *(("keep", x) for x in study["keep"])]:
        if name not in names:
            hint = suggest(name, names, f"give one of {', '.join(names)}")
            yield f"key {key}: {name!r} is no classifier of the study; {hint}"


def _faults_of_subsets(study):
    """Find empty ranges, ranges beyond the last data set, and names that are taken."""
    yield from _faults_of_file_names("subsets", study["subsets"])
    reasons = study.cannot_run()
    if reasons.keys() == TESTS.keys():
        yield f"no test can run on one data set where {reasons['correlated_t']}"
    last = max(study.numbers.values())
    for subset, (a, b) in study["subsets"].items():
        if subset.lower() in _TAKEN:
            yield f"subset {subset} has the name of a table of the study; rename it"
        if b > last:
            yield (
                f"subset {subset} goes to data set {b}, the sheet {study.sheet} ends "
                f"at {last}; end the subset at {last}"
            )
        if a > b:
            yield f"subset {subset} goes from {a} to {b}; give the smaller number first"
        least = min(2, len(study.datasets))
        if a <= b and len(names := study.datasets_by_subset[subset]) < least:
            yield (
                f"subset {subset}, {a} to {b}, is {' '.join(names) or 'no data set'}"
                f"{' alone' if names else ''}; a test over data sets needs at least "
                f"two (for a report on one data set give a sheet of one row)"
            )


def _faults_of_published(study):
    """Find published decisions on unknown subsets or pairs."""
    if study["published"]["decisions"] and len(study.datasets) == 1:
        yield (
            f"published decisions are of tests over data sets, and the sheet "
            f"{study.sheet} has one; take `published` out"
        )
    for subset, rows in study["published"]["decisions"].items():
        if subset not in study["subsets"]:
            yield (
                f"published decisions for {subset}, which is no subset; the subsets "
                f"are {', '.join(study['subsets'])}"
            )
        pairs = [(row, column) for row, columns in rows.items() for column in columns]
        for row, column in pairs:
            if (row, column) not in study.pairs:
                yield (
                    f"a published decision for row {row}, column {column}, which is no "
                    f"pair of its classifiers ({', '.join(study['classifiers'])}); "
                    f"correct the names"
                )


def _faults_of_entries(study):
    """Find keys of a classifier that contradict each other."""
    for name, entry in study["classifiers"].items():
        try:
            read_offers(name, entry)
        except ValueError as error:
            yield str(error)


def _faults_of_labels(study):
    """Find unprintable text, and labels that are empty or equal."""
    texts = {"title": study["title"], "published.source": study["published"]["source"]}
    # Folded text of YAML ends with a line feed.
    texts = {key: text.replace("\n", " ") for key, text in texts.items()}
    texts |= {f"classifiers.{name}.label": x for name, x in study.labels.items()}
    texts |= {f"group of {names[0]}": group for group, names in study.groups.items()}
    yield from find_unprintable(texts)
    seen = {name: " ".join(label.split()) for name, label in study.labels.items()}
    counted = Counter(seen.values())
    for name, label in study.labels.items():
        if counted[seen[name]] > 1 or not seen[name]:
            why = "so has another one" if seen[name] else "which nobody can see"
            yield f"classifier {name} has the label {label!r}, {why}; give another"


def _faults_of_file_names(what, names):
    """Find names that differ only in case, which some file systems ignore."""
    counted = Counter(map(fold_case, names))
    for name in names:
        if counted[fold_case(name)] > 1:
            yield (
                f"two {what} are called {name} but for upper and lower case, which "
                f"some file systems ignore; rename one"
            )
