"""The answer: who is best, by how much, how sure, and what to mind."""

import itertools
import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import rankdata

from pages import PAGES
from tenbyten.report.summary import headline, in_text, leaderboard, summarise
from tenbyten.report.text import MOST_WORDS, in_latex, in_markdown, methods, results

NOT_FOUND = {"p": 0.3, "family_p": 0.9, "family": 0, "holm": 0}
FOUND = {"p": 0.0078, "family_p": 0.0234, "family": 1, "holm": 1}


@pytest.fixture
def free(small):
    """The small study without a control."""
    return small._replace(settings=small.settings | {"control": None})


@pytest.fixture
def decided(free):
    """Make the small study, pairs decided as told: weak-strong, weak-twin, last."""

    def decide(*lines, **settings):
        adjusted = free.by_subset["all"]["decided"].assign(**NOT_FOUND)
        adjusted["rope_verdict"] = "undecided"
        adjusted["rope_posterior"] = np.nan
        for i, line in enumerate(lines):
            for key, value in line.items():
                adjusted.loc[i, key] = value
        parts = {
            "by_subset": free.by_subset["all"] | {"decided": adjusted},
            "subsets": free.subsets["all"],
            "decisions": free.decisions["all"].assign(poisson=0),
        }
        parts = {name: {"all": part} for name, part in parts.items()}
        settings = free.settings | settings
        return free._replace(**parts, sensitivity=None, settings=settings)

    return decide


def test_classifiers_stand_by_their_mean_rank(free):
    summary = summarise(free, "all")
    ranks = rankdata(-free.means.to_numpy().round(12), axis=1).mean(axis=0)
    standings = summary.standings.set_index("classifier")
    for name, rank in zip(free.labels, ranks, strict=True):
        assert standings.loc[name, "rank"] == rank
        assert standings.loc[name, "mean"] == pytest.approx(free.means[name].mean())
    assert summary.reference == summary.standings["classifier"].iloc[0]


def test_differences_are_turned_such_that_positive_is_better(decided):
    summary = summarise(decided(FOUND), "all")
    assert summary.reference == "strong"
    weak = summary.standings.set_index("classifier").loc["weak"]
    assert (weak["difference"], weak["low"], weak["high"]) == (-0.1, -0.16, -0.04)
    assert weak["found"] == -1
    (line,) = summary.findings.itertuples(index=False)
    assert (line.row, line.column, line.difference) == ("weak", "strong", 0.1)


def test_with_a_control_holm_adjusts_over_its_comparisons_alone(decided):
    # Over all three pairs 0.03 is not found: 0.03 * 3 > 0.05.
    one = {"holm": 0, "family_p": 0.04, "family": 1}
    beside = {"family_p": np.nan, "family": pd.NA}
    summary = summarise(decided(one, one, beside, control="weak"), "all")
    against = summary.standings.set_index("classifier")["p"]
    assert list(against[["strong", "twin"]]) == [0.04, 0.04]
    assert len(summary.pairs) == 2
    assert headline(summary) == (
        "weak one is worse than strong_1 and twin (two-sided signed-rank test on 8 "
        "data sets, p adjusted by Holm over 2 comparisons with weak one, alpha = 0.05)."
    )
    assert "over 2 comparisons with weak one by Holm" in methods(summary)


def test_where_nothing_could_be_found_that_comes_first(free):
    tables = free.by_subset["first"]
    adjusted = tables["decided"].assign(**NOT_FOUND)
    few = free._replace(by_subset={"first": tables | {"decided": adjusted}})
    said = headline(summarise(few, "first"))
    assert said.startswith(
        "No difference could have been found. With 4 data sets no two-sided result"
    )
    assert "It takes at least 6 data sets" in said


def test_on_one_data_set_the_correlated_t_test_decides(alone):
    assert headline(summarise(alone, "all")) == (
        "strong_1 is more accurate than weak one; a difference is found in 1 of 3 "
        "pairs (two-sided correlated t-test on 1 data set, p adjusted by Holm over all "
        "3 pairs, alpha = 0.05)."
    )


def test_ranks_left_open_are_those_that_decisions_between_pairs_leave(decided):
    summary = summarise(decided(FOUND, FOUND), "all")
    standings = summary.standings.set_index("classifier")
    assert tuple(standings.loc["weak", ["first", "last"]]) == (3, 3)
    assert tuple(standings.loc["strong", ["first", "last"]]) == (1, 2)


EQUIVALENT = {"rope_verdict": "equivalent", "rope_posterior": 0.96}
ALIKE = {"rope_verdict": "rope", "rope_posterior": 0.99, "beyond_rope": 3}
UNCLEAR = {"mixed_signs": 1}


@pytest.mark.parametrize(
    ("first", "last", "verdicts"),
    [
        (FOUND, EQUIVALENT, {"equivalent", "worse"}),
        (FOUND | EQUIVALENT, ALIKE, {"typically alike", "worse, equivalent"}),
        (FOUND | UNCLEAR, UNCLEAR, {"open", "direction unclear"}),
        (FOUND | UNCLEAR | EQUIVALENT, {}, {"open", "direction unclear, equivalent"}),
        (FOUND | ALIKE, {"rope_verdict": "row"}, {"open", "worse"}),
    ],
)
def test_a_verdict_is_one_of_few_words_each_explained(decided, first, last, verdicts):
    table = leaderboard(summarise(decided(first, {}, last), "all"))
    assert {line[-1].text for line in table.rows} == {"best rank", *verdicts}
    said = " ".join(verdicts)
    for word in ("Equivalent", "Typically alike", "Open", "Direction unclear"):
        assert (f"{word}: " in table.caption) == (word.lower() in said)
    without = leaderboard(summarise(decided(first, {}, last, rope=0), "all"))
    assert not {line[-1].text for line in without.rows} & {"equivalent"}
    assert "rope" not in without.caption


