"""A class as a managed service of JupyterHub: the hub says who everybody is. Everything is set by the environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from conquistadors.engine.errors import ConquistadorsError
from conquistadors_class.app import launch, opened


def settings(environment: dict[str, str]) -> dict[str, dict[str, Any]]:
    """The configuration of the server, from what a hub gives its services and what the administrator has set."""
    url = urlsplit(environment["JUPYTERHUB_SERVICE_URL"])
    prefix = environment["JUPYTERHUB_SERVICE_PREFIX"]
    server = {
        "ip": url.hostname or "127.0.0.1",
        "port": url.port or 0,
        "port_retries": 0,
        "base_url": prefix,
        "default_url": f"{prefix.rstrip('/')}/class/",
        "allow_root": True,
        "open_browser": False,
        "trust_xheaders": True,
        "allow_remote_access": True,
        "allow_unauthenticated_access": False,
        "identity_provider_class": "jupyterhub.singleuser.extension.JupyterHubIdentityProvider",
        "authorizer_class": "conquistadors_class.app.ClassAuthorizer",
        "tornado_settings": {"compress_response": True},
        "log_level": 30,
    }
    teachers = [name.strip() for name in environment.get("CONQUISTADORS_TEACHERS", "").split(",") if name.strip()]
    pages = {"teachers": teachers, "notebooks": environment.get("CONQUISTADORS_NOTEBOOKS", "")}
    return {"ServerApp": server, "ClassApp": pages}


def main() -> None:
    missing = [name for name in ("JUPYTERHUB_SERVICE_URL", "CONQUISTADORS_CLASS") if not os.environ.get(name)]
    if missing:
        sys.exit(f"{', '.join(missing)}: this is started by JupyterHub, as a managed service")
    os.environ.setdefault("JUPYTER_NO_CONFIG", "1")
    try:
        school = opened(Path(os.environ["CONQUISTADORS_CLASS"]))
    except (ConquistadorsError, OSError) as error:
        sys.exit(str(error))
    launch([], settings(dict(os.environ)), school)


if __name__ == "__main__":
    main()
