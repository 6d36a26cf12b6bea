"""Methods to cite."""

import re

import pytest
import yaml

from tenbyten import __version__
from tenbyten.report.citations import cite, entries, methods_of, sources


def test_every_source_has_its_entry_and_every_entry_its_source():
    named = {*sources()["entries"].explode()}
    assert named == entries().keys()


@pytest.mark.parametrize("key", entries())
def test_entries_are_balanced_and_complete(key):
    entry = entries()[key]
    assert entry.count("{") == entry.count("}")
    fields = dict(re.findall(r"^  (\w+) = \{(.*)\},?$", entry, flags=re.M))
    assert fields.keys() >= {"author", "title", "year"}
    assert fields["year"] == key[-4:]
    assert entry.count("\n") == len(fields) + 2


def test_entries_agree_with_the_projects_own_references(root):
    citation = yaml.safe_load((root / "CITATION.cff").read_text())
    own, references = entries()["Tenbyten2026"], citation["references"]
    assert citation["version"] == __version__
    assert f"note = {{Version {__version__}}}" in own
    assert citation["authors"][0]["name"] in own
    keys = ["Corani2015", "Nadeau2003", "Demsar2006"]
    for key, reference in zip(keys, references, strict=True):
        entry = entries()[key]
        assert f"volume = {{{reference['volume']}}}" in entry
        assert f"pages = {{{reference['start']}--{reference['end']}}}" in entry
        assert f"year = {{{reference['year']}}}" in entry


def test_only_what_was_used_is_cited(small):
    used = methods_of(small)
    assert {"AODE", "NaiveBayes", "WEKA", "scikit-learn", "discretize"} <= used
    assert {"dunnett", "friedman", "iman_davenport", "hierarchical"} <= used
    assert not used & {"HNB", "J48", "openml"}
    assert used <= {*sources().index}
    bare = small._replace(
        by_subset={"all": {}},
        provenance={},
        settings=small.settings | {"classifiers": {"a": {}}},
    )
    always = {"tenbyten", "correlated_t", "poisson", "signed_rank"}
    assert methods_of(bare) == always


@pytest.mark.parametrize(("source", "key"), [("uci", "uci"), ("openml_task", "openml")])
def test_where_data_come_from_is_cited(small, source, key):
    used = methods_of(small._replace(origins={"iris": {"source": source, "at": 5}}))
    assert used & {"uci", "openml"} == {key}


def test_an_entry_is_printed_once():
    citations, bibtex = cite(["correlated_t", "poisson"])
    assert [keys for _, keys in citations] == [
        ["Nadeau2003", "Corani2015"],
        ["Corani2015"],
    ]
    assert bibtex.count("@article{Corani2015,") == 1
    assert bibtex.count("@") == 2
