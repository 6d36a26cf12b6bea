"""Read the machine's configuration, and studies: a file with its sheet, or a table."""

from __future__ import annotations

import csv
import difflib
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from tenbyten.files import PathLike, from_here
from tenbyten.metrics import usual_scale
from tenbyten.study.contradictions import contradictions
from tenbyten.study.names import fold_case, name_fault
from tenbyten.study.schema import check_against_schema, read_schema, read_yaml
from tenbyten.study.study import Sheet, Study, numbers_of
from tenbyten.words import Design, suggest, usual_design

if TYPE_CHECKING:
    import pandas as pd

# Where Snakemake finds a Snakefile by itself.
_SNAKEFILES = ("Snakefile", "snakefile", "workflow/Snakefile", "workflow/snakefile")


def read_machine(config: Mapping[str, Any]) -> dict[str, Any]:
    """Check the machine's configuration and fill in its defaults.

    Parameters
    ----------
    config : mapping
        Keys of config/config.yaml and of the command line.

    Returns
    -------
    dict
        With all defaults; `weka_classpath` is a list.

    Raises
    ------
    ValueError
        If a key is unknown or belongs to a study file, or a value is out of its range.
    FileNotFoundError
        If `arff_folder` or `accuracies` does not exist.
    """
    where = "config/config.yaml or --config"
    schema = read_schema("config")
    of_studies = read_schema("study")["properties"].keys() - schema["properties"].keys()
    if misplaced := sorted(of_studies & config.keys()):
        raise ValueError(
            f"{where}: {misplaced[0]} is a key of a study file; write it there"
        )
    # Snakemake's command line parses only True and False; other values are text.
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


def command_of(machine: Mapping[str, Any]) -> str:
    """Return the command that makes a study's results in the working directory.

    It calls Snakemake if that finds a Snakefile here. Servers are included if they are
    not the default.
    """
    has_snakefile = any(Path(place).is_file() for place in _SNAKEFILES)
    keys = [*["study"] * has_snakefile, "engine", "arff_folder", "accuracies"]
    given = {x: machine[x] for x in keys if machine[x]}
    known = read_schema("config")["properties"]
    servers = ("openml_server", "uci_server")
    given |= {x: machine[x] for x in servers if machine[x] != known[x]["default"]}
    if machine["weka_classpath"]:
        given["weka_classpath"] = os.pathsep.join(machine["weka_classpath"])
    words = " ".join(f"{key}={quote(value)}" for key, value in given.items())
    if has_snakefile:
        return f"snakemake --cores all --config {words}"
    return f"tenbyten run {quote(machine['study'])} --config {words}"


