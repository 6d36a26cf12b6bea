"""What results are made from: settings, libraries and a user's own modules."""

import importlib.machinery
import json
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import sklearn
from hypothesis import given
from hypothesis import strategies as st

from tenbyten import versions
from tenbyten.versions import (
    add_to_path,
    as_json,
    code_digest,
    describe_imports,
    differences,
    digest,
    own_files,
    python_version,
    versions_of,
)

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(
    LEAVES, lambda x: st.lists(x) | st.dictionaries(st.text() | st.integers(), x)
)
MADE = {"seed": 1, "settings": {"C": 0.25, "estimator": {"depth": [1, 2]}}}


@given(VALUES)
def test_values_outlive_a_file(values):
    again = json.loads(json.dumps(as_json(values)))
    assert digest(again) == digest(values)
    assert differences(again, as_json(values)) == []


@given(st.dictionaries(st.text(), LEAVES))
def test_the_order_of_keys_does_not_matter(values):
    assert digest(dict(reversed(values.items()))) == digest(values)


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, 1.0), (1, True), (1, "1"), ({1: 2}, {"1": 2}), ([1, 2], [2, 1]), (None, "")],
)
def test_values_that_are_no_same_setting_differ(one, other):
    assert digest(one) != digest(other)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, []),
        ({"seed": 7}, ["seed 1 -> 7"]),
        ({"seed": 1.0}, ["seed 1 -> 1.0"]),
        ({"options": "-M 2"}, ["options none -> -M 2"]),
        ({"options": "x" * 61}, ["options changed"]),
        ({"settings": {"C": 0.25}}, ["settings estimator depth [1, 2] -> none"]),
        (
            {"settings": MADE["settings"] | {"estimator": {"depth": [1, 3]}}},
            ["settings estimator depth [1, 2] -> [1, 3]"],
        ),
    ],
)
def test_what_differs_is_said_with_its_keys(change, words):
    assert differences(MADE, MADE | change) == words


EVIL = "raise SystemExit('imported')\n"


def of(text):
    return code_digest(text.encode())


def write(folder, **modules):
    """Write modules, by their paths without the ending."""
    for name, text in modules.items():
        file = folder / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def test_a_module_and_what_it_imports_have_checksums_and_do_not_run(study):
    mine, helpers = f"{EVIL}import helpers\n", f"{EVIL}import json\n"
    write(study, mine=mine, helpers=helpers, other=EVIL)
    found = describe_imports(["mine"], study)
    assert found == ({"helpers": of(helpers), "mine": of(mine)}, {})
    write(study, helpers=f"{helpers}x = 1")
    changed = describe_imports(["mine"], study).modules
    assert changed["mine"] == of(mine)
    assert changed["helpers"] != of(helpers)


CODE = "class A:\n    def fit(self, x):\n        return x + 1\n"


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        ("class A:", "# comment\n\nclass A:  # another", True),
        ("class A:", "'Of the module.'\nclass A:\n    'Of it.'\n", True),
        ("return x + 1", "'Of it.'\n        return (x\n            + 1)", True),
        ("x + 1", "x + 2", False),
        ("x + 1", "x + 1.0", False),
        ("class A:", "import os\nclass A:", False),
        ("return x + 1", "return 'x + 1'", False),
    ],
)
def test_comments_docstrings_and_layout_do_not_count(old, new, is_same):
    assert (of(CODE.replace(old, new)) == of(CODE)) == is_same


# A class's module, the modules there are, and those that it imports. It brings the
# packages around it; a folder without `__init__` and a torn module are as they are.
FOLLOWED = [
    (
        "mine",
        {
            "mine": "def fit():\n  from pack import inner\n  import pack.deep.last\n",
            "pack/__init__": "",
            "pack/inner": "from . import beside\nfrom .deep import first as x, CONST\n",
            "pack/beside": "",
            "pack/unused": "",
            "pack/deep/__init__": "from .first import *\n",
            "pack/deep/first": "from ..beside import x\nfrom ... import beyond\n",
            "pack/deep/last": "import pack.nowhere, mine\n",
        },
        "mine pack pack.beside pack.deep pack.deep.first pack.deep.last pack.inner",
    ),
    (
        "pack.mine",
        {"pack/__init__": "import helpers\n", "pack/mine": "", "helpers": ""},
        "helpers pack pack.mine",
    ),
    (
        "loose.mine",
        {"loose/mine": "import torn\n", "torn": "def (:\n"},
        "loose.mine torn",
    ),
]


@pytest.mark.parametrize(("module", "modules", "found"), FOLLOWED)
def test_imports_are_followed_wherever_they_stand(study, module, modules, found):
    write(study, **modules)
    assert list(describe_imports([module], study).modules) == found.split()


def test_a_compiled_module_counts_by_its_bytes(study):
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    write(study, mine="import fast\n")
    (study / f"fast{suffix}").write_bytes(b"\x7fELF one")
    found = describe_imports(["mine"], study).modules
    assert found["fast"] == code_digest(b"\x7fELF one")


