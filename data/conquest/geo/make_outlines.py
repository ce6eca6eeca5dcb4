"""
Makes the land outlines behind the maps from Natural Earth's land at 1:50 million: `north.json` and `south.json` here,
and `hemisphere.json`, coarser, for `data/exploration/geo/`.

    npm install world-atlas@2.0.2          in a temporary folder
    python make_outlines.py node_modules/world-atlas/land-50m.json OUTPUT_FOLDER

Needs shapely 2, which is used here only and is not a dependency of the kit: install it into a throw-away environment.
"""

from __future__ import annotations

import json
import sys
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Final

# Shapely is missing where the kit is checked, and publishes no types where it is installed.
from shapely import (  # type: ignore[import-untyped, import-not-found, unused-ignore]  # not a dependency of the kit
    Polygon,
    box,
    make_valid,
    set_precision,
    unary_union,
)

BOXES: Final = {  # west, south, east, north; and the degrees of the grid that points lie on
    "north": ((-120, 7, -59, 37), 0.001),
    "south": ((-93, -42, -47, 14), 0.001),
    "hemisphere": ((-130, -60, -28, 71), 0.1),
}
LIMIT: Final = 150_000  # bytes

Point = tuple[float, float]


def decode_arcs(topology: dict[str, Any]) -> list[list[Point]]:
    """The arcs of a quantized TopoJSON as degrees: each is stored as integer steps from point to point."""
    (x_scale, y_scale), (x_shift, y_shift) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for steps in topology["arcs"]:
        columns = accumulate(step[0] for step in steps)
        rows = accumulate(step[1] for step in steps)
        arcs.append([(x * x_scale + x_shift, y * y_scale + y_shift) for x, y in zip(columns, rows, strict=True)])
    return arcs


def join(ring: list[int], arcs: list[list[Point]]) -> list[Point]:
    """A ring from its arcs; the number ~n stands for arc n walked backwards, and neighbours share an end point."""
    points: list[Point] = []
    for number in ring:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        points.extend(arc[1:] if points else arc)
    return unwrap(points)


def unwrap(points: list[Point]) -> list[Point]:
    """A ring across the antimeridian, which jumps from 180 to -180 degrees, goes on beyond 180 instead.

    Else Fiji would be a strip of land round the world, through the Pacific off Peru.
    """
    turns, unwrapped = 0, points[:1]
    for (before, _), (x, y) in pairwise(points):
        turns += (x - before < -180) - (x - before > 180)
        unwrapped.append((x + 360 * turns, y))
    return unwrapped


def decode_land(topology: dict[str, Any]) -> list[Any]:
    arcs = decode_arcs(topology)
    land = []
    for geometry in topology["objects"]["land"]["geometries"]:
        shapes = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for outer, *holes in shapes:
            polygon = Polygon(join(outer, arcs), [join(hole, arcs) for hole in holes])
            land.append(polygon if polygon.is_valid else make_valid(polygon))
    return land


def clip(land: list[Any], corners: tuple[int, int, int, int], grid: float) -> Any:
    """What of the land lies in the box, on the grid, as a valid MultiPolygon."""
    frame = box(*corners)
    pieces = unary_union([shape.intersection(frame) for shape in land if shape.intersects(frame)])
    rounded = set_precision(pieces, grid)
    outline = unary_union([part for part in getattr(rounded, "geoms", [rounded]) if part.geom_type == "Polygon"])
    if outline.geom_type != "MultiPolygon" or not outline.is_valid or not frame.covers(outline):
        raise SystemExit(f"the outline of {corners} is not a valid MultiPolygon inside its box")
    return outline


def feature_collection(outline: Any, corners: tuple[int, int, int, int]) -> dict[str, Any]:
    polygons = [
        [[[round(x, 3), round(y, 3)] for x, y in ring.coords] for ring in (polygon.exterior, *polygon.interiors)]
        for polygon in (part.normalize().reverse() for part in outline.geoms)  # outer rings counter-clockwise
    ]
    feature = {
        "type": "Feature",
        "properties": {"name": "land"},
        "geometry": {"type": "MultiPolygon", "coordinates": polygons},
    }
    return {
        "type": "FeatureCollection",
        "credit": "Made with Natural Earth",
        "bbox": list(corners),
        "features": [feature],
    }


def main(source: str, folder: str) -> None:
    land = decode_land(json.loads(Path(source).read_text(encoding="utf-8")))
    for name, (corners, grid) in BOXES.items():
        text = json.dumps(feature_collection(clip(land, corners, grid), corners), separators=(",", ":")) + "\n"
        if len(text) > LIMIT:
            raise SystemExit(f"{name}.json would have {len(text)} bytes, more than {LIMIT}")
        Path(folder, f"{name}.json").write_text(text, encoding="utf-8")
        sys.stdout.write(f"{name}.json: {len(text)} bytes\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
