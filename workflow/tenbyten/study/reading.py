"""Read the machine's configuration, a study file and its data-set sheet."""

import csv
import difflib
import re
from pathlib import Path

from tenbyten.metrics import METRICS
from tenbyten.study.schema import check_against_schema, read_yaml
from tenbyten.study.study import Study


def read_machine(config, schemas):
    """Check the machine's configuration and fill in its defaults.

    Parameters
    ----------
    config : dict
        What config/config.yaml and the command line gave.
    schemas : path
        The folder of JSON Schemas.

    Returns
    -------
    dict

    Raises
    ------
    ValueError
        Naming an unknown key, or one whose value is out of its range.
    FileNotFoundError
        If `arff_folder` or `accuracies` names nothing that exists.
    """
    schema = read_yaml(Path(schemas) / "config.schema.yaml")
    machine = check_against_schema(
        dict(config), schema, where="config/config.yaml or --config"
    )
    if machine["arff_folder"] and not Path(machine["arff_folder"]).is_dir():
        raise FileNotFoundError(
            f"arff_folder: no folder {machine['arff_folder']}; correct the path"
        )
    if machine["accuracies"] and not Path(machine["accuracies"]).is_file():
        raise FileNotFoundError(
            f"accuracies: no file {machine['accuracies']}; correct the path"
        )
    return machine


def read_study(study, root):
    """Read and check a study file and its data-set sheet.

    Parameters
    ----------
    study : str
        Name of a study in the project's config/, or path of a study file.
    root : path
        The project's top folder.

    Returns
    -------
    Study

    Raises
    ------
    FileNotFoundError
        If the study file or its sheet does not exist.
    ValueError
        If a key or cell is unknown, missing, given twice or out of its range,
        or if the keys contradict each other.
    """
    root = Path(root)
    path = Path(study)
    if path.suffix not in (".yaml", ".yml"):
        path = root / "config" / f"{study}.yaml"
    if not path.is_file():
        known = sorted(file.stem for file in (root / "config").glob("*.yaml"))
        known.remove("config")
        raise FileNotFoundError(
            f"no study file at {path}; set `study` to one of {', '.join(known)} or to "
            f"the path of a .yaml file"
        )
    schemas = root / "workflow" / "schemas"
    values = read_yaml(path)
    settings = check_against_schema(
        values, read_yaml(schemas / "study.schema.yaml"), where=path
    )
    sheet = path.parent / settings["datasets"]
    datasets = read_sheet(sheet, read_yaml(schemas / "dataset.schema.yaml"))
    study = Study(path.stem, path, settings, datasets, sheet)
    _check_name(study)
    check_study(study)
    return study


def check_study(study):
    """Refuse keys that contradict each other.

    Raises
    ------
    ValueError
        Naming the study's path, the key, its value and what to do.
    """
    _check_metric(study)
    _check_control(study)
    _check_subsets(study)
    _check_published(study)
    _check_labels(study)


def read_sheet(path, schema):
    """Read a data-set sheet: a dict of its rows by data-set name.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If a column is unknown, a cell is out of its range, a name stands twice,
        or the numbers are not 1, 2, 3 and so on.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"no data-set sheet at {path}; set `datasets`")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows:
        raise ValueError(f"{path}: no row below the header")
    datasets = {}
    for number, row in enumerate(rows, start=1):
        where = f"{path}, row {number} ({row.get('name')})"
        if None in row or None in row.values():
            raise ValueError(
                f"{where}: the row has more or fewer cells than the header; "
                f"separate cells by one tab each"
            )
        values = _typed(row, schema)
        values = check_against_schema(values, schema, where=where)
        if values["number"] != number:
            raise ValueError(
                f"{where}: number is {values['number']}, expected {number}; "
                f"number the rows 1, 2, 3 and so on"
            )
        if values["name"].lower() in (name.lower() for name in datasets):
            raise ValueError(f"{where}: the name stands twice; rename one of the two")
        datasets[values["name"]] = values
    return datasets


def _typed(row, schema):
    """The filled cells of a row, those of integer columns as int where they are."""
    values = {key: cell for key, cell in row.items() if cell != ""}
    for key, cell in values.items():
        if schema["properties"].get(key, {}).get("type") == "integer":
            values[key] = int(cell) if cell.isascii() and cell.isdigit() else cell
    return values


def _check_name(study):
    """Refuse a file name that cannot name a folder of results."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}", study.name):
        raise ValueError(
            f"{study.path}: results go to a folder named {study.name!r}; rename the "
            f"file to letters, digits, dots, plus and minus signs and underscores"
        )


def _check_metric(study):
    """Refuse to compare what is not measured, and a rope as wide as the metric."""
    metric = study["metric"]
    if metric not in ("accuracy", *study["metrics"]):
        measured = ", ".join(study["metrics"]) or "none"
        raise ValueError(
            f"{study.path}: key metric: is {metric!r}, which is not measured; add it "
            f"to `metrics` (now {measured}), or compare accuracy"
        )
    half = METRICS[metric].largest / 2
    if study["rope"] >= half:
        raise ValueError(
            f"{study.path}: key rope: is {study['rope']}; give a half-width below "
            f"{half:g} in the unit of {metric}, as a fraction of accuracy: 0.01 is "
            f"one percentage point"
        )


def _check_control(study):
    """Refuse a control that is no classifier of the study."""
    names = list(study["classifiers"])
    control = study.settings.get("control")
    if control is not None and control not in names:
        near = difflib.get_close_matches(control, names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"give one of {', '.join(names)}"
        raise ValueError(
            f"{study.path}: key control: is {control!r}, which is no classifier of "
            f"the study; {hint}"
        )


def _check_subsets(study):
    """Refuse a range that is empty or goes beyond the last data set."""
    last = len(study.datasets)
    for subset, (a, b) in study.settings.get("subsets", {"all": (1, last)}).items():
        if b > last:
            raise ValueError(
                f"{study.path}: subset {subset} goes to data set {b}, the sheet "
                f"{study.sheet} has {last}; end the subset at {last}"
            )
        if a > b:
            raise ValueError(
                f"{study.path}: subset {subset} goes from {a} to {b}; "
                f"give the smaller number first"
            )
        if a == b:
            raise ValueError(
                f"{study.path}: subset {subset} is data set {a} alone; a test over "
                f"data sets needs at least two"
            )


def _check_published(study):
    """Refuse published decisions about subsets or pairs that the study has not."""
    for subset, rows in study.published["decisions"].items():
        if subset not in study.subsets:
            raise ValueError(
                f"{study.path}: published decisions for {subset}, which is no subset; "
                f"the subsets are {', '.join(study.subsets)}"
            )
        for row, columns in rows.items():
            for column in columns:
                if (row, column) not in study.pairs:
                    raise ValueError(
                        f"{study.path}: a published decision for row {row}, column "
                        f"{column}, which is no pair of its classifiers "
                        f"({', '.join(study['classifiers'])}); correct the names"
                    )


def _check_labels(study):
    """Refuse two classifiers that tables could not tell apart."""
    labels = list(study.labels.values())
    for name, label in study.labels.items():
        if labels.count(label) > 1:
            raise ValueError(
                f"{study.path}: classifier {name} has the label {label!r}, so has "
                f"another one; give them different labels"
            )
    names = [name.lower() for name in study["classifiers"]]
    for name in study["classifiers"]:
        if names.count(name.lower()) > 1:
            raise ValueError(
                f"{study.path}: two classifiers are called {name} but for upper and "
                f"lower case, which some file systems do not tell apart; rename one"
            )
