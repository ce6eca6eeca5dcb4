"""The board: an ipyleaflet map without tiles, a thin face on a `BoardModel`."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import log2
from typing import Any, Final

import ipyleaflet as leaflet
import ipywidgets as w

from conquistadors.engine.requests import Seat
from conquistadors.engine.rules import Rules
from conquistadors.games import scene_of
from conquistadors.maps.labels import Box
from conquistadors.scene.contract import Scene
from conquistadors_widgets.board_legend import legend_html
from conquistadors_widgets.board_model import CLOSEST, FAR, FARTHEST, LARGE, STEP, BoardModel, Row, Targets, Window
from conquistadors_widgets.style import styled

Pick = Callable[[str], None]
"""Is told of a space."""

GUESS: Final = Window(1060.0, 520.0)
"""The size of the map in pixels, until the browser has told it."""
ABOVE: Final = {"cq-names": {"zIndex": 420}, "cq-far": {"zIndex": 421}, "cq-pieces": {"zIndex": 450}}
"""The names lie above the rings, the pieces above all; like the ground they let the mouse through."""


class Board(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """One map of the game: point at a space to read about it, click on it to choose it.

    `on_pick` is told of every space that is clicked on, `on_look` of every one that is pointed at. `inside` is for a
    board within another widget of the kit: it brings no frame and no style sheet of its own.
    """

    def __init__(
        self,
        rules: Rules[Any],
        sheet: str,
        on_pick: Pick,
        language: str = "en",
        height: str = "520px",
        *,
        on_look: Pick | None = None,
        inside: bool = False,
        head: w.Widget | None = None,
        large: bool = False,
    ) -> None:
        """`head` stands before the title, `large` is for a projector."""
        self.model = BoardModel(rules, sheet, language)
        self._large = large
        self._changed: tuple[str, ...] = ()
        self._found_at: str | None = None
        self._on_pick = on_pick
        self._on_look = on_look
        self._scene: Scene | None = None
        self._targets: Targets = {}
        self._names: Mapping[Seat, str] = {}
        self._told: str | None = None
        self._window = GUESS
        self._wanted: tuple[Box, bool] | None = None
        self._make_map(height)
        self._make_controls()
        title = [self._title] if head is None else [head, self._title]
        bar = w.Box([*title, self._whole, self._own, self._find, self._pick, self._list, self._signs])
        bar.add_class("cq-board-bar")
        over = w.Box([self._line, self._table, self._legend])
        over.add_class("cq-board-over")
        view = w.Box([self._map, over])
        view.add_class("cq-board-view")
        children = [bar, view]
        super().__init__(children if inside else [styled(), *children])
        for name in ("cq-sheet",) if inside else ("cq", "cq-sheet"):
            self.add_class(name)
        self._speak()

    def _make_map(self, height: str) -> None:
        bounds = self.model.bounds
        self._ground = leaflet.ImageOverlay(url="", bounds=bounds)
        self._near = leaflet.ImageOverlay(url="", bounds=bounds, pane="cq-names")
        self._far = leaflet.ImageOverlay(url="", bounds=bounds, pane="cq-far")
        names = (self._near, self._far) if self.model.bare else ()
        self._rings = leaflet.GeoJSON(data={"type": "FeatureCollection", "features": []})
        self._pieces = leaflet.ImageOverlay(url="", bounds=self.model.bounds, pane="cq-pieces")
        self._zoom = leaflet.ZoomControl(position="topleft")
        centre, zoom = self.model.look_at(self.model.whole(), self._window, closer=False)
        self._map = leaflet.Map(
            crs=leaflet.projections.Simple,
            layers=(self._ground, *names, self._rings, self._pieces),
            panes=ABOVE,
            center=centre,
            zoom=zoom,
            min_zoom=FARTHEST,
            max_zoom=CLOSEST,
            zoom_snap=STEP,
            zoom_delta=2 * STEP,
            zoom_control=False,
            attribution_control=False,
            double_click_zoom=False,
            layout={"height": height, "width": "100%"},
        )
        self._map.add(self._zoom)
        for name in ("cq-board-map", "cq-far" if zoom < FAR else "cq-near"):
            self._map.add_class(name)
        self._map.observe(lambda _: self._zoomed(), ("zoom", "east", "west", "left", "right"))
        self._rings.on_hover(self._pointed)
        self._rings.on_click(self._clicked)
        self._map.observe(self._resized, ("left", "right", "top", "bottom"))

    def _make_controls(self) -> None:
        self._title, self._line, self._table, self._legend = (w.HTML() for _ in range(4))
        self._whole, self._own, self._pick = w.Button(), w.Button(), w.Button(layout={"display": "none"})
        self._list, self._signs = w.ToggleButton(value=False), w.ToggleButton(value=False)
        self._signs.add_class("cq-signs")
        self._find = w.Combobox(ensure_option=False, continuous_update=False, layout={"width": "10em"})
        self._table.layout.display = self._legend.layout.display = "none"
        self._whole.on_click(lambda _: self.look(self.model.whole(), closer=False))
        self._own.on_click(lambda _: self._go_home())
        self._find.observe(lambda _: self._found(), "value")
        self._pick.on_click(lambda _: self._picked())
        self._list.observe(lambda _: self._show_table(), "value")
        self._signs.observe(lambda _: self._show_signs(), "value")

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Beside the live widget, the map as text: for readers without a kernel, and for tests."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["text/plain"] = self.as_text()
        return bundle

    def as_text(self) -> str:
        return self.model.title if self._scene is None else self.model.as_text(self._scene, self._names)

    # What is shown -----------------------------------------------------------------------------------------------

    def speak(self, language: str) -> None:
        """Show everything in this language."""
        if language != self.model.language:
            self.model = BoardModel(self.model.rules, self.model.sheet, language)
            self._speak()

    def _speak(self) -> None:
        model, say = self.model, self.model.say
        self._title.value = f"<h3>{escape(model.title)}</h3>"
        for button, key in ((self._whole, "whole"), (self._own, "mine"), (self._pick, "pick"), (self._list, "list")):
            button.description, button.tooltip = say(key), say(f"{key}-help")
        self._signs.description, self._signs.tooltip = say("signs-short"), say("signs")
        self._find.placeholder, self._find.tooltip = say("find"), say("find-help")
        self._find.value = ""
        self._find.options = tuple(model.names.values())
        self._zoom.zoom_in_title, self._zoom.zoom_out_title = say("zoom-in"), say("zoom-out")
        self._ground.url = _data_uri(model.bare or model.ground()[0])
        if model.bare:
            self._near.url, self._far.url = _data_uri(model.near_names), _data_uri(model.far_names(self._window))
        self._legend.value = legend_html(model)
        self._show_line()
        if self._scene is not None:
            self._draw(self._scene)

    def show(self, scene: Scene, targets: Targets, names: Mapping[Seat, str], changed: Sequence[str] = ()) -> None:
        """Show a scene; `targets` are the spaces that may be chosen, with the answers that aim at them.

        `changed` are the spaces where something has just happened: they are marked.
        """
        first, new = self._scene is None, dict(targets) != dict(self._targets)
        moved = not first and self._scene is not None and self._scene.active != scene.active
        self._scene, self._targets, self._names, self._changed = scene, targets, names, tuple(changed)
        self._draw(scene)
        if first:
            self._go_home()
        elif new or moved:
            box = self.model.move_for(targets, scene.active, self._seen(), self._window)
            if box is None and moved and self.model.hides(scene.active, self._seen()):
                box = self.model.around([str(scene.active)])  # whoever acts is followed
            if box is not None:
                self.look(box)

    def enlarge(self, large: bool) -> None:
        """For a projector: names and pieces are as large as the letters beside the map."""
        if large != self._large:
            self._large = large
            self._go_home()

    def _draw(self, scene: Scene) -> None:
        """One redraw: the rings and the pieces, each replaced as a whole, and what is read about them."""
        self._rings.data = self.model.features(scene, self._targets, self._changed, self._found_at)
        self._pieces.url = _data_uri(self.model.pieces(scene, self._names))
        self._show_line()
        self._show_table()

    def _show_line(self) -> None:
        if self._told is None or self._scene is None:
            lines = [self.model.say("hint")]
        else:
            lines = self.model.describe(self._scene, self._told, self._names)
            if self._targets.get(self._told):
                lines.append(self.model.say("target"))
        first, *rest = (escape(line) for line in lines)
        said = f"<b>{first}</b> " if rest else first
        self._line.value = f'<div class="cq-board-line" aria-live="polite">{said}{"<br>".join(rest)}</div>'

    def _show_signs(self) -> None:
        self._legend.layout.display = "" if self._signs.value else "none"

    def _show_table(self) -> None:
        open_, scene, say = self._list.value, self._scene, self.model.say
        self._table.layout.display = "" if open_ else "none"
        if not open_ or scene is None:
            return
        rows = "".join(map(_table_row, self.model.rows(scene, self._names)))
        head = "".join(f"<th>{escape(say(key))}</th>" for key in ("where", "terrain", "what"))
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>" if rows else escape(say("empty"))
        self._table.value = f'<div class="cq-board-list">{table}</div>'

    # Where one looks ---------------------------------------------------------------------------------------------

    def look(self, box: Box, closer: bool = True) -> None:
        """Show this part of the map."""
        self._wanted = box, closer
        centre, zoom = self.model.look_at(box, self._window, closer, LARGE if self._large else 0.0)
        with self._map.hold_sync():
            self._map.center = centre
            self._map.zoom = zoom

    def _go_home(self) -> None:
        """To where somebody acts, else to all that the looker has and may choose."""
        if self._scene is None:
            return
        active = self._scene.active
        if active is not None and active in self.model.spaces:
            self.look(self.model.around([active]))
        else:
            self.look(self.model.home(self._scene, self._targets, self._window, LARGE if self._large else 0.0))

    def look_around(self, scene: Scene) -> None:
        """Show the part of the map where its looker has something, or else where anybody has."""
        spaces = self.model.crowd(scene)
        if spaces:
            self.look(self.model.around(spaces))

    def _zoomed(self) -> None:
        """From far away fewer names are shown, in large letters.

        What is in sight tells how far: where the browser's word crosses ours, another `zoom` may be left here.
        """
        units, pixels = self._map.east - self._map.west, self._map.right - self._map.left
        far = (log2(pixels / units) if min(units, pixels) > 0 else self._map.zoom) < FAR
        (self._map.add_class if far else self._map.remove_class)("cq-far")
        (self._map.remove_class if far else self._map.add_class)("cq-near")

    def _seen(self) -> Box:
        """What is in sight now."""
        scale, (lat, lon) = 2.0**self._map.zoom, self._map.center
        across, down = self._window.width / scale / 2, self._window.height / scale / 2
        return Box(lon - across, -lat - down, lon + across, -lat + down)

    def _resized(self, _: object) -> None:
        """The browser tells how large the map is on the screen: look at the same part again."""
        size = Window(self._map.right - self._map.left, self._map.bottom - self._map.top)
        if min(size) < 50 or all(abs(new - old) < 8 for new, old in zip(size, self._window, strict=True)):
            return
        self._window = size
        if self.model.bare:
            self._far.url = _data_uri(self.model.far_names(size))
        if self._wanted is not None:
            self.look(*self._wanted)

    # What a person does ------------------------------------------------------------------------------------------

    def _pointed(self, feature: Mapping[str, Any], **_: object) -> None:
        self._told = str(feature["properties"]["id"])
        self._show_line()
        if self._on_look is not None:
            self._on_look(self._told)

    def _clicked(self, feature: Mapping[str, Any], **_: object) -> None:
        self._pointed(feature)
        self._on_pick(str(feature["properties"]["id"]))

    def _found(self) -> None:
        """A name was typed or chosen: show where it is and what is there."""
        space = self.model.find(self._find.value)
        self._pick.layout.display = "none" if space is None else ""
        self._found_at = space
        if space is not None:
            self._told = space
            self._show_line()
            self.look(self.model.around([space]))
        if self._scene is not None:
            self._rings.data = self.model.features(self._scene, self._targets, self._changed, space)

    def _picked(self) -> None:
        if self._told is not None:
            self._on_pick(self._told)


class Boards(w.Box):  # type: ignore[misc]  # ipywidgets publishes no types
    """The maps in play, side by side where there is room."""

    def __init__(
        self,
        rules: Rules[Any],
        on_pick: Pick,
        language: str = "en",
        height: str = "520px",
        *,
        on_look: Pick | None = None,
        inside: bool = False,
    ) -> None:
        self.boards = [
            Board(rules, sheet, on_pick, language, height, on_look=on_look, inside=True)
            for sheet in scene_of(rules).sheets(rules)
        ]
        super().__init__(self.boards if inside else [styled(), *self.boards])
        for name in ("cq-boards",) if inside else ("cq", "cq-boards"):
            self.add_class(name)

    def show(self, scene: Scene, targets: Targets, names: Mapping[Seat, str]) -> None:
        """Show a scene on every map."""
        for board in self.boards:
            board.show(scene, targets, names)

    def speak(self, language: str) -> None:
        for board in self.boards:
            board.speak(language)

    def as_text(self) -> str:
        return "\n".join(board.as_text() for board in self.boards)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["text/plain"] = self.as_text()
        return bundle


def _table_row(row: Row) -> str:
    lines = "<br>".join(map(escape, row.lines))
    return f"<tr><th>{escape(row.name)}</th><td>{escape(row.kind)}</td><td>{lines}</td></tr>"


def _data_uri(svg: str) -> str:
    """A picture inside its own address: nothing is fetched."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
