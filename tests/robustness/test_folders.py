"""A folder that is full, read-only or in use stops a study and harms no file."""

import shutil
import subprocess
import time

import pytest

pytestmark = pytest.mark.slow

FULL_MB = 64


def mount(*arguments):
    """Call mount, or skip the test where it is refused."""
    done = subprocess.run(["mount", *map(str, arguments)], capture_output=True)
    if done.returncode:
        pytest.skip(f"mount is refused here: {done.stderr.decode().strip()}")


@pytest.fixture
def disk(tmp_path):
    """A small file system of its own, and a function that mounts it otherwise."""
    if not shutil.which("mount"):
        pytest.skip("there is no program mount")
    folder = tmp_path / "disk"
    folder.mkdir()
    mount("-t", "tmpfs", "-o", f"size={FULL_MB}m", "tmpfs", folder)
    yield folder, lambda options: mount("-o", f"remount,{options}", folder)
    subprocess.run(["umount", "--lazy", folder], check=True)


def size(folder):
    """Bytes that the files below a folder take."""
    files = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return sum(-(-bytes_ // 4096) * 4096 for bytes_ in files)


def test_a_full_disk_is_said_and_a_rerun_with_room_gives_the_same(
    study_in, undisturbed, disk
):
    folder, remount = disk
    study = study_in(folder)
    whole = size(undisturbed.folder / "results")
    for part in (0.1, 0.5):
        remount(f"size={int(part * whole) // 4096 * 4 + 32}k")
        code, said = study()
        assert code != 0
        assert "No space left on device" in said
        assert not (folder / "results" / "small" / "report.html").exists()
    remount(f"size={FULL_MB}m")
    code, said = study()
    assert code == 0, said
    assert study.made() == undisturbed.made()


def test_a_read_only_folder_is_said_and_nothing_is_changed(study_in, undisturbed, disk):
    folder, remount = disk
    shutil.copytree(undisturbed.folder, folder, symlinks=True, dirs_exist_ok=True)
    study = study_in(folder)
    (folder / "results" / "small" / "tables" / "all.md").unlink()
    before = study.made()
    remount("ro")
    code, said = study()
    assert code != 0
    assert "Read-only file system" in said
    assert study.made() == before
    remount("rw")
    code, said = study()
    assert code == 0, said
    assert study.made() == undisturbed.made()


def test_a_second_snakemake_is_told_so_and_the_first_is_not_disturbed(
    copied, undisturbed
):
    # Enough to do that the second, which plans first, meets the first at work.
    for part in ("comparisons", "tables", "figures"):
        shutil.rmtree(copied.folder / "results" / "small" / part)
    first = copied.start()
    locks = copied.folder / ".snakemake" / "locks"
    while not (locks / "0.output.lock").exists():
        assert first.poll() is None
        time.sleep(0.01)
    code, said = copied()
    assert code != 0
    assert "Directory cannot be locked" in said
    assert "--unlock" in said
    assert first.wait(timeout=600) == 0
    assert copied.made() == undisturbed.made()
