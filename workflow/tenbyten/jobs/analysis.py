"""Say with what software a job of the analysis runs."""

import ast
from functools import cache
from pathlib import Path
from typing import Any

from tenbyten.files import sha256_of
from tenbyten.software import software_of_stage


@cache
def software_of_script(
    path: Path, *, modules: tuple[str, ...] = (), templates: Path | None = None
) -> dict[str, Any]:
    """Return the software of a script: its own code, that of all it calls, templates.

    `modules` are those that it imports by names made at run time. `scripting`, which
    logs and records, counts as none of it.
    """
    files = [path, *sorted(templates.iterdir() if templates else ())]
    roots = [
        f"{node.module}:{name.name}"
        for node in ast.parse(path.read_bytes()).body
        if isinstance(node, ast.ImportFrom)
        if str(node.module).startswith("tenbyten.")
        if node.module != "tenbyten.scripting"
        for name in node.names
    ]
    return {
        "files": {file.name: sha256_of(file) for file in files}
    } | software_of_stage(*roots, *modules)
