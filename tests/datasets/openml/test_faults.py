"""OpenML broken in ways that a single answer does not show: slow, moved, mixed up."""

from itertools import repeat

import pytest
from openml_loopback import (
    ABOUT,
    ARFF,
    FILE,
    TEXT,
    UNAVAILABLE,
    WHERE,
    Answer,
    add_coins,
    moved,
    reach,
)

from tenbyten.datasets.downloads import fetch
from tenbyten.datasets.making import make_canonical
from tenbyten.datasets.openml import DATASET, read_fetched
from tenbyten.datasets.sources import Source, fetch_source
from tenbyten.datasets.web import Connection

pytestmark = pytest.mark.usefixtures("with_coins")


@pytest.fixture
def get(server, tmp_path):
    """Fetch the coins directly, without a folder that keeps them."""

    def get(**settings):
        how = reach(server, **{"attempts": 2} | settings)
        fetch(DATASET, 7, tmp_path / "7", where=WHERE, connection=how)

    return get


def test_a_slow_server_that_ends_in_time_is_good_enough(server, get, tmp_path):
    server.pause_seconds = 0.001
    server.script[FILE] = iter([Answer(ARFF, content_type=TEXT, slow="all")])
    get(attempts=1)
    assert len(read_fetched(tmp_path / "7", where=WHERE).raw.values) == 3


REDIRECTIONS = {
    "in a circle": (FILE, FILE, "could not be read: Exceeded 30 redirects"),
    "to nothing": (FILE, "/none", "/none answered 404 Not Found"),
    "to a page": (ABOUT, "/login", "/login answered nonsense .*'<p>Log in'"),
    "to nobody": (FILE, "http://127.0.0.1:9/x", ":9/x could not be read: .*refused"),
}


@pytest.mark.parametrize("case", REDIRECTIONS.values(), ids=REDIRECTIONS)
def test_a_redirection_that_leads_nowhere_is_told_by_where_it_led(server, get, case):
    path, there, words = case
    server.answers["/login"] = Answer(b"<p>Log in", content_type="text/html")
    server.script[path] = repeat(moved(there))
    with pytest.raises(ConnectionError, match=words) as caught:
        get()
    assert str(caught.value).startswith(f"{WHERE}: OpenML data set 7: http://127.")


def test_another_data_set_under_the_id_is_refused(server, get, tmp_path):
    add_coins(server, described_id=8)
    with pytest.raises(
        ConnectionError,
        match=r"data/7 answered for another: its description is of data set 8 \(coins\)"
        r" \(attempt 2 of 2\)",
    ):
        get()
    assert FILE not in server.requests
    assert not (tmp_path / "7").exists()


# What a machine keeps for all studies.
@pytest.fixture
def fetch_kept(server, tmp_path):
    """Fetch the coins for a study, through the folder that keeps them."""

    def fetch_kept(study="one", cache=tmp_path / "kept", openml_id=7):
        how = Connection(server.address, 5, 20, attempts=1, cache=cache)
        source = Source("openml", openml_id)
        fetch_source(source, tmp_path / study, where=WHERE, connection=how)
        return tmp_path / study

    return fetch_kept


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_one_study_fetched_another_has_with_the_server_down(
    server, fetch_kept, tmp_path
):
    first = contents(fetch_kept())
    server.close()
    assert contents(fetch_kept("two")) == first
    assert first.keys() == {"dataset.arff", "dataset.json"}
    # As when Snakemake empties the folder of a job that it runs again.
    for path in (tmp_path / "one").iterdir():
        path.unlink()
    assert contents(fetch_kept()) == first
    assert server.requests == [ABOUT, FILE]


def test_damage_in_that_folder_is_fetched_again_or_refused(
    server, fetch_kept, tmp_path
):
    first = contents(fetch_kept())
    (kept,) = (tmp_path / "kept").rglob("dataset.arff")
    kept.write_bytes(ARFF[:-7])
    server.script[FILE] = iter([UNAVAILABLE])
    with pytest.raises(ConnectionError, match="answered 503"):
        fetch_kept("two")
    assert not (tmp_path / "two").exists()
    assert contents(fetch_kept("two")) == first


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"instances": 4}, "instances 3, the sheet says 4"),
        ({"target": "edge"}, "no attribute 'edge'"),
    ],
)
def test_what_differs_from_the_sheet_is_refused_with_where_it_came_from(
    server, fetch_kept, facts, words
):
    folder = fetch_kept()
    with pytest.raises(ValueError, match=words) as caught:
        make_canonical(
            Source("openml", 7), facts, name="coins", where=WHERE, fetched=folder
        )
    assert str(caught.value).startswith(
        f"{WHERE}: OpenML data set 7 from {server.base}{FILE} (to fetch it again "
        f"delete {folder} and datasets/7 in `openml_cache`): "
    )
