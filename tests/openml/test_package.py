"""The openml package works within the limits of an attempt."""

import time

import pytest
from openml_loopback import ARFF, ATTRIBUTES, DESCRIPTION, Answer, reach
from requests.adapters import HTTPAdapter

from tenbyten.openml.package import openml_package
from tenbyten.web.asking import Attempt
from tenbyten.web.failures import Failure


@pytest.fixture(autouse=True, scope="module")
def openml(tmp_path_factory):
    """Import the package, which takes a while and makes folders, beforehand."""
    with pytest.MonkeyPatch.context() as patched:
        for name in ("OPENML_CACHE_DIR", "XDG_CONFIG_HOME"):
            patched.setenv(name, str(tmp_path_factory.mktemp("home")))
        import openml
    return openml


@pytest.fixture
def attempt(server):
    server.add_dataset(7, attributes=ATTRIBUTES, arff=ARFF, default_target="side")
    return Attempt(reach(server, attempts=1, total_seconds=3, largest_mb=1))


def describe(attempt):
    with openml_package(attempt) as package:
        dataset = package.ask(lambda openml: openml.datasets.get_dataset(7))
        return dataset, package.answer


def test_the_package_asks_the_attempt_s_server(attempt, server):
    dataset, answer = describe(attempt)
    assert (dataset.dataset_id, dataset.default_target_attribute) == (7, "side")
    assert answer.findtext("id") == "7"
    assert server.requests == [DESCRIPTION.format(7)]


def test_the_package_is_left_as_it_was(attempt):

    import openml

    before = openml.config.get_config_as_dict(), HTTPAdapter.send
    describe(attempt)
    assert (openml.config.get_config_as_dict(), HTTPAdapter.send) == before


def test_the_key_of_the_package_s_own_configuration_is_not_sent(
    attempt, server, openml
):
    openml.config.apikey = "0123456789abcdef0123456789abcdef"
    try:
        describe(attempt)
    finally:
        openml.config.apikey = ""
    assert "0123456789abcdef" not in "".join(server.requests)


ENTITIES = b'<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(ENTITIES), "declares a document type"),
        (Answer(b"<oml:a xmlns:oml='o'/>"), "nonsense .*KeyError"),
        (Answer(b"nothing"), "nonsense"),
        (Answer(b" " * 60_000), "more than the 0.05 MB"),
        (Answer(b"<a/>" * 100, slow="body"), "had not sent everything after 3 s"),
    ],
)
def test_what_the_package_cannot_read_is_a_failure(attempt, server, answer, said):
    server.script[DESCRIPTION.format(7)] = iter([answer])
    started = time.monotonic()
    with pytest.raises(Failure, match=said):
        describe(attempt)
    assert time.monotonic() - started < 10
