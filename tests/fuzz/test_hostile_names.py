"""Names that HTML, LaTeX, a shell, a template or a file system would act on."""

import re
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from xml.dom import minidom

import pytest
import yaml
from forked_snakemake import call_snakemake

from tenbyten.study import read_study

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent

LABELS = {
    "a": "<script>alert(1)</script> \"'><img src=x onerror=alert(1)> $(touch x) `pwd`",
    "b": "\\input{/etc/passwd} & % $\\frac{1}{$ # _ { } ~ ^ \\end{table} ../../etc/x "
    "{{ 7 * 7 }} {0} ; touch x | touch x 中文 e\u0301🌲" + "x" * 190,
}
TITLE = "<b onload=alert(2)> \\input{/etc/passwd} {{ 7 * 7 }} $(touch x)"
# As hostile as a sheet may call a data set.
DATASETS = ["1..", "x" * 64]
STUDY = {
    "title": TITLE,
    "datasets": "names.tsv",
    "classifiers": {name: {"label": label} for name, label in LABELS.items()},
    "runs": 2,
    "folds": 2,
    "control": "a",
    "bayesian_draws": 1000,
    "hierarchical": False,
    "published": {"source": TITLE, "decisions": {"all": {"a": {"b": "1/0"}}}},
}
# What lays out a table; nothing else may be left of LaTeX's commands.
LAYOUT = (
    r"begin|end|caption|centering|linewidth|textbf|usepackage|toprule|midrule|bottomrule|"
    r"endfirsthead|endhead|endfoot|bullet|circ|raggedright|arraybackslash|footnotesize|"
    r"label|par|infty|\\"
)


def write(folder, datasets=DATASETS, **values):
    """Write a study of these data sets, and return its path."""
    rows = [f"{number}\t{name}\tiris\n" for number, name in enumerate(datasets, 1)]
    (folder / "names.tsv").write_text(
        "number\tname\tbundled\n" + "".join(rows), encoding="utf-8"
    )
    path = folder / "hostile.yaml"
    study = STUDY | values
    if "classifiers" in values:
        study = {key: study[key] for key in ("datasets", "classifiers")}
    text = yaml.safe_dump(study, sort_keys=False, allow_unicode=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The hostile study, analysed from accuracies made elsewhere."""
    folder = tmp_path_factory.mktemp("hostile")
    cells = product(DATASETS, LABELS, (1, 2), (1, 2))
    lines = ["dataset,classifier,run,fold,accuracy"]
    for number, (dataset, classifier, run, fold) in enumerate(cells):
        accuracy = (number * 37 % 100) / 100
        lines.append(f"{dataset},{classifier},{run},{fold},{accuracy}")
    (folder / "theirs.csv").write_text("\n".join(lines) + "\n")
    said = tmp_path_factory.mktemp("said") / "said.txt"
    arguments = [
        *("--snakefile", str(ROOT / "Snakefile"), "--directory", str(folder)),
        *("--cores", "2", "--config"),
        *(f"study={write(folder)}", "accuracies=theirs.csv"),
    ]
    code = call_snakemake(arguments, folder=folder, said=said)
    assert code == 0, said.read_text()
    return folder


class Page(HTMLParser):
    """Elements, attributes and text of a page."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.text = set(), [], ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        """Note an element."""
        self.tags.add(tag)
        self.attributes += attributes

    def handle_data(self, data):
        """Note text."""
        self.text += data


def assert_harmless(page):
    """Hold a page to elements that neither run nor fetch anything."""
    assert not page.tags & {"script", "img", "iframe", "object", "embed", "base"}
    for name, value in page.attributes:
        assert not name.startswith("on")
        assert "javascript:" not in (value or "") or name not in ("href", "src")


def test_nothing_in_a_name_is_executed(folder):
    inside = {"theirs.csv", "hostile.yaml", "names.tsv", "results", ".snakemake"}
    assert {path.name for path in folder.iterdir()} == inside
    assert not list(folder.rglob("x"))


def test_files_have_safe_names(folder):
    for path in (folder / "results").rglob("*"):
        assert re.fullmatch(r"\.?[A-Za-z0-9][A-Za-z0-9_.+-]*", path.name)
        assert len(path.name) < 256


@pytest.mark.parametrize("name", ["report", "details"])
def test_the_report_is_text_and_no_script(folder, name):
    page = Page((folder / f"results/hostile/{name}.html").read_text(encoding="utf-8"))
    assert_harmless(page)
    text = " ".join(page.text.split())
    for label in (*LABELS.values(), TITLE):
        assert label in text


def test_figures_are_text_and_no_script(folder):
    figures = list((folder / "results/hostile/figures").glob("*.svg"))
    assert len(figures) >= 3
    for path in figures:
        for element in minidom.parse(str(path)).getElementsByTagName("*"):
            assert element.tagName not in ("script", "foreignObject", "a")
            for name, value in element.attributes.items():
                assert not name.startswith("on")
                if name.endswith("href"):
                    assert value.startswith(("#", "data:image/png;base64,"))


def test_latex_gets_no_command_from_a_name(folder):
    tables = list((folder / "results/hostile/tables").rglob("*.tex"))
    assert len(tables) >= 5
    for path in tables:
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"\\text[a-z]+\{\}|\\[&%$#_{}]", "", text)
        for command in re.findall(r"\\([a-zA-Z]+|.)", text):
            assert re.fullmatch(LAYOUT, command)
        assert not re.search(r"[#_~^]", text)


NAMES = ["..", "a/b", "a\\b", "-rf", "$(x)", "<b>", "e\u0301", "x" * 65]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_no_file_should_have_is_refused(name, tmp_path):
    with pytest.raises(ValueError, match=r"row 2 .*: key name: "):
        read_study(write(tmp_path, ["iris", name, "wine"]), ROOT)
    for key in ("classifiers", "subsets"):
        values = {"classifiers": {name: {}, "B": {}}, "subsets": {name: [1, 2]}}[key]
        with pytest.raises(ValueError, match=f"key {key}: "):
            read_study(write(tmp_path, **{key: values}), ROOT)


LETTERS = ["\n", "\x1b", "\x00", "\u2028", "\u202e", "\ufffe"]


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        *((("a" + x, "b"), "(label: the character|special char)") for x in LETTERS),
        ((" b ", "b"), "so has another one"),
        (("  ", "b"), "which nobody can see"),
    ],
)
def test_labels_that_look_the_same_or_like_nothing_are_refused(
    labels, message, tmp_path
):
    classifiers = {name: {"label": x} for name, x in zip("AB", labels, strict=True)}
    with pytest.raises(ValueError, match=message):
        read_study(write(tmp_path, classifiers=classifiers), ROOT)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"classifiers": {"A\n": {}, "B": {}}}, r"'A\\n' has "),
        *(
            ({"subsets": {name: [1, 2]}}, f"subset {name} has the name of a table")
            for name in ("published", "Sensitivity", "parity")
        ),
        ({"subsets": {"one": [1, 2], "ONE": [1, 2]}}, "one but for upper"),
        *(
            ({key: value}, f"key {key}: is {value}")
            for key in ("rope", "alpha", "prior_strength")
            for value in (float("nan"), float("inf"))
        ),
        ({"runs": 2.0}, r"key runs: is 2\.0"),
    ],
)
def test_other_hostile_values_are_refused(values, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        read_study(write(tmp_path, **values), ROOT)
