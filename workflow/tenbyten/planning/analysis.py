"""Say with what software a job of the analysis runs."""

from functools import cache
from pathlib import Path
from typing import Any

from tenbyten.files import sha256_of, sha256_of_sources


@cache
def software_of_script(path: Path) -> dict[str, Any]:
    """Return the software of a script: its own code and that of all it calls.

    `scripting`, which logs and records, counts as none of it.
    """
    return {"script": sha256_of(path), "code": sha256_of_sources(path.parent)}
