"""Read the machine's configuration and a study file."""

import difflib
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from shlex import quote
from typing import Any

from tenbyten.files import PathLike, from_here
from tenbyten.metrics import METRICS, OURS_OF_SCORERS, metric_of
from tenbyten.study.names import fault_of_name, folded, unprintable
from tenbyten.study.not_tested import TESTS
from tenbyten.study.schema import check_against_schema, read_schema, read_yaml
from tenbyten.study.sheet import Sheet, numbers_of, read_sheet
from tenbyten.study.study import Planning, Study
from tenbyten.study.wording import meant

# Tables of the whole study, beside which those of a subset stand.
_TAKEN = {"published", "sensitivity", "parity", "correlated_t.csv"}
# Columns that tell results apart, or count.
_COLUMNS = ("dataset", "classifier", "run", "fold", "tested", "correct")

# Where Snakemake finds a Snakefile by itself.
_SNAKEFILES = ("Snakefile", "snakefile", "workflow/Snakefile", "workflow/snakefile")

# Keys of the machine that are gone, and what is in their places.
_GONE = {
    "trust": "a study runs code, so read one of somebody else's before you run it; "
    "take the key out",
    "progress": "lines on progress are of the default profile; take the key out, and "
    "for Snakemake's own lines give --workflow-profile none",
}

# Keys of earlier plans, and what is in their places.
_GONE_OF_PLANS = {"folds": "folds are those of the pilot; take it out"}
_GONE_OF_PLANS |= {
    "draws": "give `resamples`, the pilots that are drawn for the intervals"
}
_GONE_OF_PLANS |= {"signed_rank_sides": "give `sides` in `planning`"}
_GONE_OF_PLANS |= dict.fromkeys(
    (
        *("rho", "zero_variance", "signed_rank", "rope"),
        *("prior_strength", "prior_place", "bayesian_draws"),
    ),
    "the planner is of the exact signed-rank test alone; take it out",
)

# Studies of simulations, which scripts have taken the places of.
_SIMULATIONS = re.compile(
    r"corani-benavoli-(3\.2|4\.2|4\.3)|demsar-4"
    r"|nadeau-bengio-(regression|gaussians|letters)"
)


def read_machine(config: Mapping[str, Any]) -> dict[str, Any]:
    """Check the machine's configuration and fill in its defaults.

    `config` has the keys of config/config.yaml and of the command line. An unknown key,
    or a value out of its range, raises a ValueError that names it; an `arff_folder` or
    `accuracies` that does not exist a FileNotFoundError. `weka_classpath` becomes a
    list.
    """
    where = "config/config.yaml or --config"
    for key, instead in _GONE.items():
        if key in config:
            raise ValueError(f"{where}: the key {key} is gone: {instead}")
    schema = read_schema("config")
    of_studies = read_schema("study")["properties"].keys() - schema["properties"].keys()
    if misplaced := sorted(of_studies & config.keys()):
        raise ValueError(
            f"{where}: {misplaced[0]} is a key of a study file; write it there"
        )
    # Snakemake's command line knows True and False, and hands the rest over as text.
    spoken = {"true": True, "false": False}
    given = dict(config)
    for key, described in schema["properties"].items():
        if described.get("type") == "boolean" and isinstance(given.get(key), str):
            given[key] = spoken.get(given[key], given[key])
    machine = check_against_schema(given, schema, where=where)
    for key in ("study", "arff_folder", "accuracies"):
        machine[key] = machine[key] and from_here(machine[key])
    folder, accuracies = machine["arff_folder"], machine["accuracies"]
    if folder and not Path(folder).is_dir():
        raise FileNotFoundError(f"arff_folder: no folder {folder}; correct the path")
    if accuracies and not Path(accuracies).is_file():
        raise FileNotFoundError(f"accuracies: no file {accuracies}; correct the path")
    if isinstance(jars := machine["weka_classpath"], str):
        words = (word.strip() for word in jars.split(os.pathsep))
        machine["weka_classpath"] = [word for word in words if word]
    return machine


