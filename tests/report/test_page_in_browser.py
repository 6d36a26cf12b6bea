"""The page in a browser: it fills a wide window, and a narrow one shows its names."""

import shutil

import pytest

from page_elements import lay_out
from report_pages import render_details

pytestmark = pytest.mark.skipif(not shutil.which("chromium"), reason="no chromium")

# Opens everything, scrolls every table to its end, and says where things stand.
MEASURE = """<script>
document.querySelectorAll("details").forEach(x => x.open = true);
const boxes = [...document.querySelectorAll(".scroll")].map(box => {
  box.scrollLeft = 9999;
  const left = box.getBoundingClientRect().left;
  const names = box.querySelectorAll("tbody tr:first-child > th, .second");
  return {
    scrolled: box.scrollLeft,
    names: [...names].map(x => x.getBoundingClientRect().left - left),
    width: box.clientWidth,
  };
});
document.title = JSON.stringify({
  window: innerWidth,
  page: document.documentElement.scrollWidth,
  main: document.querySelector("main").clientWidth,
  boxes: boxes.filter(x => x.names.length),
});
</script></body>"""


@pytest.fixture(scope="module")
def measured(small, tmp_path_factory):
    """Lay the page of the small study out in a window of some width."""
    folder = tmp_path_factory.mktemp("browser")
    page = folder / "details.html"
    page.write_text(render_details(small).replace("</body>", MEASURE), encoding="utf-8")

    return lambda width: lay_out(page, folder, width=width)[0]


def test_a_wide_window_is_used_and_tables_are_not_scrolled_in_a_narrow_column(measured):
    found = measured(1280)
    assert found["main"] > 0.95 * found["window"]
    for box in found["boxes"]:
        assert box["width"] == found["main"]
    # Decisions, adjusted and not, are seen whole.
    assert [box["scrolled"] for box in found["boxes"][:2]] == [0, 0]


def test_in_a_narrow_window_the_names_of_a_row_stay_in_sight(measured):
    found = measured(420)
    assert found["page"] <= found["window"]
    scrolled = [box for box in found["boxes"] if box["scrolled"] > 100]
    assert len(scrolled) > 5
    for box in scrolled:
        assert all(0 <= left < box["width"] / 2 for left in box["names"])
