"""Read the machine's configuration, a study file and its data-set sheet."""

import csv
import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tenbyten.files import PathLike
from tenbyten.metrics import METRICS
from tenbyten.study.schema import check_against_schema, read_schema, read_yaml
from tenbyten.study.study import Study

# Tables of the whole study, beside which those of a subset stand.
_TAKEN = {"published", "sensitivity", "parity", "correlated_t.csv"}

# Control characters, halves of pairs, ends of lines and paragraphs; what turns the
# direction of the text behind it.
_UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def read_machine(config: Mapping[str, Any]) -> dict[str, Any]:
    """Check the machine's configuration and fill in its defaults.

    Parameters
    ----------
    config : dict
        Keys of config/config.yaml and of the command line.

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
    where = "config/config.yaml or --config"
    machine = check_against_schema(dict(config), read_schema("config"), where=where)
    if machine["arff_folder"] and not Path(machine["arff_folder"]).is_dir():
        raise FileNotFoundError(
            f"arff_folder: no folder {machine['arff_folder']}; correct the path"
        )
    if machine["accuracies"] and not Path(machine["accuracies"]).is_file():
        raise FileNotFoundError(
            f"accuracies: no file {machine['accuracies']}; correct the path"
        )
    return machine


def read_study(study: PathLike, root: PathLike) -> Study:
    """Read and check a study file and its data-set sheet.

    Parameters
    ----------
    study : str or path
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
    settings = check_against_schema(read_yaml(path), read_schema("study"), where=path)
    sheet = path.parent / settings["datasets"]
    datasets = read_sheet(sheet)
    _check_name(path)
    return make_study(path, settings, datasets, sheet)


def make_study(
    path: Path,
    settings: Mapping[str, Any],
    datasets: dict[str, dict[str, Any]],
    sheet: Path,
) -> Study:
    """Make a study of values that its schema has checked.

    Arguments are those of `Study`, its name being the stem of `path`. Defaults that
    depend on the study itself are filled in. Keys that contradict each other raise a
    ValueError, which names the study's path, the key, its value and the remedy.
    """
    defaults = {
        "control": None,
        "published": {"source": "", "decisions": {}},
        "subsets": {"all": [1, len(datasets)]},
    }
    classifiers = {
        name: {"label": name} | entry for name, entry in settings["classifiers"].items()
    }
    settings = {**defaults, **settings, "classifiers": classifiers}
    study = Study(path.stem, path, settings, datasets, sheet)
    _check_metric(study)
    _check_control(study)
    _check_subsets(study)
    _check_published(study)
    _check_labels(study)
    return study


def read_sheet(path: PathLike) -> dict[str, dict[str, Any]]:
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
    header, *lines = _cells_of(path) or [[]]
    if doubled := [column for column, n in Counter(header).items() if n > 1]:
        raise ValueError(f"{path}: two columns {doubled[0]!r}; remove one")
    if not lines:
        raise ValueError(f"{path}: no row below the header")
    schema = read_schema("dataset")
    datasets: dict[str, dict[str, Any]] = {}
    seen = set()
    for position, cells in enumerate(lines, start=1):
        row = dict(zip(header, cells, strict=False))
        name = "".join(filter(str.isprintable, row.get("name", "")[:64]))
        where = f"{path}, row {position} ({name})"
        if len(cells) != len(header):
            raise ValueError(
                f"{where}: the row has more or fewer cells than the header; "
                f"separate cells by one tab each"
            )
        values = _typed(row, schema)
        values = check_against_schema(values, schema, where=where)
        if values["number"] != position:
            raise ValueError(
                f"{where}: number is {values['number']}, expected {position}; "
                f"number the rows 1, 2, 3 and so on"
            )
        if values["name"].lower() in seen:
            raise ValueError(f"{where}: the name stands twice; rename one of the two")
        seen.add(values["name"].lower())
        datasets[values["name"]] = values
    return datasets


