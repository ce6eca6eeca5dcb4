"""A class at one table: a Jupyter Server extension without kernels, and the pages that it serves.

Every game is held by the server; pages get what one seat may see, drawn by the same functions as the notebook's table.
"""

from __future__ import annotations

from typing import Any


def _jupyter_server_extension_points() -> list[dict[str, Any]]:
    from conquistadors_class.app import ClassApp

    return [{"module": "conquistadors_class.app", "app": ClassApp}]
