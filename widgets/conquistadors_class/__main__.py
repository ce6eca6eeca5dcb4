"""Serve a class: `python -m conquistadors_class --class names.txt`, or `make class`."""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.errors import ConquistadorsError, SetupError
from conquistadors.engine.files import why
from conquistadors.engine.texts import error_text
from conquistadors.readers import folder_name
from conquistadors_class.app import launch, opened
from conquistadors_class.printing import qr_text
from conquistadors_class.roster import TEACHER, Codes, names_in, shown

PORT: Final = 8818
DAYS: Final = "365"


def main(argv: list[str] | None = None) -> None:
    given = _arguments().parse_args(argv)
    try:
        folder = Path(given.folder) if given.folder else _folder(given.list)
        school = opened(folder)
        codes = Codes(folder)
        names = _names(given.list, codes)
        if names is not None:
            codes.enter(names)
        ip = "127.0.0.1" if given.local else given.ip or own_address()
        _check_address(ip, given.port)
    except OSError as error:
        sys.exit(error_text("save.file", file=str(error.filename), why=why(error)))
    except ConquistadorsError as error:
        sys.exit(str(error))
    server: dict[str, Any] = {
        "ip": ip,
        "port": given.port,
        "port_retries": 0,
        "allow_root": True,
        "open_browser": False,
        "identity_provider_class": "conquistadors_class.roster.Roster",
        "authorizer_class": "conquistadors_class.app.ClassAuthorizer",
        "cookie_secret_file": str(folder / "cookie_secret"),
        "allow_unauthenticated_access": False,
        "tornado_settings": {"compress_response": True},
        "log_level": 30,
        "default_url": "/class/",
    }
    if given.https:
        key, certificate = _certificate(folder, ip)
        server |= {"keyfile": str(key), "certfile": str(certificate)}
    address = f"{'https' if given.https else 'http'}://{ip}:{given.port}/class/"
    _tell(address, codes, local=given.local)
    os.environ.setdefault("JUPYTER_NO_CONFIG", "1")
    notebooks = Path(given.notebooks) if given.notebooks else Path("notebooks")
    launch(
        [],
        {
            "ServerApp": server,
            "ClassServer": server,
            "Roster": {"folder": str(folder), "token": ""},
            "ClassApp": {"notebooks": str(notebooks.resolve()) if notebooks.is_dir() else ""},
        },
        school,
    )


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="conquistadors_class", description=__doc__)
    parser.add_argument("--class", dest="list", default="", help="a file with the names of the class, one a line")
    parser.add_argument("--folder", default="", help="where the class is kept (default: one for each list)")
    parser.add_argument("--local", action="store_true", help="for this computer alone")
    parser.add_argument("--ip", default="", help="the address to be reached at, where the guess is wrong")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--https", action="store_true", help="with a certificate that this computer signs itself")
    parser.add_argument("--notebooks", default="", help="the folder of the course (default: notebooks)")
    return parser


def _folder(listed: str) -> Path:
    """A class is found again by the name of its list."""
    home = Path(os.environ.get("CONQUISTADORS_CLASSES") or Path.home() / ".conquistadors" / "classes")
    return home / folder_name(Path(listed).stem if listed else "class")


def _names(listed: str, codes: Codes) -> list[str] | None:
    """The class list: the file, or what is typed; None to go on with the class as it is."""
    if listed:
        try:
            return names_in(Path(listed).read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise SetupError(error_text("room.list", file=listed)) from None
    if codes.pupils or not sys.stdin.isatty():
        return None
    print("Type the names of the class, one a line, and an empty line at the end:")
    return list(iter(lambda: input().strip(), ""))


def _check_address(ip: str, port: int) -> None:
    """Whether the class can be served there: it is said before an address is printed."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in ip else socket.AF_INET) as line:
            if os.name == "posix":  # a class that has just ended may begin again
                line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            line.bind((ip, port))
    except (OSError, OverflowError) as error:
        told = why(error) if isinstance(error, OSError) else str(error)
        raise SetupError(error_text("room.port", port=port, ip=ip, why=told)) from None


def own_address() -> str:
    """The address of this computer in its network. Nothing is sent: only the way there is looked up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))
            return str(line.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _certificate(folder: Path, ip: str) -> tuple[Path, Path]:
    """A key and a certificate for this address, made once by openssl."""
    key, certificate = folder / f"key-{ip}.pem", folder / f"certificate-{ip}.pem"
    if not (key.is_file() and certificate.is_file()):
        openssl = shutil.which("openssl")
        if openssl is None:
            sys.exit("openssl is needed to make a certificate; without it, leave HTTPS out")
        made = f"-x509 -newkey rsa:2048 -nodes -days {DAYS} -subj /CN={ip} -addext subjectAltName=IP:{ip}".split()
        command = [openssl, "req", *made, "-keyout", str(key), "-out", str(certificate)]
        subprocess.run(command, check=True, capture_output=True)
        key.chmod(0o600)
    return key, certificate


def _tell(address: str, codes: Codes, *, local: bool) -> None:
    teacher = codes.entries[TEACHER].code
    print(f"\nThe class is open at\n\n    {address}\n")
    if not local:
        print(qr_text(f"{address}enter"))
        print(f"{len(codes.pupils)} pupils. Their codes, to print: {address}sheet")
    print(f"You are the teacher. Your code: {shown(teacher)}\n    {address}enter?code={teacher}\n")
    print("Ctrl-C ends it. Everything is saved, and the same command goes on.", flush=True)


if __name__ == "__main__":
    main()