def command_of(machine: Mapping[str, Any], *, is_planned: bool = False) -> str:
    """Return the command that makes a study's results again, in the working directory.

    It is Snakemake's where that finds a Snakefile. A server is named where it is not
    the usual one.
    """
    has_snakefile = any(Path(place).is_file() for place in _SNAKEFILES)
    keys = ["study"] * has_snakefile + ["engine"] * (not is_planned)
    given = {x: machine[x] for x in (*keys, "arff_folder", "accuracies") if machine[x]}
    known, servers = (
        read_schema("config")["properties"],
        ("openml_server", "uci_server"),
    )
    given |= {x: machine[x] for x in servers if machine[x] != known[x]["default"]}
    if machine["weka_classpath"]:
        given["weka_classpath"] = os.pathsep.join(machine["weka_classpath"])
    words = " ".join(f"{key}={quote(value)}" for key, value in given.items())
    if has_snakefile:
        return f"snakemake --cores all --config {words}"
    return f"tenbyten run {quote(machine['study'])}{words and f' --config {words}'}"


def read_study(study: PathLike, root: PathLike) -> Study | Planning:
    """Read and check a study file; of a comparison, its data-set sheet too.

    Parameters
    ----------
    study : str or path
        Path of a study file; or the name of one in the folder config/ of the working
        directory or, if it is not there, of the project.
    root : path
        The project's top folder.

    Raises
    ------
    FileNotFoundError
        If the study file or its sheet does not exist.
    ValueError
        If a key or cell is unknown, missing, given twice or out of its range,
        or if the keys contradict each other.
    """
    folders, path = [Path("config").resolve(), Path(root, "config")], Path(study)
    if path.suffix not in (".yaml", ".yml"):
        paths = [folder / f"{study}.yaml" for folder in folders]
        path = next((path for path in paths if path.is_file()), paths[-1])
    if not path.is_file():
        raise FileNotFoundError(_no_study(study, folders))
    if fault := fault_of_name(path.stem):
        raise ValueError(
            f"{path}: results go to a folder of the file's name, and {path.stem!r} "
            f"{fault}; rename the file"
        )
    values = read_yaml(path)
    if _is_planned(values, path):
        return make_planning(path, values)
    values = check_against_schema(values, read_schema("study"), where=path)
    sheet = path.parent / values["datasets"]
    if not sheet.is_file():
        raise FileNotFoundError(
            f"{path}: key datasets: no data-set sheet at {sheet}; correct the path, "
            f"which starts at the study file"
        )
    return make_study(path, values, read_sheet(sheet), sheet)


def make_planning(path: Path, values: Mapping[str, Any]) -> Planning:
    """Make a plan of the values in a file.

    Keys and values that do not fit the schema, or contradict each other, raise a
    ValueError, which names the file, the key, its value and the remedy.
    """
    asked = values["planning"]
    if isinstance(asked, dict) and "sizes" in asked:
        raise ValueError(
            f"{path}: planning: the key sizes is gone, and with it planning without a "
            f"pilot; run a small study first, and give its accuracies.csv by "
            f"`accuracies`"
        )
    for key, instead in _GONE_OF_PLANS.items():
        if key in values or (isinstance(asked, dict) and key in asked):
            raise ValueError(f"{path}: the key {key} is gone: {instead}")
    settings = check_against_schema(dict(values), read_schema("planning"), where=path)
    asked = settings["planning"]
    if asked.get("row") is not None and asked.get("row") == asked.get("column"):
        raise ValueError(
            f"{path}: planning: row and column are both {asked['row']!r}; give two "
            f"classifiers"
        )
    # Folded text of YAML ends with a line feed.
    for fault in unprintable({"title": settings["title"].replace("\n", " ")}):
        raise ValueError(f"{path}: {fault}")
    return Planning(path.stem, path, settings)


