"""Sentences on one data set."""

import pandas as pd
import pytest

from tenbyten.report.sentences.methods import method_sentence
from tenbyten.report.sentences.results import sentences_of

LINE = {"mean_difference": 0.02, "low": 0.004, "high": 0.036, "p": 0.01}
LINE |= {"holm_p": 0.03, "holm": 1, "p_row_better": 0.001, "p_rope": 0.009}
LINE |= {"p_column_better": 0.99, "verdict": "column", "differences": "vary"}
NOTHING = {"p": 0.5, "holm_p": 1.0, "holm": 0, "verdict": "undecided"}
NAMES = {"weak": "A", "strong": "B", "twin": "C"}


@pytest.fixture
def decided(small):
    """Make a study of one data set; lines by pair are as told, else nothing found."""

    def decide(*lines, **settings):
        pairs = [("weak", "strong"), ("weak", "twin"), ("strong", "twin")]
        lines = [*lines, *[NOTHING] * (3 - len(lines))] if len(lines) != 1 else lines
        found = [
            {"row": row, "column": column, "dataset": "d0", **LINE, **line}
            for (row, column), line in zip(pairs, lines, strict=False)
        ]
        names = dict(list(NAMES.items())[: 2 if len(found) == 1 else 3])
        return small._replace(
            labels=names,
            means=small.means.head(1),
            decisions={"all": pd.DataFrame(found)},
            by_subset={"all": {}},
            subsets={"all": ["d0"]},
            sensitivity=None,
            settings=small.settings | settings,
        )

    return decide


def groups(contents):
    """The leads, and the sentences below each."""
    found = sentences_of(contents, "all")
    assert found.omnibus == []
    return {group.lead: [x.text for x in group.sentences] for group in found.groups}


def test_what_survives_adjustment_comes_with_size_and_verdict(decided):
    lead = (
        "Adjusted by Holm's procedure over all 3 pairs, the two-sided correlated "
        "t-test on the data set d0 finds a difference in 1 of them."
    )
    assert groups(decided({}, NOTHING))[lead] == [
        "B is more accurate than A (two-sided correlated t-test on the data set d0, p "
        "= 0.0100; adjusted by Holm over 3 pairs, p = 0.0300). The mean difference in "
        "its favour is 2.00 percentage points (95% interval 0.40 to 3.60); by the rope "
        "of 1 percentage point it matters (Bayesian correlated t-test: probability "
        "0.990)."
    ]


def test_the_row_is_the_better_one_where_the_difference_is_negative(decided):
    line = {"mean_difference": -0.02, "low": -0.036, "high": -0.004, "holm": -1}
    line |= {"p_row_better": 0.99, "p_column_better": 0.001, "verdict": "row"}
    ((lead, (text,)),) = groups(decided(line)).items()
    assert lead == "The two-sided correlated t-test on the data set d0 finds a " + (
        "difference."
    )
    assert text.startswith("A is more accurate than B (two-sided correlated t-test")
    assert "is 2.00 percentage points (95% interval 0.40 to 3.60); by" in text
    assert "Holm" not in text


def test_what_is_lost_by_adjustment_is_told_apart(decided):
    found = groups(decided({"holm": 0, "holm_p": 0.06}, NOTHING))
    first, second, third = found
    assert first.endswith("finds a difference in none of them.")
    assert found[first] == []
    assert second.startswith("Without adjustment only, which among 3 pairs can be")
    assert "adjusted by Holm over 3 pairs, p = 0.0600" in found[second][0]
    assert third == (
        "No difference is found on the data set d0 between A and C; B and C. That is "
        "no evidence that they are equal either."
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            {"verdict": "undecided", "p_rope": 0.2, "p_column_better": 0.8},
            "; by the rope of 1 percentage point it is undecided whether it matters "
            "(Bayesian correlated t-test: B is better by more than the rope with "
            "probability 0.800, both are practically equivalent with 0.200).",
        ),
        (
            {"verdict": "equivalent", "p_rope": 0.97},
            ": too small to matter by the rope of 1 percentage point (Bayesian "
            "correlated t-test: probability 0.970).",
        ),
    ],
)
def test_a_difference_need_not_matter(decided, line, words):
    (((text,),),) = (groups(decided(line)).values(),)
    assert text.endswith(words)


def test_without_a_rope_nothing_is_said_of_what_matters(decided):
    ((text,),) = groups(decided({}, rope=0)).values()
    assert text.endswith("(95% interval 0.40 to 3.60).")


def test_no_difference_is_told_from_equivalence_and_sameness(decided):
    same = NOTHING | {"mean_difference": 0, "differences": "zero"}
    alike = NOTHING | {"p_rope": 0.98, "verdict": "equivalent"}
    _, *texts = groups(decided(same, alike, NOTHING))
    assert texts[0] == "Alike in every fold on the data set d0: A and B."
    assert texts[1].endswith("in brackets the posterior probability): A and C (0.980).")
    assert texts[2].startswith("No difference is found on the data set d0 between B")


def test_a_posterior_above_the_rope_is_told_beside_no_difference(decided):
    line = {"p": 0.06, "holm_p": 0.06, "holm": 0, "p_column_better": 0.955}
    assert (
        "between A and B (although the Bayesian correlated t-test has 0.955 for B "
        in ([*groups(decided(line))][1])
    )
    assert [*groups(decided(line, rope=0))][1].endswith(
        "between A and B. That is no evidence that they are equal either."
    )


def test_the_methods_name_the_test_its_correlation_and_its_rope(decided):
    text = method_sentence(decided({}, NOTHING), "all")
    assert text.startswith(
        "We compared A, B and C by accuracy in 2 runs of 5-fold cross-validation on "
        "the data set d0, all on the same folds. "
    )
    assert text.endswith(
        "We compared every pair by the two-sided correlated t-test (Nadeau and Bengio, "
        "2003), with correlation 1/folds, at alpha = 0.05, adjusted over all 3 pairs "
        "by the procedure of Holm (1979), and by its Bayesian version (Corani and "
        "Benavoli, 2015) with a rope of 1 percentage point, at a posterior probability "
        "above 0.95."
    )
    alone = method_sentence(decided({}, rope=0), "all")
    assert alone.endswith(
        "at alpha = 0.05, and by its Bayesian version (Corani and B"
        + ("enavoli, 2015).")
    )
