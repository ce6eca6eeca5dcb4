"""Runs in the browser's Python, under Node: copies the wheels of /waiting to /done, with their modules compiled."""

import io
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import cache_from_source, source_hash
from pathlib import Path

SOURCED = ("conquistadors-",)
"""Wheels that keep their sources: lessons show rules as code, and saves hold a fingerprint of them."""


def compiled(name: str, source: bytes) -> bytes:
    """A module as bytecode that is never compared with its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=0)
    return _code_to_hash_pyc(code, source_hash(source), False)


for wheel in sorted(Path("/waiting").glob("*.whl")):
    keeps = wheel.name.startswith(SOURCED)
    packed = io.BytesIO()
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            content = old.read(entry)
            module = entry.filename.endswith(".py") and ".data/" not in entry.filename
            try:
                made = compiled(f"/lib/python3.14/site-packages/{entry.filename}", content) if module else b""
            except SyntaxError:  # an example of how not to, or a template
                module = False
            if keeps or not module:
                new.writestr(zipfile.ZipInfo(entry.filename), content, zipfile.ZIP_DEFLATED)
            if module:
                name = cache_from_source(entry.filename) if keeps else f"{entry.filename}c"
                new.writestr(zipfile.ZipInfo(name), made, zipfile.ZIP_DEFLATED)
    Path("/done", wheel.name).write_bytes(packed.getvalue())
