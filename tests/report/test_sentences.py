"""Every sentence of page, terminal and text, and what it is about."""

import re
from html import unescape
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from score_table import table_of
from tenbyten import compare
from tenbyten.report.summary import summarise

HERE = Path(__file__).parent
ASKED = ["null hypothesis or model", "adjusted over", "about", "estimate"]
NAMES = r"\b(?:naive Bayes|NaiveBayes|AODE|HNB|J48-?graft|J48|[cd]\d+)(?![\w-])"
PAGES = "report", "details"
# What is no number, and a probability that is certain.
NO_NUMBERS = r"\b(nan|inf|None)\b|p = 0\b(?!\.)|p = 1\.0|(?<![\d.])[01]\.0000\b"
RESULT = r"NAME over NAME N(?:-N-N \(| (?:times )?\(N to N; )p [<=] N\)"


def comparisons():
    """Yield results of which page, terminal and text say different things."""
    rng = np.random.default_rng(1)
    few = {"bayesian_draws": 1000, "hierarchical": False}
    folds = dict(zip(["c0", "c1"], rng.normal(0.8, 0.03, (2, 100)), strict=True))
    yield compare(folds, runs=10, dataset="d0")
    folds["c2"] = folds["c0"] + 0.05
    yield compare(folds, runs=10, dataset="d0")
    for classifiers, datasets in ((2, 2), (3, 30), (20, 30)):
        yield compare(table_of(classifiers, datasets), **few)
    yield compare(table_of(4, 30), control="c3", **few)
    alike = table_of(3, 25)
    alike["c1"] = alike["c0"] + rng.normal(0, 0.0005, 25)
    yield compare(alike, **few)
    unclear = table_of(2, 48)
    unclear["c1"] = unclear["c0"] + np.repeat([0.003, -0.08], [40, 8])
    yield compare(unclear.clip(0, 1), **few)
    yield compare(table_of(4, 30), scale="order", **few)
    lacks = table_of(3, 30)
    lacks.loc["d1":"d5", "c2"] = np.nan
    yield compare(lacks, missing="pairwise", **few)
    seconds = np.exp(rng.normal([0, 0.6, 0.1], 0.3, (20, 3)))
    frame = pd.DataFrame(seconds, table_of(1, 20).index, ["c0", "c1", "c2"])
    yield compare(frame, metric="fit_seconds", **few)
    both = table_of(3, 20).stack().rename_axis(["dataset", "classifier"])
    both = both.rename("accuracy").to_frame().assign(fit_seconds=frame.stack())
    yield compare(both.reset_index(), metrics=["fit_seconds"], **few)


def masked(text):
    """Return the sentences of a text with NAME and N for names and numbers."""
    text = re.sub(r"\s\[@?[A-Z][a-z]+\d{4}[^\]]*\]", "", text)
    text = re.sub(NAMES, "NAME", " ".join(text.split()))
    text = re.sub(r"(?<!\w)-?\d(?:[\d.,]*\d)?", "N", text)
    text = re.sub(r"NAME(?:, NAME)*(?:,? and (?:NAME|N more))?(?! over)", "NAME", text)
    text = re.sub(
        rf"{RESULT}(?:(?:, | and ){RESULT})*(?: and N more)?", "RESULTS", text
    )
    found = re.split(r"(?<=\.)\s+(?=[A-Z])", text)
    return {x for x in found if len(x.split()) > 3 and x.endswith(".")}


def paragraphs(html):
    """Return the texts of a page, without its figures and BibTeX entries."""
    html = html.partition("<body")[2]
    html = re.sub(r"(?s)<(style|svg|pre)\b.*?</\1>", "\n\n", html)
    html = re.sub(r"</(?:p|li|h\d|t[dh]|summary|figcaption|div|d[td])>", "\n\n", html)
    return unescape(re.sub(r"<[^>]+>", "", html))


@pytest.fixture(scope="module")
def said(demo, tmp_path_factory, trained):
    """Masked sentences of all these results."""
    folder = tmp_path_factory.mktemp("results")
    folders = [Path(demo)]
    for number, comparison in enumerate(comparisons()):
        folders.append(folder / str(number))
        comparison.write(folders[-1])
    texts = []
    for results in folders:
        pages = [(results / f"{x}.html").read_text("utf-8") for x in PAGES]
        texts.append(paragraphs(pages[0]))
        for page in map(paragraphs, pages):
            assert not re.search(NO_NUMBERS, page), results
        texts.append((results / "summary.txt").read_text(encoding="utf-8"))
        text = (results / "text.md").read_text(encoding="utf-8")
        texts.append(unescape(text.partition("```")[0]))
    named = trained._replace(labels={"weak": "c0", "strong": "c1", "twin": "c2"})
    cautions = summarise(named, "all").cautions
    texts += [x.text for x in cautions if x.part in ("seeds", "tuning")]
    parts = (re.split(r"\n\s*\n|\n(?=- )", text) for text in texts)
    return {x for part in parts for y in part for x in masked(y.removeprefix("- "))}


@pytest.mark.slow
def test_every_sentence_is_listed_with_what_it_is_about(said):
    lines = (HERE / "sentences.md").read_text(encoding="utf-8").splitlines()
    table = [[x.strip() for x in line[1:-1].split("|")] for line in lines]
    head, _, *listed = (line for line in table if len(line) > 1)
    assert head == ["sentence", *ASKED]
    sentences = [line[0] for line in listed]
    assert sorted(said - {*sentences}) == []
    assert sorted({*sentences} - said) == []
    for sentence, *answers in listed:
        assert len(answers) == len(ASKED), sentence
        # Of tests and intervals nothing is left open.
        if re.search(r"\bp\b|alpha|interval|better than|RESULTS|equivalent", sentence):
            assert all(answers), sentence