def _no_study(study: PathLike, folders: Iterable[Path]) -> str:
    """Say that there is no study file, and which one may be meant."""
    name = str(study).removesuffix(".yaml").rpartition("/")[2]
    if _SIMULATIONS.fullmatch(name):
        rule = re.sub("[-.]", "_", name)
        return (
            f"no study {study}: the papers' simulations are scripts now; in a clone of "
            f"the project run `snakemake {rule} --cores 2`, or all by `snakemake "
            f"simulations --cores 2`"
        )
    beside = map(str, [*Path().glob("*.yaml"), *Path().glob("*.yml")])
    files = {file.stem for folder in folders for file in folder.glob("*.yaml")}
    known = sorted(files - {"config"})
    suffixed = [f"{study}{suffix}" for suffix in (".yaml", ".yml")]
    near = [file for file in suffixed if Path(file).is_file()]
    near = near or difflib.get_close_matches(str(study), [*beside, *known], n=1)
    hint = f"did you mean {near[0]}? If not, " if near else ""
    return (
        f"no study {study} in {Path.cwd()}, its folder config/ or the project's; "
        f"{hint}give the path of a .yaml file, or one of these names: "
        f"{', '.join(known)}"
    )


def _is_planned(values: Any, path: Path) -> bool:
    """Return whether a study file plans a comparison; otherwise it is one."""
    keys = values if isinstance(values, dict) else {}
    if "simulation" in keys:
        raise ValueError(
            f"{path}: the key simulation is gone: the papers' simulations are scripts "
            f"in workflow/simulations of a clone, run by `snakemake simulations`; to "
            f"simulate a comparison of your own give `planning`"
        )
    found = [key for key in ("datasets", "classifiers", "planning") if key in keys]
    if "planning" in found[1:]:
        raise ValueError(
            f"{path}: has the keys {' and '.join(found)}; a study file is of one "
            f"thing: a comparison (`datasets` and `classifiers`) or `planning`; take "
            f"the others out"
        )
    if not found and (values is None or isinstance(values, dict)):
        raise ValueError(
            f"{path}: says neither what is compared nor what is planned; give "
            f"`datasets` and `classifiers`, or `planning`"
        )
    return "planning" in found


def make_study(
    path: Path, settings: Mapping[str, Any], datasets: Sheet, sheet: Path
) -> Study:
    """Make a study of values that its schema has checked.

    Arguments are those of `Study`, its name being the stem of `path`. Defaults that
    depend on the study itself are filled in. Keys that contradict each other raise a
    ValueError, which names the study's path, the key, its value and the remedy.
    """
    numbers = list(numbers_of(datasets).values())
    defaults = {
        "control": None,
        "published": {"source": "", "decisions": {}},
        "subsets": {"all": [numbers[0], numbers[-1]]},
    }
    classifiers = {
        name: {"label": name} | entry for name, entry in settings["classifiers"].items()
    }
    settings = {**defaults, **settings, "classifiers": classifiers}
    brought = dict.fromkeys([*settings["metrics"], *settings["foreign_metrics"]])
    settings["metrics"] = list(brought)
    groups: dict[str, list[str]] = {}
    rows = {name: dict(row) for name, row in datasets.items()}
    for name, row in rows.items():
        # It is no property of the data, whose jobs get the rows.
        if group := row.pop("group", ""):
            groups.setdefault(group, []).append(name)
    study = Study(path.stem, path, settings, rows, sheet, groups)
    for fault in _faults(study):
        raise ValueError(f"{path}: {fault}")
    return study


def _faults(study):
    """Yield the contradictions between a study's keys, each in words."""
    yield from _faults_of_metric(study)
    yield from _faults_of_designs(study)
    yield from _faults_of_control(study)
    yield from _faults_of_subsets(study)
    yield from _faults_of_published(study)
    yield from _faults_of_labels(study)
    yield from _faults_of_file_names("classifiers", study["classifiers"])


def _faults_of_metric(study):
    """Find a metric that is not measured, and a rope as wide as the metric."""
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
        measured = ", ".join(study["metrics"]) or "none"
        yield (
            f"key metric: is {metric!r}, which is not measured; add it to `metrics` "
            f"(now {measured}), or compare accuracy"
        )
    half = metric_of(metric, foreign).width / 2
    if study["rope"] >= half:
        yield (
            f"key rope: is {study['rope']}; give a half-width below {half:g} in the "
            f"unit of {metric}, as a fraction of accuracy: 0.01 is one percentage point"
        )