def test_a_library_that_a_module_imports_has_its_version(study, install):
    install("fakeboost", "1.0", source=EVIL)
    write(study, mine="import fakeboost.tree\nfrom fakeboost import Model\n")
    found = describe_imports(["mine"], study)
    assert list(found.modules) == ["mine"]
    assert found.libraries == {"fakeboost": "1.0"}
    assert describe_imports(["fakeboost"]).libraries == {"fakeboost": "1.0"}
    install("fakeboost", "1.1")
    assert describe_imports(["mine"], study).libraries == {"fakeboost": "1.1"}


def test_a_library_installed_into_a_folder_of_its_own_has_its_version(install):
    install("fakeboost", "1.0", folder="target")
    assert describe_imports(["fakeboost"]) == ({}, {"fakeboost": "1.0"})


def test_a_link_to_sources_counts_as_the_users_own(study, install, monkeypatch):
    installed = install("linked", "1.0")
    (installed.parent / "__init__.py").unlink()
    installed.parent.rmdir()
    write(study, linked="x = 1\n")
    monkeypatch.syspath_prepend(study)
    assert describe_imports(["linked"]) == ({"linked": of("x = 1\n")}, {})


def test_a_library_without_a_version_counts_by_its_source(install):
    module = install("bare", "1.0")
    for file in (module.parents[1] / "bare-1.0.dist-info").iterdir():
        file.unlink()
    (module.parents[1] / "bare-1.0.dist-info").rmdir()
    assert describe_imports(["bare"]).modules == {"bare": of("x = 1\n")}


def test_what_is_missing_is_told(study):
    write(study, mine="try:\n    import gpu_of_nobody\nexcept ImportError: pass\n")
    found = describe_imports(["mine", "yours.part", "mine.part"], study)
    assert found.modules["yours.part"] == found.modules["mine.part"] == "not found"
    assert found.libraries == {"gpu_of_nobody": "not found"}


@pytest.mark.parametrize("name", ["", "..", "a/b", "../mine", "mine\0", "a b", "x."])
def test_what_is_no_name_of_a_module_is_not_found(study, name):
    write(study, mine="")
    assert describe_imports([name], study).modules == {name: "not found"}


def test_a_module_beside_the_study_is_imported_after_all_others(study, install):
    write(study, mine="here = 'beside'\n", fakeboost="here = 'beside'\n")
    installed = install("fakeboost", "1.0", source="here = 'installed'\n")
    code = f"""
import sys
sys.path.insert(0, {str(installed.parents[1])!r})
from tenbyten.versions import add_to_path
add_to_path({str(study)!r})
add_to_path({str(study)!r})
assert sys.path.count({str(study)!r}) == 1
import fakeboost, mine
print(fakeboost.here, mine.here)
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["installed", "beside"]


def test_the_folder_of_a_study_is_searched_once_it_is_on_the_path(study):
    write(study, mine="")
    assert describe_imports(["mine"]).modules == {"mine": "not found"}
    add_to_path(study)
    assert describe_imports(["mine"]).modules == {"mine": of("")}


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """Look at every library anew, as a process does once."""
    forget()
    yield
    forget()


def forget():
    """Forget which libraries were found."""
    for cached in vars(versions).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


@pytest.fixture
def study(tmp_path, monkeypatch):
    """An empty folder of a study file, which Python does not search."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    folder = tmp_path / "study"
    folder.mkdir()
    return folder


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Return a function that installs a library of one module, in a folder."""

    def install(
        name, version, *, package=None, folder="site-packages", source="x = 1\n"
    ):
        package, told = package or name, name.replace("-", "_")
        site = tmp_path / folder
        place = site / package
        place.mkdir(parents=True, exist_ok=True)
        (place / "__init__.py").write_text(source)
        for old in site.glob(f"{told}-*.dist-info"):
            for file in old.iterdir():
                file.unlink()
            old.rmdir()
        about = site / f"{told}-{version}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        (about / "RECORD").write_text(f"{package}/__init__.py,,\n")
        if str(site) not in sys.path:
            monkeypatch.syspath_prepend(site)
        forget()
        return Path(place / "__init__.py")

    return install


def test_the_files_of_own_modules_are_found_by_their_paths(study):
    for name in ("mine.py", "parts/__init__.py", "parts/inner.py"):
        (study / name).parent.mkdir(exist_ok=True)
        (study / name).write_text("x = 1\n")
    found = own_files(["mine", "parts.inner", "gone"], study)
    names = ("mine.py", "parts/__init__.py", "parts/inner.py")
    assert found == {name: study / name for name in names}


def test_libraries_have_their_versions_by_the_names_they_are_installed_by():
    found = versions_of("sklearn", "numpy", "nobodys")
    expected = {"numpy": np.__version__, "scikit-learn": sklearn.__version__}
    assert found == expected | {"nobodys": "not found"}


def test_a_library_is_found_by_what_it_installs(install):
    install("made-up", "1.0", package="other_name")
    assert versions_of("other_name") == {"made-up": "1.0"}
    install("made-up", "1.1", package="other_name")
    assert versions_of("other_name") == {"made-up": "1.1"}


def test_a_library_of_the_name_that_has_another_package_is_not_taken(install):
    # There is a distribution `sklearn` that installs nothing.
    install("mine", "1.0", package="different")
    assert versions_of("mine") == {"mine": "not found"}


def test_python_has_its_minor_version_and_the_architecture():
    major, minor, _ = platform.python_version_tuple()
    assert python_version() == f"{major}.{minor} {platform.machine()}"
