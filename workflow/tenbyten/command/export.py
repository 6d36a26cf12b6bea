"""Export the results of a study, for other programs and for people.

Of the forms, long has a row a result, as accuracies.csv; wide a row a data set and a
column a classifier, the means over all folds with all their digits; latex and xlsx are
the same as a tabular and, by openpyxl, as a workbook. croissant describes the long
table, its columns and checksum, by http://mlcommons.org/croissant, so that others can
load and cite it; add a licence, which the results do not state. `tenbyten compare`
reads all but the last.
"""

import argparse
from pathlib import Path
from typing import Any

from tenbyten.files import atomic_open, sha256_of, write_text
from tenbyten.layout import Layout, layout_of
from tenbyten.report.html import ENVIRONMENT
from tenbyten.results.files import read_values
from tenbyten.results.values import means_of
from tenbyten.tables.our_csv import as_text, write_table

# What the names of files end with, by the form.
_SUFFIXES = dict(long="csv", wide="csv", latex="tex", xlsx="xlsx", croissant="json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("study", help="the name of a study, or a folder of results")
    parser.add_argument("--to", required=True, choices=_SUFFIXES, help="the form")
    parser.add_argument("--metric", help="averaged (default: accuracy, or the first)")
    output: Any = {"type": Path, "metavar": "FILE"}
    parser.add_argument("-o", "--output", **output, help="default: STUDY-FORM.*, here")


def run(given: argparse.Namespace) -> None:
    """Write the file, and say which."""
    folder, name = Path(given.study), Path(given.study).name.removesuffix(".yaml")
    paths = Layout(folder) if folder.is_dir() else layout_of(name)
    files = [paths.accuracies] if given.metric in (None, "accuracy") else []
    files += [paths.metrics] if given.metric != "accuracy" else []
    source = next(filter(Path.is_file, map(Path, files)), None)
    if source is None:
        raise FileNotFoundError(
            f"no results {' or '.join(files)}; run the study, or give their folder"
        )
    name = Path(paths.folder).resolve().name
    file = given.output or Path(f"{name}-{given.to}.{_SUFFIXES[given.to]}")
    if file.exists():
        raise ValueError(f"{file} is there; move it away, or name another by -o")
    table = read_values(source)
    metric = given.metric or ("accuracy" if "accuracy" in table else table.columns[4])
    if given.to == "long":
        write_table(table, file)
    elif given.to == "croissant":
        template = ENVIRONMENT.get_template("croissant.json.j2")
        facts = {"name": name, "file": source.name, "sha256": sha256_of(source)}
        write_text(template.render(facts, table=table), file)
        print(f"It describes {source}, which belongs beside it; add a licence.")
    else:
        means = means_of(table, metric).reset_index(names="dataset")
        if given.to == "wide":
            write_table(means, file)
        elif given.to == "latex":
            write_text(means.to_latex(index=False, escape=True, float_format=str), file)
        else:
            means = means.rename(columns=as_text).map(as_text)
            with atomic_open(file, "wb") as book:
                means.to_excel(book, index=False, engine="openpyxl")
    print(f"Written: {file}")
