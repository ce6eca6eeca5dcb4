"""The address of a class as a picture for a phone's camera."""

from __future__ import annotations

from io import BytesIO, StringIO

import segno


def qr_svg(text: str) -> str:
    """For a page."""
    out = BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", xmldecl=False, scale=3, border=2)
    return out.getvalue().decode("utf-8")


def qr_text(text: str) -> str:
    """For a terminal."""
    out = StringIO()
    segno.make(text, error="m", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