def _faults_of_foreign_metrics(foreign):
    """Find names that are taken, and a range that is none."""
    for name in foreign:
        kind = metric_of(name, foreign)
        if name in METRICS:
            yield (
                f"key foreign_metrics: {name} is measured here; take it out, and put "
                f"it into `metrics`, or rename the column"
            )
        if name in _COLUMNS:
            yield (
                f"key foreign_metrics: {name} is a column of every table of results; "
                f"rename the column"
            )
        if kind.smallest >= kind.largest:
            yield (
                f"key foreign_metrics.{name}: from {kind.smallest:g} to "
                f"{kind.largest:g} is no range; give the smaller number as `smallest`"
            )


def unknown_metric(name: str) -> str:
    """Say that a name is no metric that can be asked for."""
    if name == "accuracy":
        return "accuracy is always measured; take it out"
    if ours := OURS_OF_SCORERS.get(name):
        return f"{name!r} is called {ours} here; give that"
    return f"{name!r} is no metric; " + meant(
        name, METRICS, f"give some of {', '.join(METRICS)}"
    )


def _faults_of_designs(study):
    """Find designs of no data set, and data sets that cannot be tested together."""
    for name in study["designs"]:
        if name not in study.datasets:
            hint = meant(name, study.datasets, "correct the name")
            yield f"key designs: {name!r} is no data set of {study.sheet}; {hint}"
            return
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
            f"several; give those of all its folds, or one score, the mean, of every "
            f"data set"
        )
    for group, names in study.groups.items():
        if len({study.designs[name] for name in names}) > 1:
            yield (
                f"the data sets of group {group} ({', '.join(names)}) have different "
                f"numbers of runs or folds, and no mean fold by fold; take the group "
                f"out, or give all the same folds"
            )


def _faults_of_control(study):
    """Find a control that is no classifier of the study."""
    names, control = list(study["classifiers"]), study["control"]
    if control is not None and control not in names:
        hint = meant(control, names, f"give one of {', '.join(names)}")
        yield (
            f"key control: is {control!r}, which is no classifier of the study; {hint}"
        )


def _faults_of_subsets(study):
    """Find a range that is empty or goes beyond the last data set, and a taken name."""
    yield from _faults_of_file_names("subsets", study["subsets"])
    reasons = study.cannot_run()
    if reasons.keys() == TESTS.keys():
        yield f"no test can run on one data set where {reasons['correlated_t']}"
    last = max(study.numbers.values())
    for subset, (a, b) in study["subsets"].items():
        if subset.lower() in _TAKEN:
            yield (
                f"subset {subset} has the name of a table of the whole study; rename it"
            )
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
                f"two (a report on one data set takes a sheet of that one alone)"
            )


def _faults_of_published(study):
    """Find published decisions about subsets or pairs that the study has not."""
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


def _faults_of_labels(study):
    """Find text that tables cannot print, and labels that they could not tell apart."""
    texts = {"title": study["title"], "published.source": study["published"]["source"]}
    # Folded text of YAML ends with a line feed.
    texts = {key: text.replace("\n", " ") for key, text in texts.items()}
    texts |= {f"classifiers.{name}.label": x for name, x in study.labels.items()}
    texts |= {f"group of {names[0]}": group for group, names in study.groups.items()}
    yield from unprintable(texts)
    seen = {name: " ".join(label.split()) for name, label in study.labels.items()}
    counted = Counter(seen.values())
    for name, label in study.labels.items():
        if counted[seen[name]] > 1 or not seen[name]:
            what = "so has another one" if seen[name] else "which nobody can see"
            yield (
                f"classifier {name} has the label {label!r}, {what}; give them "
                f"different labels"
            )


def _faults_of_file_names(what, names):
    """Find names whose files some file systems would take for one."""
    counted = Counter(map(folded, names))
    for name in names:
        if counted[folded(name)] > 1:
            yield (
                f"two {what} are called {name} but for upper and lower case, which "
                f"some file systems do not tell apart; rename one"
            )
