"""Questions: asked once an attempt, in the time and size of an attempt."""

from itertools import repeat

import pytest
from openml_loopback import ABOUT, FILE, TEXT, WHERE, Answer, reach

from tenbyten.datasets.downloads import fetch
from tenbyten.datasets.openml import DATASET
from tenbyten.datasets.web import Attempt, Failure, ask

pytestmark = pytest.mark.usefixtures("with_coins")


@pytest.mark.parametrize(("path", "size"), [(FILE, 20_001), (ABOUT, 1001)])
def test_what_is_too_large_is_refused_at_once_with_the_remedy(
    server, tmp_path, path, size
):
    # A description may have a twentieth of it.
    connection = reach(server, attempts=3, largest_mb=0.02)
    server.script[path] = repeat(Answer(b"x" * size, content_type=TEXT, slow="body"))
    with pytest.raises(ValueError, match=f"sends {size} bytes") as caught:
        fetch(DATASET, 7, tmp_path / "7", where=WHERE, connection=connection)
    allowed = "0.02" if path == FILE else "0.001"
    said = str(caught.value)
    assert said.startswith(f"{WHERE}: OpenML data set 7: {server.base}{path} sends ")
    assert f"more than the {allowed} MB that are allowed; if you trust" in said
    assert "set `openml_largest_mb` higher, or set `arff_folder` to" in said
    assert server.requests.count(path) == 1
    assert not (tmp_path / "7").exists()


def test_all_requests_of_an_attempt_share_its_time(server):
    server.pause_seconds = 0.05
    server.script[FILE] = repeat(Answer(b"x" * 4, content_type=TEXT, slow="body"))
    attempt = Attempt(reach(server, attempts=1, total_seconds=0.5))
    with pytest.raises(Failure, match=r"had not sent everything after 0\.5 s"):
        list(map(attempt.get, repeat(server.base + FILE, 10)))


def test_what_a_question_raises_besides_is_not_asked_again(server):
    asked = []

    def question(attempt):
        asked.append(attempt)
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="disk is full"):
        ask(question, subject="a", instead="b", connection=reach(server, attempts=3))
    assert len(asked) == 1
