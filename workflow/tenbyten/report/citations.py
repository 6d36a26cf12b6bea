"""Methods to cite, with their BibTeX entries."""

import re
from collections.abc import Iterable
from functools import cache

import pandas as pd

from tenbyten.engines import find_engine, read_offers
from tenbyten.report import TEMPLATES
from tenbyten.report.captions import is_tested
from tenbyten.report.contents import Contents
from tenbyten.report.formatting import is_order

# By method: its purpose in words, and the keys of its entries in references.bib.
SOURCES = {
    "tenbyten": ("tenbyten", ["Tenbyten2026"]),
    "correlated_t": ("correlated t-test", ["Nadeau2003", "Corani2015"]),
    "poisson": ("Poisson test", ["Corani2015"]),
    "signed_rank": ("signed-rank test", ["Wilcoxon1945", "Demsar2006"]),
    "sign": ("sign test and t-test over data sets", ["Demsar2006"]),
    "bayesian_sign": ("Bayesian sign test", ["Benavoli2014", "Benavoli2017"]),
    "bayesian_signed_rank": (
        "Bayesian signed-rank test",
        ["Benavoli2014", "Benavoli2017"],
    ),
    "dirichlet_process": (
        "shares of new data sets",
        ["Ferguson1973", "Benavoli2014"],
    ),
    "bca": ("BCa bootstrap intervals of means", ["Efron1987"]),
    "tost": ("two one-sided tests of equivalence", ["Schuirmann1987"]),
    "hierarchical": ("Bayesian hierarchical test", ["Corani2017"]),
    "friedman": ("Friedman test", ["Friedman1937", "Demsar2006"]),
    "iman_davenport": ("Iman and Davenport's test", ["Iman1980"]),
    "nemenyi": ("Nemenyi test, critical difference", ["Nemenyi1963", "Demsar2006"]),
    "mean_ranks": ("what post-hoc tests of mean ranks depend on", ["Benavoli2016"]),
    "matrix": ("multiple comparison matrix", ["IsmailFawaz2023"]),
    "profiles": ("performance profiles", ["Dolan2002"]),
    "bonferroni": ("Bonferroni's adjustment", ["Dunn1961"]),
    "holm": ("Holm's adjustment", ["Holm1979"]),
    "shaffer": ("Shaffer's static adjustment", ["Shaffer1986"]),
    "hodges_lehmann": ("Hodges-Lehmann pseudomedian", ["Hodges1963"]),
    "rank_biserial": ("rank-biserial correlation", ["Cureton1956", "Kerby2014"]),
    "hochberg": ("Hochberg's adjustment", ["Hochberg1988"]),
    "hommel": ("Hommel's adjustment", ["Hommel1988"]),
    "tukey": ("Tukey test", ["Tukey1949"]),
    "dunnett": ("Dunnett test", ["Dunnett1955"]),
    "replicability": ("replicability", ["Bouckaert2004", "Demsar2006"]),
    "WEKA": ("WEKA", ["Hall2009"]),
    "openml": ("OpenML", ["Vanschoren2013"]),
    "uci": ("UCI's machine learning repository", ["Kelly2023"]),
    "scikit-learn": ("scikit-learn", ["Pedregosa2011"]),
    "snakemake": ("Snakemake", ["Molder2021"]),
    "NaiveBayes": ("naive Bayes", ["John1995"]),
    "AODE": ("AODE", ["Webb2005"]),
    "HNB": ("hidden naive Bayes", ["Zhang2005"]),
    "J48": ("C4.5 (J48)", ["Quinlan1993"]),
    "J48graft": ("grafted C4.5 (J48graft)", ["Webb1999", "Quinlan1993"]),
    "discretize": ("discretisation by MDL", ["Fayyad1993"]),
}

# Methods to cite for each table of a subset.
_BY_TABLE = {
    "pairwise": ["sign", "bayesian_sign", "bayesian_signed_rank"],
    "adjusted": ["matrix", "holm", "shaffer", "hodges_lehmann", "rank_biserial"],
    "new_datasets": ["dirichlet_process", "bca", "tost", "holm"],
    "profiles": ["profiles"],
    "post_hoc": [
        "nemenyi",
        "mean_ranks",
        "bonferroni",
        "holm",
        "hochberg",
        "hommel",
        "tukey",
    ],
    "control": ["mean_ranks", "bonferroni", "holm", "hochberg", "hommel", "dunnett"],
    "replicability": ["replicability"],
}
# Of these, what compares the order of classifiers on each data set.
_BY_ORDER = {"tenbyten", "snakemake", "sign", "holm", "shaffer", "friedman"}
_BY_ORDER |= {"iman_davenport", "nemenyi", "mean_ranks", "bonferroni", "hochberg"}
_BY_ORDER |= {"hommel"}
# What the page of details alone shows: cited in the text for a paper, not on the page
# with the answer.
OF_DETAILS = {"dirichlet_process", "bca", "tost", "profiles"}


def cite(methods: Iterable[str]) -> tuple[list[tuple[str, list[str]]], str]:
    """Look up what to cite for methods, learners and programs: keys of `SOURCES`.

    Returns purpose and keys of entries in the order of `SOURCES`, and the text of every
    entry that they name, once.
    """
    methods = set(methods)
    citations = [SOURCES[name] for name in SOURCES if name in methods]
    keys = dict.fromkeys(key for _, keys in citations for key in keys)
    return citations, "\n".join(entries()[key] for key in keys)


def methods_of(contents: Contents) -> set[str]:
    """Name the methods, learners and programs that a study used: keys of `SOURCES`."""
    used = {"tenbyten", "signed_rank"}
    used |= {x for x in ("correlated_t", "poisson") if is_tested(contents.settings, x)}
    if contents.on_one_dataset:
        used = {"tenbyten", "correlated_t"}
        used |= {"holm"} if len(contents.labels) > 2 else set()
    if "snakemake" in contents.provenance.get("packages", {}):
        used.add("snakemake")
    for tables in contents.by_subset.values():
        for name in tables.keys() & _BY_TABLE.keys():
            used.update(_BY_TABLE[name])
        if "omnibus" in tables:
            used.update(SOURCES.keys() & set(tables["omnibus"]["test"]))
        of_model = tables.get("pairwise", pd.DataFrame()).filter(like="hierarchical")
        if of_model.notna().any(axis=None):
            used.add("hierarchical")
    if is_order(contents.settings):
        used &= _BY_ORDER
    sources = [str(origin.get("source")) for origin in contents.origins.values()]
    if any(source.startswith("openml") for source in sources):
        used.add("openml")
    used |= {"uci"} & set(sources)
    for entry in contents.settings["classifiers"].values():
        used |= {"discretize"} & set(entry.get("preprocessing", ()))
        for engine, classifier in read_offers("", entry).items():
            used |= find_engine(engine).citations(classifier) & SOURCES.keys()
    return used


@cache
def entries() -> dict[str, str]:
    """Read the BibTeX entries, by key."""
    text = (TEMPLATES / "references.bib").read_text(encoding="utf-8")
    found = re.finditer(r"^@\w+\{(\w+),\n.*?^\}\n", text, flags=re.M | re.S)
    return {entry[1]: entry[0] for entry in found}
