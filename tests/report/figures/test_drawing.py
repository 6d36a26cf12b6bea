"""All figures of a study, and their files."""

import errno
import multiprocessing
import os
import re
import subprocess
import sys
import threading
import warnings
from xml.etree import ElementTree

import matplotlib
import pandas as pd
import pytest

from tenbyten.report.figures.drawing import (
    INDEX,
    Drawing,
    style,
    write_figure,
    write_figures,
)
from tenbyten.report.figures.means import draw_scatter
from tenbyten.report.figures.plan import plan
from tenbyten.report.figures.posteriors import draw_posteriors

SVG = "{http://www.w3.org/2000/svg}"


def without(contents, classifier):
    """Contents in which a classifier does not take part."""

    def rest(frame):
        columns = frame.columns.intersection(["row", "column", "classifier"])
        left = frame[(frame[columns] != classifier).all(axis=1)]
        # No rank is below the last.
        return left.assign(**left.filter(["average_rank"]).clip(upper=2))

    kept = {
        subset: {name: rest(frame) for name, frame in found.items()}
        for subset, found in contents.by_subset.items()
    }
    return contents._replace(by_subset=kept)


@pytest.fixture
def one_pair(contents):
    """The figures of the first two classifiers."""
    labels = {name: contents.labels[name] for name in ("nb", "j48")}
    return list(plan(without(contents, "hnb")._replace(labels=labels)))


def test_a_process_with_further_threads_is_not_forked(one_pair, tmp_path, monkeypatch):
    monkeypatch.setattr(multiprocessing, "get_context", None)
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    try:
        write_figures(one_pair[:2], tmp_path, processes=2)
    finally:
        ended.set()
        thread.join()
    assert (tmp_path / "index.csv").is_file()


def test_the_index_names_every_file_and_any_number_of_processes_draws_the_same(
    one_pair, tmp_path
):
    for folder, processes in (("one", 1), ("two", 2)):
        write_figures(one_pair, tmp_path / folder, processes=processes)
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()}
        for folder in ("one", "two")
    )
    assert one == two
    index = pd.read_csv(tmp_path / "one" / "index.csv", keep_default_na=False)
    assert list(index) == INDEX
    files = {f"{name}.svg" for name in index["name"]}
    assert set(one) == {*files, "index.csv"}
    assert index["kind"].value_counts().to_dict() == {
        "comparison_matrix": 2,
        "differences": 2,
        "critical_difference": 2,
        "profiles": 2,
        "posteriors": 1,
        "simplex": 1,
        "scatter": 1,
    }
    assert (index[["title", "alt"]] != "").all(axis=None)
    assert list(index["subset"].unique()) == ["some", "all", ""]


def test_a_figure_that_would_overwrite_another_is_refused(contents, tmp_path):
    twice = without(contents, "hnb")._replace(
        posteriors=contents.posteriors.replace({"column": {"hnb": "J48"}}),
        means=contents.means.rename(columns={"hnb": "J48"}),
        labels={"nb": "naive Bayes", "j48": "J48", "J48": "J48"},
    )
    with pytest.raises(ValueError, match=r"files would be named .*-nb-J48; rename"):
        write_figures(plan(twice), tmp_path)


@pytest.fixture
def drawing(posteriors_of, hostile):
    """One with hostile names of everything."""
    table = posteriors_of(hostile)
    return draw_posteriors(table, row=hostile[0], column=hostile[2])


@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
def test_a_file_is_the_same_bytes_every_time(
    posteriors_of, hostile, form, tmp_path, monkeypatch
):
    names = {"row": hostile[0], "column": hostile[2]}
    for name in "ab":
        drawing = draw_posteriors(posteriors_of(hostile), **names)
        write_figure(drawing, tmp_path / f"{name}.{form}")
        # Another day.
        monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    first = (tmp_path / f"a.{form}").read_bytes()
    assert first == (tmp_path / f"b.{form}").read_bytes()
    assert b"posterior of the difference on each data set" in first or form == "pdf"


def test_another_process_and_the_users_settings_draw_the_same(tmp_path, svg_of):
    (tmp_path / "matplotlibrc").write_text("font.size: 30\nlines.linewidth: 9\n")
    program = (
        "import pandas as pd\n"
        "from pathlib import Path\n"
        "from tenbyten.report.figures.means import draw_scatter\n"
        "from tenbyten.report.figures.drawing import write_figure\n"
        "from tenbyten.report.figures.drawing import style\n"
        "a, b = pd.Series({'x': 0.5}), pd.Series({'x': 0.75})\n"
        "with style():\n"
        "    drawing = draw_scatter(a, b, row='r', column='c')\n"
        "    write_figure(drawing, Path('there.svg'))\n"
    )
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)
    a, b = pd.Series({"x": 0.5}), pd.Series({"x": 0.75})
    here = svg_of(draw_scatter(a, b, row="r", column="c"))
    assert (tmp_path / "there.svg").read_text() == here
    with matplotlib.rc_context({"font.size": 30}), style():
        assert matplotlib.rcParams["font.size"] == 8


def test_hostile_names_are_text_and_nothing_else(drawing, hostile, svg_of):
    root = ElementTree.fromstring(svg_of(drawing))
    assert not [x for x in root.iter() if x.tag == SVG + "script"]
    texts = [element.text for element in root.iter(SVG + "text")]
    assert hostile[1] in texts
    assert all(len(text) < 140 for text in texts)
    assert "sans-serif" in "".join(x.get("style", "") for x in root.iter(SVG + "text"))
    # Its title and description.
    said = " ".join(filter(None, (x.text for x in root.iter())))
    assert "<script>alert(1)</script> and xxx" in said
    assert "on 6 data sets; where it is positive" in said


def lettered(words):
    """A drawing of words alone."""
    drawing = Drawing(1)
    drawing.text(0.1, 0.5, words)
    return drawing


def test_a_full_disk_is_named_and_leaves_no_half_of_a_figure(tmp_path, monkeypatch):
    def fill_disk(file, **_):
        file.write(b"half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    drawing = lettered("words")
    monkeypatch.setattr(drawing, "savefig", fill_disk)
    with pytest.raises(OSError, match=r"a\.svg: cannot be written, No space left"):
        write_figure(drawing, tmp_path / "a.svg")
    assert not [*tmp_path.iterdir()]


def test_letters_that_no_font_has_are_warned_of_but_in_an_svg(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        write_figure(lettered("δέντρο"), tmp_path / "greek.pdf")
        # Of scripts that few machines have a font for.
        rare = lettered("\U00014400\U00016800")
        write_figure(rare, tmp_path / "rare.svg")
        with pytest.raises(UserWarning, match="missing from font"):
            write_figure(rare, tmp_path / "rare.pdf")


def test_letters_come_from_a_font_of_the_machine_that_has_them(tmp_path):
    # Only the font of mathematics has this letter: as if a language's.
    words = "J48 \N{MATHEMATICAL BOLD FRAKTUR SMALL A}"
    write_figure(lettered(words), tmp_path / "letters.svg")
    assert words in (tmp_path / "letters.svg").read_text()
    write_figure(lettered(words), tmp_path / "letters.pdf")
    pdf = (tmp_path / "letters.pdf").read_bytes()
    assert len(set(re.findall(rb"/BaseFont /[A-Z]{6}\+([\w-]+)", pdf))) == 2


def test_files_are_drawn_in_the_formats_that_are_asked_for(one_pair, tmp_path):
    write_figures(one_pair, tmp_path, formats=("pdf", "png"))
    endings = {path.suffix for path in tmp_path.iterdir()}
    assert endings == {".pdf", ".png", ".csv"}
