"""Sentences on the results."""

from tenbyten.report.sentences.methods import method_sentence
from tenbyten.report.sentences.results import sentences_of

SURVIVES = {"p": 0.0078, "holm_p": 0.0234, "holm": 1}
LOST = {"p": 0.0391, "holm_p": 0.1173, "holm": 0}
NOT_FOUND = {"p": 0.3, "holm_p": 0.9, "holm": 0}


def groups(contents):
    """The leads, and the sentences below each."""
    return {
        group.lead: [sentence.text for sentence in group.sentences]
        for group in sentences_of(contents, "all").groups
    }


def test_what_survives_adjustment_leads_with_significance_and_size_together(decided):
    matters = {"bayesian_signed_rank_verdict": "column"}
    found = groups(decided(SURVIVES | matters, third=True))
    lead, sentences = next(iter(found.items()))
    assert lead == (
        "Adjusted by Holm's procedure over all 3 pairs, the two-sided signed-rank test "
        "on the 8 data sets finds a difference in 1 of them."
    )
    assert sentences == [
        "B is more accurate than A (two-sided signed-rank test on the 8 data sets, p "
        "= 0.0078; adjusted by Holm over 3 pairs, p = 0.0234). The mean difference in "
        "its favour is 12.34 percentage points, the pseudomedian 10.00 (95% "
        "interval 5.00 to 15.00), the rank-biserial correlation 0.75; by the rope of "
        "1 percentage point it matters (Bayesian signed-rank test: posterior "
        "probability 0.970 that B being better by more than the rope is the most "
        "probable outcome)."
    ]


def test_a_difference_too_small_to_matter_is_called_so(decided):
    size = {"mean_difference": 0.0015, "median_difference": 0.0014}
    size |= {"median_low": 0.0005, "median_high": 0.0022}
    verdict = {"bayesian_signed_rank_verdict": "equivalent"}
    regions = {"bayesian_signed_rank_rope": 0.99998}
    ((text,), *_) = groups(decided(SURVIVES | size | verdict | regions)).values()
    assert text.endswith(
        "The mean difference in its favour is 0.15 percentage points, the "
        "pseudomedian 0.14 (95% interval 0.05 to 0.22), the rank-biserial correlation "
        "0.75: too small to matter by the rope of 1 percentage point (Bayesian "
        "signed-rank test: posterior probability >0.999 that practical equivalence is "
        "the most probable outcome)."
    )


def test_an_undecided_rope_and_a_missing_interval_are_said(decided):
    none = {"median_low": float("nan"), "median_high": float("nan")}
    ((text,), *_) = groups(decided(SURVIVES | none)).values()
    assert "(no 95% interval on so few data sets)" in text
    assert text.endswith(
        "; by the rope of 1 percentage point it is undecided whether it matters "
        "(Bayesian signed-rank test: no outcome has a posterior probability above "
        "0.95)."
    )


def test_a_bayesian_test_for_the_other_side_is_not_taken_for_agreement(decided):
    ((text,), *_) = groups(
        decided(SURVIVES | {"bayesian_signed_rank_verdict": "row"})
    ).values()
    assert "it matters" not in text
    assert "yet by the rope of 1 percentage point (Bayesian signed-rank test:" in text
    assert "that A being better by more than the rope" in text


def test_the_better_one_may_stand_in_the_row(decided):
    size = {"mean_difference": 0.01, "median_difference": -0.1}
    size |= {"median_low": -0.15, "median_high": -0.05}
    turned = SURVIVES | size | {"holm": -1, "rank_biserial": -0.75}
    ((text,), *_) = groups(decided(turned)).values()
    assert text.startswith("A is more accurate than B (two-sided signed-rank test")
    assert "favour is -1.00 percentage points, against it, the pseudomedian" in text
    assert "the pseudomedian 10.00 (95% interval 5.00 to 15.00)" in text
    assert "correlation 0.75" in text


def test_a_difference_that_hangs_on_counting_a_source_twice_says_so(decided):
    contents = decided(SURVIVES, third=True)
    grouped = contents.by_subset["all"]["grouped"]
    lost = grouped.assign(holm=0, holm_p=0.0612)
    both = []
    for table in (lost, grouped.iloc[:0], lost.assign(holm=1)):
        contents.by_subset["all"]["grouped"] = table
        both.append("".join(next(iter(groups(contents).values()))))
    assert both[0].endswith(
        " With one value for each group of data sets it is not found (adjusted p = "
        "0.0612)."
    )
    assert "group" not in both[1] + both[2]


