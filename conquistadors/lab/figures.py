"""Plotly figures on the page: alive in JupyterLab and in Voila, without the network, and patient on a busy machine.

Plotly sends its five megabytes of script with every figure, and anywidget gives a figure up that has not loaded them
after two seconds. Here the script goes to the page once, in a model of its own, and a figure waits for it as long as
that takes.
"""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import ipywidgets as w
from IPython.display import display
from traitlets import Unicode

from conquistadors.lab.plotting import go, plotly

SCRIPT: Final = Path(plotly.__file__).parent / "package_data" / "widgetbundle.js"
MIME: Final = "application/vnd.plotly.v1+json"

LOADER: Final = """
const loaded = (globalThis.conquistadorsPlotly ??= {});
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

async function load(model) {
  const id = model.get("_script_id");
  while (!model.widget_manager.has_model(id)) await pause();  // the page may make its models in any order
  const script = await model.widget_manager.get_model(id);
  const url = URL.createObjectURL(new Blob([script.get("code")], { type: "text/javascript" }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function plotly(model) {
  const version = model.get("_version");
  loaded[version] ??= load(model).catch((error) => {
    delete loaded[version];
    throw error;
  });
  return loaded[version];
}

export default () => {
  let made;
  const make = async (model) => {
    const figure = (await plotly(model)).default();
    await figure.initialize({ model });
    return figure;
  };
  return {
    initialize({ model }) {
      made = make(model);
      made.catch(() => {});  // whoever renders it is told
    },
    async render(context) {
      return (await made).render(context);
    },
  };
};
"""


class Script(w.Widget):  # type: ignore[misc]  # ipywidgets publishes no types
    """Plotly's script, for all figures of a page."""

    code = Unicode().tag(sync=True)


_scripts: list[Script] = []


def _script() -> Script:
    """The one that the page has, or a new one if it has been closed."""
    if not _scripts or _scripts[0].comm is None:
        _scripts[:] = [Script(code=SCRIPT.read_text(encoding="utf-8"))]
    return _scripts[0]


class WholeFigure(go.FigureWidget):  # type: ignore[misc]  # plotly publishes no types
    """A figure that goes to the page as a whole, by `send_whole`.

    Plotly sends an empty one first and what is in it after that; a page that draws it in between shows it empty.
    """

    _esm = LOADER
    _script_id = Unicode().tag(sync=True)
    _version = Unicode(plotly.__version__).tag(sync=True)
    whole = False

    def open(self) -> None:
        if self.whole:
            super().open()

    def send_whole(self) -> None:
        """To the page, with what is in it now."""
        self.remember()
        if not self.whole:
            self.whole = True
            self._script_id = _script().model_id
            # drawn before the page has laid itself out it has plotly's own width: let it fit itself in
            self.observe(lambda _: self._send_relayout_msg({"autosize": True}), "_view_count")
            self.open()

    def remember(self) -> None:
        """What a page is drawn from that loads later; plotly does this only where a figure is shown alone."""
        self._widget_data = deepcopy(self._data)
        self._widget_layout = deepcopy(self._layout_obj._props)


class LabFigure(go.Figure):  # type: ignore[misc]  # plotly publishes no types
    """A figure of the laboratory: at the end of a cell, or by `show()`, it is alive wherever widgets are.

    A notebook that is read without a kernel keeps plotly's own description of it and a line of text.
    """

    def show(self, *args: Any, **kwargs: Any) -> Any:
        """Show it here; with arguments, by one of plotly's renderers."""
        if args or kwargs:
            return super().show(*args, **kwargs)
        return display(self._bundle(), raw=True)  # type: ignore[no-untyped-call]  # IPython publishes few types

    def _ipython_display_(self) -> None:
        self.show()

    def live(self) -> WholeFigure:
        """The same as a widget, to stand in another one."""
        live = WholeFigure(self.data, self.layout)
        live._config = {"displayModeBar": False, "responsive": True}
        live.send_whole()
        return live

    def _bundle(self) -> dict[str, Any]:
        return {**self.live()._repr_mimebundle_(), MIME: json.loads(self.to_json()), "text/plain": self.caption}

    @property
    def caption(self) -> str:
        """What is drawn, in a line."""
        names = [trace.name for trace in self.data if trace.name and trace.showlegend is not False]
        parts = (self.layout.title.text, self.layout.yaxis.title.text, ", ".join(names))
        return f"[{'; '.join(part for part in parts if part)}]"
