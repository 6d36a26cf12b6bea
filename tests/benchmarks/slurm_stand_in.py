"""Be `sbatch` or `sacct` in a folder: ``slurm_stand_in.py FOLDER COMMAND WORD ...``.

A job of Snakemake's is done when it is sent, and takes no time: it makes the files
that Snakemake waits for, empty. A share of the jobs, in thousandths, fails at the first
attempt. The file `jobs` has a line of each: number, state, and what it did.
"""

import fcntl
import os
import re
import sys
from zlib import crc32


def submit(folder, words):
    """Do the job that `sbatch` is told to, and print its number."""
    rule, names = re.findall(r"--target-jobs '?(\w+):([^' ]+)", words[-1])[0]
    target = f"{rule}:{names}"
    with open(f"{folder}/made") as lines:
        share, *of_rules = lines.read().splitlines()
    files = {line.split()[0]: line.split()[1:] for line in of_rules}[rule]
    wildcards = dict(name.split("=") for name in names.split(","))
    state = "COMPLETED"
    if crc32(target.encode()) % 1000 < int(share):
        try:
            os.close(os.open(f"{folder}/failed/{target}", os.O_CREAT | os.O_EXCL))
            state = "FAILED"
        except FileExistsError:
            pass
    for path in files if state == "COMPLETED" else []:
        path = path.format(**wildcards)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "w").close()
    with open(f"{folder}/jobs", "a") as jobs:
        fcntl.flock(jobs, fcntl.LOCK_EX)
        number = os.fstat(jobs.fileno()).st_size + 1
        jobs.write(f"{number}|{state} {target}\n")
    print(number)


def tell_states(folder):
    """Print numbers and states of all jobs, as `sacct` does."""
    with open(f"{folder}/jobs") as jobs:
        for line in jobs:
            print(line.split(" ")[0])


if __name__ == "__main__":
    folder, command, *words = sys.argv[1:]
    if command == "sbatch":
        submit(folder, words)
    elif "--name" in words:
        tell_states(folder)