def test_lower_values_of_another_metric_are_better_and_no_points(decided):
    settings = {"metric": "log_loss"}
    verdict = {"bayesian_signed_rank_verdict": "column"}
    contents = decided(SURVIVES | verdict, settings=settings)
    ((text,), *_) = groups(contents).values()
    assert text.startswith("B is better by log_loss than A (two-sided signed-rank")
    assert (
        "favour is 0.1234 log_loss, the pseudomedian 0.1000 (95% interval 0.05" in text
    )
    assert "by the rope of 0.01 of log_loss it matters" in text
    assert "percentage" not in text + method_sentence(contents, "all")
    assert "by log_loss (lower is better)" in method_sentence(contents, "all")


def test_without_a_rope_nothing_is_said_of_it(decided):
    ((text,), *_) = groups(decided(SURVIVES, settings={"rope": 0})).values()
    assert text.endswith("the rank-biserial correlation 0.75.")
    assert "rope" not in method_sentence(decided(SURVIVES, settings={"rope": 0}), "all")


def test_what_is_found_without_adjustment_only_is_named_so(decided):
    found = groups(decided(LOST, there=(0, 1), third=True))
    none, lead, *_ = found
    assert none.endswith("finds a difference in none of them.")
    assert lead == (
        "Found by single tests only. Among 3 pairs such results come by chance: where "
        "the classifiers exchange their names at random on each data set, the test of "
        "Table 4's layout marks at least one pair with probability 0.31."
    )
    (text,) = found[lead]
    assert text.startswith(
        "Without adjustment, B is more accurate than A (signed-rank test on the 8 data "
        "sets, two-sided p = 0.0391; adjusted by Holm over 3 pairs, p = "
        "0.1173). The mean difference in its favour is"
    )


def test_a_small_p_without_a_mark_is_found_without_adjustment_too(decided):
    found = groups(decided(LOST, third=True))
    assert [text[:36] for text in found[list(found)[1]]] == [
        "Without adjustment, B is more accura"
    ]
    assert "one-sided" not in str(found)


def test_what_only_one_side_finds_is_named_so(decided):
    found = groups(decided(NOT_FOUND | {"p": 0.0892}, there=(0, 1)))
    _, lead, *_ = found
    assert lead == "Found one-sided only, as Table 4's layout decides."
    assert found[lead][0].startswith(
        "One-sided, B is more accurate than A (signed-rank test on the 8 data sets, "
        "one-sided p = 0.0446 in Table 4's layout; two-sided p = 0.0892)."
    )


def test_what_takes_both_one_side_and_no_adjustment_is_named_so(decided):
    found = groups(decided(NOT_FOUND | {"p": 0.0892}, there=(0, 1), third=True))
    _, lead, *_ = found
    assert found[lead][0].startswith("Without adjustment and one-sided, B is more")
    verdict = {"bayesian_signed_rank_verdict": "column"}
    for pairs in (False, True):
        kept = NOT_FOUND | verdict | {"p": 0.0892}
        found = str(groups(decided(kept, there=(0, 1), third=pairs)))
        assert "it would matter (Bayesian" in found
        assert "it matters" not in found
    two = {"signed_rank_sides": "two"}
    found = str(groups(decided(NOT_FOUND, there=(0, 1), settings=two)))
    assert "In Table 4's layout, B is more" in found


def test_a_posterior_without_a_significant_difference_is_given_as_one(decided):
    verdict = {"bayesian_signed_rank_verdict": "column"}
    _, text = groups(decided(NOT_FOUND | verdict))
    assert text == (
        "No difference is found on the 8 data sets between A and B (although the "
        "Bayesian signed-rank test has 0.970 for B being better by more than the rope "
        "as the most probable outcome). That is no evidence that they are equal either."
    )


