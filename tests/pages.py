"""The pages of the documentation, as they are written."""

import re
import runpy

from sources import ROOT

DOCS = ROOT / "workflow" / "docs"
# By their paths, without those that were built.
PAGES = {
    path.relative_to(DOCS).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(DOCS.rglob("*.md"))
}

with_keys = runpy.run_path(str(DOCS / "conf.py"))["with_keys"]


def blocks(text, *languages):
    """The fenced blocks of these languages in a text."""
    fenced = rf"^```(?:{'|'.join(languages)})\n(.*?)^```$"
    return re.findall(fenced, text, re.DOTALL | re.MULTILINE)