def _cells_of(path):
    """Read the cells of every line that has any."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    except (csv.Error, UnicodeDecodeError) as error:
        raise ValueError(
            f"{path}: not a table of cells between tabs in UTF-8: {error}; save it as "
            f"one"
        ) from error
    return [row for row in rows if row]


def _typed(row, schema):
    """Return the filled cells of a row, integers of integer columns as int."""
    values = {key: cell for key, cell in row.items() if cell != ""}
    for key, cell in values.items():
        if schema["properties"].get(key, {}).get("type") == "integer":
            whole = re.fullmatch("[0-9]{1,18}", cell)
            values[key] = int(cell) if whole else cell
    return values


def _check_name(path):
    """Refuse a file name that cannot name a folder of results."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}", path.stem):
        raise ValueError(
            f"{path}: results go to a folder named {path.stem!r}; rename the "
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
    control = study["control"]
    if control is not None and control not in names:
        near = difflib.get_close_matches(control, names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"give one of {', '.join(names)}"
        raise ValueError(
            f"{study.path}: key control: is {control!r}, which is no classifier of "
            f"the study; {hint}"
        )


def _check_subsets(study):
    """Refuse a range that is empty or goes beyond the last data set, and a taken name.

    Tables of a subset stand beside tables of the whole study.
    """
    _refuse_same_files(study, "subsets", study["subsets"])
    for subset in study["subsets"]:
        if subset.lower() in _TAKEN:
            raise ValueError(
                f"{study.path}: subset {subset} has the name of a table of the whole "
                f"study; rename it"
            )
    last = len(study.datasets)
    for subset, (a, b) in study["subsets"].items():
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
    pairs = set(study.pairs)
    for subset, rows in study["published"]["decisions"].items():
        if subset not in study["subsets"]:
            raise ValueError(
                f"{study.path}: published decisions for {subset}, which is no subset; "
                f"the subsets are {', '.join(study['subsets'])}"
            )
        for row, columns in rows.items():
            for column in columns:
                if (row, column) not in pairs:
                    raise ValueError(
                        f"{study.path}: a published decision for row {row}, column "
                        f"{column}, which is no pair of its classifiers "
                        f"({', '.join(study['classifiers'])}); correct the names"
                    )


def _check_labels(study):
    """Refuse what tables cannot print, and classifiers they could not tell apart."""
    texts = {"title": study["title"], "published.source": study["published"]["source"]}
    # Folded text of YAML ends with a line feed.
    texts = {key: text.replace("\n", " ") for key, text in texts.items()}
    named = {f"classifiers.{name}.label": name for name in study["classifiers"]}
    texts |= {key: study.labels[name] for key, name in named.items()}
    for key, text in texts.items():
        if wrong := next(filter(_is_unprintable, text), None):
            raise ValueError(
                f"{study.path}: key {key}: the character {wrong!a}, which cannot be "
                f"printed, is in {text[:80]!a}; take it out"
            )
    seen = {key: " ".join(texts[key].split()) for key in named}
    counted = Counter(seen.values())
    for key, name in named.items():
        if counted[seen[key]] > 1 or not seen[key]:
            what = "so has another one" if seen[key] else "which nobody can see"
            raise ValueError(
                f"{study.path}: classifier {name} has the label {texts[key]!r}, "
                f"{what}; give them different labels"
            )
    _refuse_same_files(study, "classifiers", study["classifiers"])


def _is_unprintable(letter):
    """Return whether a character moves, hides or breaks its neighbours in print."""
    return (
        unicodedata.category(letter) in _UNPRINTABLE
        or unicodedata.bidirectional(letter) in _TURNING
        or letter in "\ufffe\uffff"
    )


def _refuse_same_files(study, what, names):
    """Refuse names whose files some file systems would take for one."""
    counted = Counter(name.lower() for name in names)
    for name in names:
        if counted[name.lower()] > 1:
            raise ValueError(
                f"{study.path}: two {what} are called {name} but for upper and "
                f"lower case, which some file systems do not tell apart; rename one"
            )
