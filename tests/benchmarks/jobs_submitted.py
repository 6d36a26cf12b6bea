"""Send many small jobs to a scheduler: ``jobs_submitted.py JOBS [--failing SHARE]``.

A study of half as many small data sets, each prepared and cross-validated by a job of
its own, goes through the profile for Slurm. Slurm is not there: `sbatch`, `sacct` and
the others are stand-ins in a temporary folder, whose jobs take no time and make only
what Snakemake waits for. A share of the jobs, 0.01 unless said, fails at the first
attempt. Printed is what planning and what all of it costs Snakemake's own process and
the commands that it calls, and how many jobs were lost or done twice, of which there
must be none.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from jobs_planned import write_study

from tenbyten.layout import Layout

ROOT = Path(__file__).resolve().parent.parent.parent
# Snakemake, which says at its end what it, the commands and their memory were.
SNAKEMAKE = """
import atexit, resource, sys
from snakemake.cli import main
@atexit.register
def tell():
    own, commands = map(resource.getrusage, (0, -1))
    seconds = [x.ru_utime + x.ru_stime for x in (own, commands)]
    print("COST", *seconds, own.ru_maxrss / 1e6, file=sys.stderr)
main(sys.argv[1:])
"""
SITE = ["--default-resources", "slurm_account=science", "slurm_partition=debug"]
SITE += ["--jobs", "500", "--slurm-init-seconds-before-status-checks", "5"]
SITE += ["--seconds-between-status-checks", "5", "--max-jobs-per-timespan", "1000/1s"]
SILENT = {
    "scontrol": "MaxArraySize = 1001\\nMinJobAge = 300 sec\\n",
    "sacctmgr": "science\\n",
    "sinfo": "",
    "squeue": "",
    "scancel": "",
    "sshare": "",
}


def write_stand_ins(folder, failing):
    """Write Slurm's commands; return the folder to put first on the path."""
    commands = folder / "bin"
    for part in (commands, folder / "failed"):
        part.mkdir()
    layout = Layout("results/{study}")
    of_rules = {
        "prepare": (layout.archive, "prepare/{batch}"),
        "crossvalidate": (layout.counts, "crossvalidate/{panel}/{part}"),
    }
    of_rules = {
        rule: (path, layout.made(job), layout.benchmark(job))
        for rule, (path, job) in of_rules.items()
    }
    lines = [f"{failing * 1000:.0f}"]
    lines += [" ".join([rule, *files]) for rule, files in of_rules.items()]
    (folder / "made").write_text("\n".join(lines))
    (folder / "jobs").touch()
    script = Path(__file__).with_name("slurm_stand_in.py")
    call = f'exec {sys.executable} -I -S {script} {folder} {{}} "$@"'
    said = {name: f"printf '{words}'" for name, words in SILENT.items()}
    for name, line in (said | {x: call.format(x) for x in ("sbatch", "sacct")}).items():
        (commands / name).write_text(f"#!/bin/sh\n{line}\n")
        (commands / name).chmod(0o755)
    return commands


def snakemake(folder, *arguments):
    """Run Snakemake; return its seconds, those of its commands, and its GB."""
    profile = ROOT / "profiles" / "slurm"
    command = [sys.executable, "-c", SNAKEMAKE, "--snakefile", ROOT / "Snakefile"]
    command += ["--workflow-profile", profile, "--directory", folder, *SITE]
    command += ["--until", "crossvalidate", "--cores", "1", *arguments]
    command += ["--config", f"study={folder / 'large.yaml'}", "datasets_per_job=1"]
    env = os.environ | {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    with open(folder / "said", "w") as said:
        code = subprocess.run(
            command, stdout=said, stderr=said, cwd=folder, env=env
        ).returncode
    text = (folder / "said").read_text(encoding="utf-8")
    if code:
        sys.exit(text[-3000:])
    return tuple(map(float, re.search(r"^COST (.*)$", text, re.M)[1].split()))


def main():
    """Send as many jobs as the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jobs", type=int)
    parser.add_argument("--failing", type=float, default=0.01)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_study(folder, datasets=asked.jobs // 2, classifiers=2)
        write_stand_ins(folder, asked.failing)
        planning, _, memory = snakemake(folder, "--dry-run", "--quiet", "rules")
        print(f"planning: {planning:.1f} CPU seconds, {memory:.1f} GB", flush=True)
        began = time.monotonic()
        own, commands, memory = snakemake(folder)
        wall = time.monotonic() - began
        jobs = (folder / "jobs").read_text().splitlines()
    done = Counter(line.split()[1] for line in jobs if "|COMPLETED " in line)
    lost, twice = asked.jobs - len(done), done.total() - len(done)
    print(f"{len(jobs)} jobs sent in {wall:.0f} s, {memory:.1f} GB")
    for who, seconds in (
        ("Snakemake, planning included", own),
        ("Slurm's commands", commands),
    ):
        each = 1000 * seconds / len(jobs)
        print(f"{who}: {seconds:.1f} CPU seconds, {each:.1f} ms a job")
    print(f"{len(jobs) - done.total()} failed, {lost} lost, {twice} done twice")
    sys.exit(bool(lost or twice))


if __name__ == "__main__":
    main()