def read_study(study: PathLike, root: PathLike) -> Study:
    """Read and check a study file and its data-set sheet.

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
    if fault := name_fault(path.stem):
        raise ValueError(
            f"{path}: results go to a folder of the file's name, and {path.stem!r} "
            f"{fault}; rename the file"
        )
    values = read_yaml(path)
    if isinstance(values, dict) and "planning" in values:
        raise ValueError(
            f"{path}: key planning: a study compares; to plan one, run `tenbyten plan "
            f"accuracies.csv --row A --column B --difference 0.01 --power 0.8`, whose "
            f"options are the settings of planning"
        )
    rho = values.get("rho") if isinstance(values, dict) else None
    rho_file = path.parent / rho if isinstance(rho, str) else None
    if rho_file and not rho_file.is_file():
        rho_file = None
    if rho_file:
        # It imports pandas, which Snakemake's own process does not need.
        from tenbyten.results.sizes import read_rho

        values["rho"] = read_rho(rho_file)
    given = values
    values = check_against_schema(values, read_schema("study"), where=path)
    values |= settle_splitter(values, given, where=path)
    sheet = path.parent / values["datasets"]
    if not sheet.is_file():
        raise FileNotFoundError(
            f"{path}: key datasets: no data-set sheet at {sheet}; correct the path, "
            f"which starts at the study file"
        )
    made = make_study(path, values, read_sheet(sheet), sheet)
    return replace(made, rho_file=rho_file)


# Runs and folds that a splitter settles.
_SETTLED = {"holdout": {"folds": 1}, "predefined": {"runs": 1, "folds": 1}}
_SETTLED |= {"leave_one_group_out": {"runs": 1}, "time": {"runs": 1}}


def settle_splitter(
    values: Mapping[str, Any], given: Mapping[str, Any], *, where: PathLike
) -> dict[str, Any]:
    """Return the keys of a study that its splitter settles.

    Parameters
    ----------
    values : mapping
        Values that were checked by the schema.
    given : mapping
        The same before defaults were filled in.
    where : path
        Begins errors.

    Returns
    -------
    dict
        ``splitter``, its name; ``split_options`` with all defaults if it has options;
        `runs`, `folds` and `rho` if the splitter settles them. The rho of holdout is
        its test size, n2 / (n1 + n2) in Nadeau and Bengio (2003), section 4, statistic
        6.

    Raises
    ------
    ValueError
        If several splitters are named, or `given` contradicts the splitter.
    """
    named = values["splitter"]
    named = {named: {}} if isinstance(named, str) else named
    if len(named) > 1:
        raise ValueError(f"{where}: key splitter: is {', '.join(named)}; give one")
    ((name, options),) = named.items()
    schema = read_schema("study")["properties"]["splitter"]["oneOf"][1]["properties"]
    options = check_against_schema(options, schema.get(name, {}), where=where)
    settled: dict[str, Any] = {**_SETTLED.get(name, {})}
    if "repeats" in options:
        settled["runs"] = options.pop("repeats")
    for key, value in settled.items():
        if given.get(key, value) != value:
            raise ValueError(
                f"{where}: key {key}: is {given[key]}, but splitter {name} has "
                f"{value}; leave {key} out, or choose another splitter"
            )
    if name == "holdout" and values.get("rho", "1/folds") == "1/folds":
        settled["rho"] = options["test_size"]
    if options:
        settled["split_options"] = options
    return settled | {"splitter": name}


def _no_study(study: PathLike, folders: Iterable[Path]) -> str:
    """Say that a study file does not exist, and suggest one."""
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


def make_study(
    path: Path, settings: Mapping[str, Any], datasets: Sheet, sheet: Path
) -> Study:
    """Make a study from values that were checked by the schema.

    Defaults that depend on the study are filled in.

    Parameters
    ----------
    path, settings, datasets, sheet
        Attributes of `Study`, whose name is the stem of `path`.

    Returns
    -------
    Study

    Raises
    ------
    ValueError
        If keys contradict each other; it names path, key, value and remedy.
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
    if isinstance(settings["published"], str):
        from tenbyten.comparisons.agreement import read_published

        file = path.parent / settings["published"]
        names = {name: entry["label"] for name, entry in classifiers.items()}
        subsets = settings["subsets"]
        settings["published"] = read_published(file, labels=names, subsets=subsets)
    ropes = _ropes(path, compared_metrics(settings), settings["rope"])
    brought = dict.fromkeys([*settings["metrics"], *settings["foreign_metrics"]])
    settings["metrics"] = list(brought)
    if early := settings.pop("early_stopping", False):
        settings["early_stopping"] = _with_looks({} if early is True else early)
    if isinstance(rho := settings["rho"], dict):
        of_all = {rho.get(name) for name in datasets}
        settings["rho"] = of_all.pop() if len(of_all) == 1 else rho
    groups: dict[str, list[str]] = {}
    rows = {name: dict(row) for name, row in datasets.items()}
    for name, row in rows.items():
        # Jobs that prepare data get the rows, but do not depend on groups.
        if group := row.pop("group", ""):
            groups.setdefault(group, []).append(name)
    studies: dict[str, Study] = {}
    for metric, rope in ropes.items():
        own = settings | {"metric": metric, "rope": rope}
        if own["scale"] == "auto":
            own["scale"] = usual_scale(metric, own["foreign_metrics"])
        if rope == "auto":
            own["rope"] = {"ratio": 1.1, "order": 0}.get(own["scale"], 0.01)
        if early:
            by_rope = rope not in ("auto", 0)
            own["early_stopping"] = settings["early_stopping"] | {"by_rope": by_rope}
        if studies:
            # Published decisions are those of the first metric.
            own["published"] = defaults["published"]
        studies[metric] = Study(path.stem, path, own, rows, sheet, groups)
    first, *others = studies.values()
    study = replace(first, further={x["metric"]: x for x in others})
    for fault in (fault for x in (study, *others) for fault in contradictions(x)):
        raise ValueError(f"{path}: {fault}")
    return study


