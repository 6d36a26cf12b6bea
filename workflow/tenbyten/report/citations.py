"""Methods to cite, with their BibTeX entries."""

import itertools
import re
from collections.abc import Iterable
from functools import cache

import pandas as pd

from tenbyten.engines import find_engine, read_offers
from tenbyten.report import TEMPLATES
from tenbyten.report.captions import is_tested
from tenbyten.report.contents import Contents
from tenbyten.report.formatting import is_order
from tenbyten.tables.our_csv import read_table

# Methods that only the page of details shows; the text for a paper cites them, the page
# with the answer does not.
OF_DETAILS = {"dirichlet_process", "bca", "tost", "profiles", "seeds"}


@cache
def sources() -> pd.DataFrame:
    """Read the sources to cite, in the order of the page.

    Returns
    -------
    DataFrame
        A line for each method, learner and program: purpose, in words; entries, keys of
        references.bib; tables, those of a subset that use the method; of_order, yes if
        the method compares only the order of classifiers on each data set.
    """
    columns = ("method", "purpose", "entries", "tables", "of_order")
    table = read_table(TEMPLATES / "citations.csv", dict.fromkeys(columns, str))
    lists = {name: table[name].str.split() for name in ("entries", "tables")}
    return table.assign(**lists).set_index("method")


def cite(methods: Iterable[str]) -> tuple[list[tuple[str, list[str]]], str]:
    """Look up the sources of methods, learners and programs.

    Parameters
    ----------
    methods : iterable of str
        Names in `sources`.

    Returns
    -------
    citations : list of (str, list of str)
        Purposes and keys of entries, in the order of `sources`.
    bibtex : str
        The text of every entry that they name.
    """
    table = sources()
    cited = table[table.index.isin([*methods])]
    keys = dict.fromkeys(itertools.chain(*cited["entries"]))
    citations = [*zip(cited["purpose"], cited["entries"], strict=True)]
    return citations, "\n".join(entries()[key] for key in keys)


def methods_of(contents: Contents) -> set[str]:
    """Return the names in `sources` of methods, learners and programs of a study."""
    table = sources()
    used = {"tenbyten", "signed_rank"}
    used |= {x for x in ("correlated_t", "poisson") if is_tested(contents.settings, x)}
    if contents.on_one_dataset:
        used = {"tenbyten", "correlated_t"}
        used |= {"holm"} if len(contents.labels) > 2 else set()
    if "snakemake" in contents.provenance.get("packages", {}):
        used.add("snakemake")
    needed = table["tables"].explode()
    for tables in contents.by_subset.values():
        used.update(needed.index[needed.isin([*tables])])
        if "omnibus" in tables:
            used.update(table.index.intersection(tables["omnibus"]["test"]))
        of_model = tables.get("pairwise", pd.DataFrame()).filter(like="hierarchical")
        if of_model.notna().any(axis=None):
            used.add("hierarchical")
    if contents.seeds is not None:
        used.add("seeds")
    if is_order(contents.settings):
        used &= {*table.index[table["of_order"] == "yes"]}
    origins = {str(origin.get("source")) for origin in contents.origins.values()}
    if any(source.startswith("openml") for source in origins):
        used.add("openml")
    used |= {"uci"} & origins
    for entry in contents.settings["classifiers"].values():
        used |= {"discretize"} & set(entry.get("preprocessing", ()))
        for engine, classifier in read_offers("", entry).items():
            used |= find_engine(engine).citations(classifier) & {*table.index}
    return used


@cache
def entries() -> dict[str, str]:
    """Read the BibTeX entries, by key."""
    text = (TEMPLATES / "references.bib").read_text(encoding="utf-8")
    found = re.finditer(r"^@\w+\{(\w+),\n.*?^\}\n", text, flags=re.M | re.S)
    return {entry[1]: entry[0] for entry in found}
