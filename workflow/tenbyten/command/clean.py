"""Remove cached counts that no study's results have.

The studies are those in results/ of the working directory. Counts that none of their
records names are removed, such as those of settings that were tried, and those that a
killed job left.
"""

import argparse
import json
from pathlib import Path

from tenbyten.command import add_config, machine_of
from tenbyten.engines.counts_cache import list_cache_files
from tenbyten.layout import layout_of
from tenbyten.words import count_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--dry-run", action="store_true", help="name what would be removed"
    )
    add_config(parser)


def run(given: argparse.Namespace) -> None:
    """Remove the counts, and print how many there were."""
    shared, studies = machine_of(given)["cache"], sorted(Path("results").glob("*/made"))
    if not studies:
        raise ValueError("no results are here; call it where you run your studies")
    # Records of cross-validation jobs name the files in the cache that they use.
    used = {
        top: {
            name
            for path in top.glob("crossvalidate/*/*.json")
            for name in json.loads(path.read_bytes()).get("cache", ())
        }
        for top in studies
    }
    caches = {Path(layout_of(top.parent.name).cache): x for top, x in used.items()}
    if shared:
        caches = {Path(shared): set().union(*used.values())}
    for cache, names in caches.items():
        files = list_cache_files(cache)
        left = [x for x in files if x.relative_to(cache).as_posix() not in names]
        size = sum(file.stat().st_size for file in left) / 1e6
        for file in left:
            if given.dry_run:
                print(file)
            else:
                file.unlink()
        done = "would be removed" if given.dry_run else "removed"
        of_all = f"{len(left):,} of {count_of(len(files), 'file')}"
        print(f"{cache}: {of_all} {done}, {size:.1f} MB")
