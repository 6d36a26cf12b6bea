"""The first findings are those of the report."""

from tenbyten.progress.findings import first_findings

PAGE = """<section aria-labelledby="reading"><p>How to read</p></section>
<section aria-labelledby="found"><h2>Results</h2>
<p>Of subset all; for others see <a href="#decisions">Decisions</a>.</p>
<p>Results on <em>all</em>: a &lt; b.</p>
<p>{long}</p><ul><li>Third <a href="#a">Stable</a></li><li>Fourth</li></ul></section>
<section aria-labelledby="decisions"><p>More</p></section>"""


def test_the_first_paragraphs_of_the_results_are_taken(tmp_path):
    page = tmp_path / "report.html"
    page.write_text(PAGE.format(long="word " * 100))
    first, *others = first_findings(page).splitlines()
    assert first == "  Results on all: a < b."
    assert others[-1] == "  Third Stable"
    assert "".join(others[:-1]).endswith(" ...")
    assert max(map(len, others)) <= 88


def test_a_page_without_results_has_none(tmp_path):
    page = tmp_path / "report.html"
    page.write_text("<p>Empty</p>")
    assert first_findings(page) == ""


def test_the_demo_study_s_first_finding_is_on_the_adjusted_test(demo):
    assert "two-sided signed-rank test on the 10 data sets" in " ".join(
        first_findings(demo / "report.html").split()
    )