def test_pairs_without_a_difference_are_equivalent_by_the_rope_or_open(decided):
    same = {"bayesian_signed_rank_verdict": "equivalent"}
    regions = {"bayesian_signed_rank_rope": 0.983}
    regions |= {"note": "x; the mean difference on 1 data set is just the rope"}
    _, equivalent, others = groups(decided(NOT_FOUND | same | regions, third=True))
    assert equivalent == (
        "No difference is found on the 8 data sets between the following, and by the "
        "rope of 1 percentage point they are practically equivalent (Bayesian "
        "signed-rank test; in brackets the posterior probability that equivalence is "
        "the most probable outcome): A and B (0.983; the mean difference on 1 data set "
        "is just the rope)."
    )
    assert others == (
        "No difference is found on the 8 data sets between A and C; B and C. That is "
        "no evidence that they are equal either."
    )


def test_not_more_pairs_are_named_than_a_reader_reads(large):
    small = large.by_subset["all"]["adjusted"].assign(holm=0, p=0.5)
    tables = large.by_subset["all"] | {"adjusted": small}
    decisions = large.decisions["all"].assign(signed_rank=0)
    contents = large._replace(
        by_subset={"all": tables}, decisions={"all": decisions}, sensitivity=None
    )
    found = " ".join(group.lead for group in sentences_of(contents, "all").groups)
    assert "and 160 more pairs. That is no evidence" in found
    assert found.count(" and 160 more pairs") == 2


def test_the_poisson_test_speaks_of_these_data_sets_with_its_measured_rate(decided):
    found = groups(decided(NOT_FOUND, there=(1, 0)))
    lead = next(reversed(found))
    assert lead == (
        "The Poisson test asks another question, about just these data sets, which it "
        "takes as independent; nothing is adjusted."
    )
    three = next(reversed(groups(decided(NOT_FOUND, there=(1, 0), third=True))))
    assert three == (
        f"{lead} Where the classifiers exchange their names at random on each data "
        f"set, it marks at least one pair with probability 0.31."
    )
    assert found[lead] == [
        "On more than half of these 8 data sets B is more accurate than A, with "
        "probability 0.9700 (Poisson test; where the two exchange their names at "
        "random on each data set, the test marks one of them with probability 0.09)."
    ]


def test_the_poisson_test_may_find_the_row_better(decided):
    found = groups(decided(NOT_FOUND, back=(1, 0)))
    (text,) = found[next(reversed(found))]
    assert text.startswith("On more than half of these 8 data sets A is more accurate")


def test_every_pair_is_spoken_of_once_by_the_signed_rank_test(small):
    for subset in small.subsets:
        found = sentences_of(small, subset)
        first, others, *_ = found.groups
        keys = [(s.row, s.column) for s in first.sentences]
        assert keys == [("weak", "strong"), ("weak", "twin")]
        assert "between strong_1 and twin." in others.lead
        where = "the 4 data sets numbered 1 to 4" if subset == "first" else "the 8 data"
        assert where in first.lead


def test_all_classifiers_together_are_spoken_of_as_demsar_does(small):
    first, second, meaning = sentences_of(small, "all").omnibus
    assert first == (
        "The Friedman test on the 8 data sets rejects that all 3 classifiers perform "
        "alike (chi-squared = 9.280, 2 degrees of freedom, p = 0.0097; p is "
        "from 100000 random arrangements)."
    )
    assert second == (
        "Iman and Davenport's test on the 8 data sets does not reject that all 3 "
        "classifiers perform alike (F = \N{INFINITY}, 2 and 14 degrees of freedom, p = "
        "0.3000; p is approximate)."
    )
    assert meaning.startswith("That a test does not reject is no evidence")
    by_subset = {"all": dict(small.by_subset["all"])}
    omnibus = by_subset["all"]["omnibus"]
    by_subset["all"]["omnibus"] = omnibus[omnibus["test"] == "friedman"]
    rejected = sentences_of(small._replace(by_subset=by_subset), "all").omnibus
    assert rejected == [first]


def test_two_classifiers_are_both_and_have_one_degree_of_freedom(decided):
    contents = decided(NOT_FOUND)
    omnibus = contents.by_subset["all"]["omnibus"].assign(df1=1, df2=float("nan"))
    contents.by_subset["all"]["omnibus"] = omnibus
    first, *_ = sentences_of(contents, "all").omnibus
    assert "rejects that both classifiers perform alike (chi-squared" in first
    assert "9.280, 1 degree of freedom, p" in first
