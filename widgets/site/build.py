"""Builds the kit as a static site, in which the browser alone computes: `make site`.

JupyterLite is the page, Pyodide the Python in it, and the wheels are those of the set-up. Everything is fetched by its
name from wherever pip and npm fetch things here, and lies in the site: a visitor asks no other host.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from conquistadors.engine.texts import LANGUAGES, texts_of

ROOT: Final = Path(__file__).resolve().parents[2]
HERE: Final = Path(__file__).resolve().parent
PYODIDE: Final = "314.0.7"
PYTHON: Final = "3.14"
EXTENSIONS: Final = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
KERNEL: Final = EXTENSIONS / "@jupyterlite" / "pyodide-kernel-extension" / "static" / "pypi"
START: Final = "00_start_here.ipynb"
KERNEL_WHEELS: Final = ("ipykernel-6*", "piplite-*", "pyodide_kernel-*")

BEGINNINGS: Final = ("ipython", "comm", "packaging")
"""What the kernel needs, besides what the kit does, and micropip, which comes in the version that Pyodide names."""
LEFT_OUT: Final = {"jupyterlab", "pandas", "jupyterlab-widgets", "widgetsnbextension", "jupyter-leaflet", "jedi"}
"""What is the page's, has no wheel for the browser, or (jedi) takes longer to load than it is worth there."""
WANTED_EXTENSIONS: Final = {"@jupyter-widgets", "@jupyterlite", "anywidget", "jupyter-leaflet", "jupyterlab_pygments"}
UNUSED: Final = {
    "plotly": r"plotly/(package_data/(plotly\.min\.js|datasets/.*)|labextension/.*)|.*\.data/.*",
    "anywidget": r".*\.data/.*",
}
"""Files of a wheel that nothing on the site reads."""
CHANGED: Final = {
    "pyodide_kernel/interpreter.py": (b"use_jedi = True", b"use_jedi = False"),
    "pyodide_kernel/kernel.py": (
        b"    async def run(self, code):\n",
        (
            b"    async def run(self, code):\n"
            b"        from conquistadors.engine import platform\n\n"
            b"        await platform.ready()\n"
        ),
    ),
}
"""Lines of other people's wheels that cannot be set otherwise."""
BROWSER: Final = {
    "python_version": PYTHON,
    "python_full_version": f"{PYTHON}.0",
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
    "platform_machine": "wasm32",
    "os_name": "posix",
    "extra": "",
}
"""The browser, as the markers of requirements see it."""


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        check=False,
        cwd=cwd,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command[:6]))} ... failed:\n{done.stdout[-4000:]}")


# The wheels ------------------------------------------------------------------------------------------------------


def needed(names: Iterable[str]) -> dict[str, str]:
    """The packages that these lead to in a browser, with the versions of the set-up."""
    found: dict[str, str] = {}
    waiting = [canonicalize_name(name) for name in names]
    while waiting:
        name = waiting.pop()
        if name in found or name in LEFT_OUT:
            continue
        installed = distribution(name)
        found[name] = installed.version
        wanted = [each for each in map(Requirement, installed.requires or ()) if applies(each)]
        waiting += [canonicalize_name(each.name) for each in wanted]
    return found


def applies(wanted: Requirement) -> bool:
    """Whether a requirement is one in a browser."""
    return wanted.marker is None or wanted.marker.evaluate(BROWSER)


def fetch_wheels(packages: dict[str, str], folder: Path) -> None:
    """Pure wheels from the package index, those that are not there yet. MarkupSafe is built without its C code."""
    folder.mkdir(parents=True, exist_ok=True)
    there = {name_of(path): path.name.split("-")[1] for path in folder.glob("*.whl")}
    missing = [f"{name}=={version}" for name, version in packages.items() if there.get(name) != version]
    built = [each for each in missing if each.startswith("markupsafe==")]
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    if built:
        run(*pip, "wheel", "--no-deps", "--no-binary=markupsafe", *built, "-w", folder, CC="false")
    pure = [each for each in missing if each not in built]
    if pure:
        kind = ("--only-binary=:all:", "--python-version", PYTHON, "--platform", "any", "--implementation", "py")
        run(*pip, "download", "--no-deps", *kind, *pure, "-d", folder)


def name_of(wheel: Path) -> str:
    return canonicalize_name(wheel.name.split("-")[0])


