"""Adjusted decisions."""

import numpy as np
import pytest

from tenbyten.report.sections.adjusted import adjusted_table


@pytest.fixture
def table(small):
    """Make the table of the small study, with some settings and numbers changed."""

    def make(frame=small.by_subset["all"]["adjusted"], **settings):
        return adjusted_table(
            frame,
            labels=small.labels,
            span=(1, 8),
            policies=small.settings | settings,
        )

    return make


def cells(table):
    """The texts of the first row, by heading."""
    heads = [column.heading for column in table.columns]
    return dict(zip(heads, (cell.text for cell in table.rows[0]), strict=True))


def test_a_line_has_decision_and_effect_sizes_together(table):
    assert cells(table()) == {
        "row": "weak one",
        "column": "strong_1",
        "mean difference (percentage points)": "12.34",
        "pseudomedian (95% interval)": "10.00 (5.00 to 15.00)",
        "rank-biserial correlation": "0.75",
        "p": "0.0078",
        "Holm's p": "0.0234",
        "Shaffer's p": "0.0234",
        "better": "strong_1",
        "by the rope": "strong_1 better",
    }


def test_what_is_not_found_is_no_finding_and_no_bold_type(table, small):
    frame = small.by_subset["all"]["adjusted"]
    last = table(frame).rows[-1]
    assert [cell.text for cell in last[-2:]] == ["none found", "undecided"]
    assert not any(cell.strong for cell in last)
    bold = [cell.text for cell in table(frame).rows[0] if cell.strong]
    assert bold == ["0.0234", "0.0234", "strong_1"]
    turned = table(frame.assign(holm=-1, bayesian_signed_rank_verdict="row"))
    assert [cell.text for cell in turned.rows[0][-2:]] == [
        "weak one",
        "weak one better",
    ]


def test_a_missing_interval_is_said_and_another_metric_has_no_points(table, small):
    frame = small.by_subset["all"]["adjusted"]
    none = table(frame.assign(median_low=np.nan, median_high=np.nan), alpha=0.1)
    assert cells(none)["pseudomedian (90% interval)"] == "10.00 (no interval)"
    losses = cells(table(metric="log_loss"))
    assert losses["mean difference (log_loss)"] == "0.1234"
    assert losses["pseudomedian (95% interval)"] == "0.1000 (0.0500 to 0.1500)"


def test_the_caption_names_test_family_procedures_and_rope(table):
    first, columns, rope = table().caption.split("\n\n")
    assert first == (
        "Two-sided signed-rank test on 8 data sets, exact given ties and zeros. "
        "Adjusted by Holm's procedure over all 3 pairs of this subset; Shaffer's "
        "static procedure is a second one for the same pairs."
    )
    assert "where Holm's p is below alpha = 0.05; none found is no evidence" in columns
    assert "(Hodges-Lehmann estimate), with its interval" in columns
    assert "Differences are in percentage points, positive where the column" in columns
    losses = table(metric="log_loss").caption
    assert "Differences are in log_loss, positive where the column is better" in losses
    assert "percentage" not in losses
    assert "(R+ - R-) / (R+ + R-)" in columns
    assert rope.startswith("By the rope of 1 percentage point: the outcome that the")
    assert "posterior probability above 0.95" in rope


def test_of_one_pair_there_is_nothing_to_adjust(table, small):
    one = table(small.by_subset["all"]["adjusted"].iloc[:1])
    assert "The subset has one pair: there is nothing to adjust." in one.caption
    assert "Holm" not in one.caption
    assert not {"Holm's p", "Shaffer's p"} & cells(one).keys()


def test_without_a_rope_there_are_no_verdicts_by_it(table, small):
    few = small.by_subset["all"]["adjusted"].assign(n=4)
    without = table(few, rope=0)
    assert "by the rope" in cells(table())
    assert "by the rope" not in cells(without)
    assert "rope" not in without.caption


def test_intervals_and_verdicts_are_said_not_to_be_adjusted(table, small):
    caption = table(small.by_subset["all"]["adjusted"]).caption
    assert "The interval is not adjusted" in caption
    verdicts = "verdicts are not adjusted for the number of pairs"
    assert verdicts in caption
    assert verdicts not in table(small.by_subset["all"]["adjusted"][:1]).caption
    assert "can hold 0 where a difference is found, and miss it where none is" in (
        caption
    )
