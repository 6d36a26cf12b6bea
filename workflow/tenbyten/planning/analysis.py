"""Say with what software a job of the analysis runs."""

import ast
from functools import cache
from pathlib import Path
from typing import Any

from tenbyten.files import sha256_of
from tenbyten.software import software_of_stage


@cache
def software_of_script(path: Path) -> dict[str, Any]:
    """Return the software of a script: its own code and that of all it calls.

    `scripting`, which logs and records, counts as none of it.
    """
    roots = [
        f"{node.module}:{name.name}"
        for node in ast.parse(path.read_bytes()).body
        if isinstance(node, ast.ImportFrom)
        if str(node.module).startswith("tenbyten.")
        if node.module != "tenbyten.scripting"
        for name in node.names
    ]
    return {"script": sha256_of(path)} | software_of_stage(*roots)