def repack(wheel: Path, to: Path) -> None:
    """A copy of a wheel without what nobody reads."""
    unused = re.compile(UNUSED.get(name_of(wheel), r"$^"))
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(to / wheel.name, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            if unused.fullmatch(entry.filename) or entry.is_dir():
                continue
            content, (line, other) = old.read(entry), CHANGED.get(entry.filename, (b"", b""))
            if line not in content:
                raise SystemExit(f"{entry.filename} no longer has the line {line.decode()!r}")
            new.writestr(
                zipfile.ZipInfo(entry.filename), content.replace(line, other) if line else content, zipfile.ZIP_DEFLATED
            )


def compile_all(wheels: Iterable[Path], parts: Path) -> list[Path]:
    """The wheels with compiled modules. What was compiled once is kept, but for the kit and what is changed here."""
    waiting, done = parts / "waiting", parts / f"compiled-{PYODIDE}"
    shutil.rmtree(waiting, ignore_errors=True)
    waiting.mkdir(parents=True)
    done.mkdir(exist_ok=True)
    wanted = list(wheels)
    for wheel in wanted:
        if wheel.parent in (parts / "kit", KERNEL) or not (done / wheel.name).exists():
            repack(wheel, waiting)
    if any(waiting.iterdir()):
        run("node", HERE / "compile.mjs", parts / "lite" / "static" / "pyodide", waiting, done)
    return [done / wheel.name for wheel in wanted]


def without_jedi(to: Path) -> Path:
    """The kernel asks for jedi by name: an empty package of that name."""
    wheel = to / "jedi-0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as opened:
        opened.writestr(zipfile.ZipInfo("jedi-0.dist-info/METADATA"), "Metadata-Version: 2.1\nName: jedi\nVersion: 0\n")
        opened.writestr(zipfile.ZipInfo("jedi-0.dist-info/WHEEL"), "Wheel-Version: 1.0\nTag: py3-none-any\n")
        opened.writestr(zipfile.ZipInfo("jedi-0.dist-info/RECORD"), "")
    return wheel


def locked(wheel: Path, names: set[str]) -> dict[str, Any]:
    """What the lock says of a wheel."""
    with zipfile.ZipFile(wheel) as opened:
        files = opened.namelist()
        (metadata,) = (name for name in files if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
        lines = opened.read(metadata).decode("utf-8").split("\n\n")[0].splitlines()
    wanted = [Requirement(line.split(":", 1)[1].strip()) for line in lines if line.startswith("Requires-Dist:")]
    depends = {canonicalize_name(each.name) for each in wanted if applies(each)}
    tops = {name.split("/")[0].removesuffix(".py").removesuffix(".pyc") for name in files}
    return {
        "name": name_of(wheel),
        "version": wheel.name.split("-")[1],
        "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
        "imports": sorted(top for top in tops if top.isidentifier()),
        "depends": sorted(depends & names),
    }


# The site --------------------------------------------------------------------------------------------------------


def build(parts: Path, site: Path) -> None:
    lite, wheels = parts / "lite", parts / "wheels"
    shutil.rmtree(lite, ignore_errors=True)
    pyodide = lite / "static" / "pyodide"
    pyodide.mkdir(parents=True)
    lock = put_pyodide(parts, pyodide)
    kit = distribution("conquistadors")
    needs = [each.name for each in map(Requirement, kit.requires or ()) if each.marker is None]
    packages = needed([*BEGINNINGS, *needs]) | {"micropip": lock["packages"]["micropip"]["version"]}
    fetch_wheels(packages, wheels)
    fresh = parts / "kit"
    shutil.rmtree(fresh, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", fresh)
    kept = [path for path in wheels.glob("*.whl") if packages.get(name_of(path)) == path.name.split("-")[1]]
    kernel = [next(KERNEL.glob(f"{pattern}.whl")) for pattern in KERNEL_WHEELS]
    for wheel in compile_all([*kept, *kernel, *fresh.glob("*.whl")], parts):
        shutil.copy(wheel, pyodide)
    without_jedi(pyodide)
    names = {name_of(path) for path in pyodide.glob("*.whl")}
    ours = {name_of(path): locked(path, names) for path in sorted(pyodide.glob("*.whl"))}
    content = json.dumps({"info": lock["info"], "packages": ours}, indent=1)
    (pyodide / "pyodide-lock.json").write_text(content, encoding="utf-8")
    settings = (HERE / "jupyter-lite.json").read_text(encoding="utf-8")
    first = sorted({*names, "jedi"})
    (lite / "jupyter-lite.json").write_text(settings.replace('"PACKAGES"', json.dumps(first)), encoding="utf-8")
    extensions = [path for path in EXTENSIONS.iterdir() if path.name in WANTED_EXTENSIONS]
    own = parts / "prefix" / "share" / "jupyter" / "labextensions"
    shutil.rmtree(own, ignore_errors=True)
    for path in extensions:
        shutil.copytree(path, own / path.name, ignore=shutil.ignore_patterns("*.map"))
    shutil.rmtree(site, ignore_errors=True)
    run(
        *(sys.executable, "-m", "jupyterlite_core.app", "build", "--lite-dir", lite, "--output-dir", site),
        *("--contents", course(parts / "notebooks"), "--settings-overrides", ROOT / "widgets" / "lab_settings.json"),
        *("--apps", "lab", "--apps", "notebooks", "--no-sourcemaps", "--no-unused-shared-packages"),
        *("--ignore-sys-prefix", *(f"--LiteBuildConfig.federated_extensions={each}" for each in extension_paths(own))),
        cwd=lite,
    )
    put_first_page(site)
    tell(site)


def put_first_page(site: Path) -> None:
    """A page of ours before those of JupyterLite: what loads, how far it is, and the ways into the course."""
    keys = ("title", "lead", "loading", "ready", "failed", "start", "course", "kept", "lost")
    said = {language: _said(language, keys) for language in LANGUAGES}
    loaded = [
        path for path in (site / "static" / "pyodide").iterdir() if path.suffix in (".wasm", ".zip", ".whl", ".mjs")
    ]
    files = [(path.relative_to(site).as_posix(), path.stat().st_size) for path in sorted(loaded)]
    page = (HERE / "index.html").read_text(encoding="utf-8")
    starts = {language: start_page(site / "files", language) for language in LANGUAGES}
    for place, content in (("TEXTS", said), ("FILES", files), ("STARTS", starts)):
        page = page.replace(
            f">{place}<", f">{json.dumps(content, ensure_ascii=False).replace('<', chr(92) + 'u003c')}<"
        )
    (site / "index.html").write_text(page, encoding="utf-8")


def start_page(contents: Path, language: str) -> str:
    """The notebook in which the course begins, in a language."""
    own = f"{language}/{START}"
    return own if (contents / own).is_file() else START


def _said(language: str, keys: Iterable[str]) -> dict[str, str]:
    """The texts of the page; what has been loaded is put in where it is shown."""
    texts = texts_of(language, "common/interface/site")
    return {key: texts.say(f"site.{key}", {"done": "{done}", "all": "{all}"}) for key in keys}


def course(to: Path) -> Path:
    """A copy of the notebooks and pictures as the pages read them.

    Without a server nobody joins the lines of an output, and a picture is read as Latin letters.
    """
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(ROOT / "notebooks", to, ignore=shutil.ignore_patterns(".*"))
    for path in to.rglob("*.ipynb"):
        book = json.loads(path.read_text(encoding="utf-8"))
        for output in (output for cell in book["cells"] for output in cell.get("outputs", ())):
            for holder in (output, output.get("data", {})):
                joined = {key: "".join(value) for key, value in holder.items() if _is_lines(key, value)}
                holder.update(joined)
        path.write_text(json.dumps(book, ensure_ascii=False), encoding="utf-8")
    for path in to.rglob("*.svg"):
        path.write_bytes(path.read_text(encoding="utf-8").encode("ascii", "xmlcharrefreplace"))
    return to


def _is_lines(key: str, value: object) -> bool:
    return key != "traceback" and isinstance(value, list) and all(isinstance(line, str) for line in value)


def extension_paths(folder: Path) -> list[Path]:
    """The folder of every extension: one with a scope lies a level deeper."""
    return sorted(path.parent for path in folder.glob("**/package.json") if (path.parent / "static").is_dir())


def put_pyodide(parts: Path, to: Path) -> dict[str, Any]:
    """Python for the browser, and its lock, which names packages that are not there."""
    archive = parts / f"pyodide-{PYODIDE}.tgz"
    if not archive.exists():
        parts.mkdir(parents=True, exist_ok=True)
        run("npm", "pack", f"pyodide@{PYODIDE}", "--silent", cwd=parts)
    with tarfile.open(archive) as opened:
        for member in opened.getmembers():
            name = Path(member.name).name
            if member.isfile() and not name.endswith((".map", ".d.ts", ".html", ".md")):
                content = opened.extractfile(member)
                assert content is not None
                (to / name).write_bytes(content.read())
    lock: dict[str, Any] = json.loads((to / "pyodide-lock.json").read_text(encoding="utf-8"))
    return lock


def tell(site: Path) -> None:
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    sys.stdout.write(f"The site is in {site}: {size / 1e6:.1f} MB. Try it: python3 -m http.server --directory {site}\n")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--to", type=Path, default=ROOT / ".build" / "site")
    arguments.add_argument("--parts", type=Path, default=ROOT / ".build" / "site-parts")
    given = arguments.parse_args()
    build(given.parts.resolve(), given.to.resolve())
