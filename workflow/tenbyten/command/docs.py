"""Open a page of the documentation, or print it where its pages were not built.

TOPIC is the name of a page, such as keys, splitters or metrics, with # and an anchor
behind it if you like, as in messages#lock. Left out, it is the first page.
"""

import argparse
import runpy
import webbrowser

from tenbyten.layout import DOCUMENTATION
from tenbyten.words import suggest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("topic", nargs="?", default="docs", help="the name of a page")


def run(given: argparse.Namespace) -> None:
    """Open or print the page."""
    name = given.topic.partition("#")[0]
    files = DOCUMENTATION.rglob("*.md")
    # The first page of a folder is called as the folder is.
    pages = {x.stem if x.stem != "index" else x.parent.name: x for x in files}
    if name not in pages:
        hint = suggest(name, pages, f"there are {', '.join(sorted(pages))}")
        raise ValueError(f"no page {name!r}; {hint}")
    built = DOCUMENTATION / "html" / pages[name].relative_to(DOCUMENTATION)
    if not (built := built.with_suffix(".html")).is_file():
        with_keys = runpy.run_path(str(DOCUMENTATION / "conf.py"))["with_keys"]
        print(with_keys(pages[name].read_text(encoding="utf-8")))
        return
    address = built.as_uri() + given.topic.removeprefix(name)
    print(address)
    webbrowser.open(address)