def test_a_difference_of_unclear_direction_names_no_better_one(decided):
    summary = summarise(decided(FOUND | UNCLEAR), "all")
    assert not len(summary.findings)
    assert list(summary.standings["first"]) == [1, 1, 1]


def test_without_an_interval_it_is_unbounded(decided):
    wide = {"family_low": np.nan, "family_high": np.nan}
    rows = leaderboard(summarise(decided(FOUND | wide, wide, wide), "all")).rows
    assert rows[-1][-3].text == "-10.00 (unbounded)"


def test_cautions_are_said_once_each_with_the_part_that_has_more(free):
    summary = summarise(free._replace(precision="accuracy is rounded"), "all")
    said = {caution.part: caution.text for caution in summary.cautions}
    assert summary.cautions[0] == ("Accuracy is rounded.", "values")
    assert said["sensitivity"].startswith("Not stable: of 3 unadjusted decisions, 3")
    assert said["grouped"].startswith("With one value for each group of data sets not")
    assert "twin over weak one (p = 0.4000)" in said["grouped"]
    assert said["decisions"].startswith("This is subset all; for first see the det")


def test_marks_of_the_poisson_test_alone_are_counted(decided):
    contents = decided(FOUND)
    decisions = contents.decisions["all"]
    decisions.loc[decisions["row"] == "weak", "poisson"] = 1
    said = [caution.text for caution in summarise(contents, "all").cautions]
    assert any(text.endswith("is not adjusted, marks 1 pair more.") for text in said)


def test_the_text_of_a_terminal_has_eighty_columns(free, hostile):
    text = in_text(summarise(free, "all"))
    assert "strong_1" in text
    for found in (text, in_text(summarise(hostile, "all"))):
        assert len(found.splitlines()) <= 40
    assert all(len(line) <= 80 for line in text.splitlines())


def test_of_many_classifiers_fifteen_lines_are_shown(large):
    text = in_text(summarise(large, "all"))
    assert "and 5 more classifiers" in text
    assert len(text.splitlines()) <= 40
    heads = [column.heading for column in leaderboard(summarise(large, "all")).columns]
    assert "ranks left open" not in heads  # There is a control.
    free = large._replace(settings=large.settings | {"control": None})
    heads = [column.heading for column in leaderboard(summarise(free, "all")).columns]
    assert "ranks left open" in heads


# Text for a paper


def test_methods_cite_as_pandoc_and_latex_read_it(free):
    text = methods(summarise(free, "all"))
    assert "[@Wilcoxon1945; @Demsar2006], exact" in in_markdown(text)
    assert r"test \cite{Wilcoxon1945,Demsar2006}, exact" in in_latex(text)


def test_texts_keep_to_their_number_of_words(free, large):
    many = large._replace(
        settings=large.settings | {"control": None},
        labels={name: name for name in large.labels},
    )
    for contents in (free, many):
        summary = summarise(contents, "all")
        for said in (methods(summary), results(summary)):
            assert len(in_markdown(said).split()) <= MOST_WORDS
    assert re.search(r"\) and \d+ more\. ", results(summarise(many, "all")))


def test_results_have_the_verdict_every_caution_and_sizes(free):
    summary = summarise(free, "all")
    text = results(summary)
    assert text.startswith(headline(summary))
    for caution in summary.cautions:
        assert caution.text in text
    assert "strong_1 over weak one 10.00 (4.00 to 16.00; p = 0.0234)" in text


def test_data_sets_of_equal_means_are_counted(free):
    def said(means):
        summary = summarise(free._replace(means=means), "all")
        return [x.text for x in summary.cautions if x.text.startswith("Equal means")]

    names, means = list(free.means.index), free.means.copy()
    means[:] = np.arange(means.size).reshape(means.shape) / 100
    assert said(means) == []
    means.loc[names[3]] = means.loc[names[1]]
    means.loc[names[2]] = means.loc[names[0]] = means.loc[names[0]] + 1e-15
    (text,) = said(means)
    assert text == (
        f"Equal means of every classifier on 2 groups of data sets ({names[0]} and "
        f"{names[2]}; {names[1]} and {names[3]}): copies would count as several."
    )
    # Classifiers that do not differ there settle nothing.
    means[:] = 1.0
    assert said(means) == []


def test_every_verdict_is_explained_in_the_documentation(decided):
    said = set()
    for found, rope in itertools.product(
        ({}, FOUND, FOUND | UNCLEAR, FOUND | {"family": -1}),
        ({}, EQUIVALENT, ALIKE, {"rope_verdict": "row"}, {"rope_verdict": "column"}),
    ):
        table = leaderboard(summarise(decided(found | rope), "all"))
        said |= {word for row in table.rows for word in row[-1].text.split(", ")}
    page = PAGES["explanation/sentences"].splitlines()
    lines = [line.split(" | ") for line in page if line.startswith("| ")][2:]
    explained = {word for line in lines for word in line[0].strip("| ").split("; ")}
    explained = {word for x in explained for word in x.split(", ")}
    assert said - {"best rank"} <= explained
    # Each has a condition, and what it is about.
    assert all(line[1] and line[2] for line in lines)