def _with_looks(given: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in the defaults of the key `early_stopping`."""
    options = read_schema("study")["properties"]["early_stopping"]["oneOf"]
    return check_against_schema(given, options[1], where="early_stopping")


def _ropes(path: Path, metrics: Iterable[str], rope: Any) -> dict[str, Any]:
    """Return the rope of every metric, a number or ``auto``."""
    if not isinstance(rope, dict):
        return dict.fromkeys(metrics, rope)
    ropes: dict[str, Any] = dict.fromkeys(metrics, "auto")
    if unknown := [name for name in rope if name not in ropes]:
        raise ValueError(
            f"{path}: key rope: {unknown[0]!r} is not compared; "
            + suggest(unknown[0], ropes, f"give some of {', '.join(ropes)}")
        )
    return ropes | rope


# Data-set sheets

# Bytes and rows of a sheet, and letters of a cell, at most.
_MOST_BYTES, _MOST_ROWS, _MOST_LETTERS = 20_000_000, 10_000, 10_000
# Ends errors about the layout of a sheet.
_TABS = "put exactly one tab between cells, no spaces or commas"


def read_sheet(path: PathLike) -> Sheet:
    """Read a data-set sheet, in which lines that begin with ``#`` are comments.

    Parameters
    ----------
    path : path

    Returns
    -------
    dict of str to dict
        The rows by data-set name, in order; empty cells are left out.

    Raises
    ------
    FileNotFoundError
        If the file does not exist.
    ValueError
        If a column is unknown, a cell out of its range or a name repeated, or if
        numbers do not ascend.
    """
    path = Path(path)
    header, *lines = _cells_of(path) or [[]]
    schema = read_schema("dataset")
    for fault in _faults_of_header(header, list(schema["properties"])):
        raise ValueError(f"{path}: {fault}")
    if not lines:
        raise ValueError(f"{path}: no row below the header; add one for each data set")
    if len(lines) > _MOST_ROWS:
        raise ValueError(f"{path}: {len(lines):,} rows; give {_MOST_ROWS:,} at most")
    known = schema["properties"].items()
    integers = {key for key, x in known if x.get("type") == "integer"}
    datasets: Sheet = {}
    seen, last = set(), None
    for position, cells in enumerate(lines, start=1):
        row = dict(zip(header, cells, strict=False))
        name = "".join(filter(str.isprintable, row.get("name", "")[:64]))
        where = f"{path}, row {position} ({name})"
        if len(cells) != len(header):
            raise ValueError(
                f"{where}: the header has {len(header)} cells, the row {len(cells)}; "
                f"{_TABS}, and for an empty one, also at the end, its tab"
            )
        filled = {
            key: int(x) if key in integers and re.fullmatch("[0-9]{1,18}", x) else x
            for key, x in row.items()
            if x
        }
        values = check_against_schema(filled, schema, where=where)
        number = values.get("number")
        if datasets and (number is None) != (last is None):
            raise ValueError(
                f"{where}: {'no' if number is None else 'a'} number, unlike the row "
                f"above; number every row, or leave the column out"
            )
        if datasets and number is not None and number <= last:
            raise ValueError(
                f"{where}: number is {number}, but the row above has {last}; number "
                f"the rows in ascending order, or leave the column out"
            )
        last = number
        if fold_case(values["name"]) in seen:
            raise ValueError(f"{where}: the name appears twice; rename one of the two")
        seen.add(fold_case(values["name"]))
        datasets[values["name"]] = values
    return datasets


def _faults_of_header(header, known):
    """Yield the faults of the names of the columns, each in words."""
    if "name" not in header:
        shown = ", ".join(header)[:200]
        yield f"no column `name` in the header ({shown}); add it, and {_TABS}"
    for column in header:
        if column not in known:
            hint = suggest(column, known, f"{_TABS}; known are {', '.join(known)}")
            yield f"unknown column {column[:80]!r}; {hint}"
    if doubled := [column for column, n in Counter(header).items() if n > 1]:
        yield f"two columns {doubled[0]!r}; remove one"


def _cells_of(path):
    """Read the cells of all lines except empty ones and comments."""
    if path.stat().st_size > _MOST_BYTES:
        raise ValueError(f"{path}: has more than {_MOST_BYTES:,} bytes; is it a sheet?")
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            lines = [x for x in file if x.strip("\r\n") and x[0] != "#"]
        # Some programs quote all cells.
        is_quoted = bool(lines) and lines[0].startswith('"')
        quoting = csv.QUOTE_MINIMAL if is_quoted else csv.QUOTE_NONE
        rows = list(csv.reader(lines, delimiter="\t", quoting=quoting))
    except (csv.Error, UnicodeDecodeError) as error:
        raise ValueError(
            f"{path}: not cells between tabs in UTF-8: {error}; save it as such"
        ) from error
    if long := next((x for row in rows for x in row if len(x) > _MOST_LETTERS), ""):
        raise ValueError(
            f"{path}: the cell {long[:40]!r}... has {len(long):,} characters; give "
            f"{_MOST_LETTERS:,} at most"
        )
    return rows


# Tables in memory

# Keys that a table of accuracies settles.
_OF_TABLE = (
    *("datasets", "classifiers", "runs", "folds", "designs", "splitter"),
    *("missing_class", "predictions", "early_stopping"),
)


def foreign_metric_names(settings: Mapping[str, Any]) -> list[str]:
    """List the names in `foreign_metrics` of settings that are not checked yet."""
    foreign = settings.get("foreign_metrics")
    return [str(name) for name in foreign] if isinstance(foreign, Mapping) else []


def compared_metrics(settings: Mapping[str, Any]) -> list[str]:
    """List the names in `metric` of settings that may not be checked yet."""
    metric = settings.get("metric")
    listed = metric if isinstance(metric, list) else [metric]
    return [x for x in listed if isinstance(x, str)] or ["accuracy"]


def make_study_of_table(
    table: pd.DataFrame, settings: Mapping[str, Any], designs: Mapping[str, Design]
) -> Study:
    """Make the study of a table of accuracies.

    Parameters
    ----------
    table : DataFrame
        From `rename_for_files`; data sets and classifiers keep the order in which they
        first appear.
    settings : mapping
        Those of `tenbyten.compare`.
    designs : dict of str to (int, int)
        Runs and folds of each data set.

    Returns
    -------
    Study

    Raises
    ------
    ValueError
        If a setting is unknown, out of its range or settled by the table, or if the
        table has one classifier.
    """
    settings = dict(settings)
    labels, groups = settings.pop("labels", {}), settings.pop("groups", {})
    if settled := [key for key in _OF_TABLE if key in settings]:
        raise ValueError(
            f"compare: {settled[0]} is what the table says; leave the setting out"
        )
    names = list(table["classifier"].unique())
    if len(names) < 2:
        raise ValueError(
            f"compare: {', '.join(map(repr, names))} is the only classifier of the "
            f"table; give a table of two or more"
        )
    if unknown := [name for name in labels if name not in names]:
        raise ValueError(
            f"compare: a label for {unknown[0]!r}, which is no classifier of the "
            f"table ({', '.join(names)})"
        )
    usual = usual_design(designs)
    own = {name: design for name, design in designs.items() if design != usual}
    settings |= {
        "datasets": "datasets.tsv",
        "classifiers": {name: {"label": labels.get(name, name)} for name in names},
        "runs": usual[0],
        "folds": usual[1],
        "designs": {x: {"runs": m, "folds": k} for x, (m, k) in own.items()},
    }
    measured = settings.get("metrics", [])
    added = (x for x in compared_metrics(settings) if x != "accuracy" and x in table)
    if new := [metric for metric in added if metric not in measured]:
        settings["metrics"] = [*measured, *new]
    settings = check_against_schema(settings, read_schema("study"), where="compare")
    datasets: Sheet = {name: {} for name in table["dataset"].unique()}
    for group, members in groups.items():
        for name in map(str, members):
            if datasets.get(name, {"group": ""}).keys() >= {"group"}:
                raise ValueError(
                    f"compare: groups: {name!r} of {group} is no data set of the "
                    f"table, or is in two groups; correct the name"
                )
            datasets[name]["group"] = group
    return make_study(Path("compare"), settings, datasets, Path("the table"))
