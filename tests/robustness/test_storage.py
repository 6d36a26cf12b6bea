"""A study whose files are in a store, as in a bucket; its machines share nothing."""

import shutil

import pytest

pytestmark = pytest.mark.slow


@pytest.fixture
def options(tmp_path):
    """What Snakemake is told of the store."""
    pytest.importorskip("snakemake_storage_plugin_fs")
    if not shutil.which("rsync"):
        pytest.skip("no rsync, which the storage plugin calls")
    (tmp_path / "store").mkdir()
    words = ["--default-storage-provider", "fs", "--default-storage-prefix"]
    return [*words, tmp_path / "store", "--shared-fs-usage", "none"]


def test_a_store_has_the_same_results_and_a_second_machine_is_told_of_a_change(
    study_in, undisturbed, options, tmp_path
):
    study = study_in(tmp_path / "work")
    study.do(*options)
    assert not study.top.joinpath("accuracies.csv").exists()
    made = study_in(tmp_path / "store").made()
    expected = undisturbed.made()
    # Where files are in a store, the command that makes them is another.
    assert {x for x in expected if made.get(x) != expected[x]} <= {"details.html"}
    assert study.jobs(*options) == {}
    forced = study.jobs("--forcerun", "crossvalidate", *options)
    assert forced["crossvalidate"] == 5
    # A second machine knows nothing of what Snakemake noted on the first.
    second = study_in(tmp_path / "second")
    for file in second.folder.iterdir():
        # As of a copy that keeps times.
        shutil.copystat(study.folder / file.name, file)
    assert second.jobs(*options) == {}
    second.replace("n_neighbors: 3", "n_neighbors: 5")
    code, said = second(*options)
    assert code != 0
    assert "made with other settings than the study has now" in said
    assert "--forcerun crossvalidate" in said
